import { useState } from 'react';
import type { BoardRoute } from '#contract/dispatch.ts';
import { LIMITS } from '#contract/fields.ts';
import type { Inspection } from '#contract/inspections.ts';
import { REPAIR_LABELS, REPAIR_RESULTS, type RepairResult } from '#domain/dispatch/inspections.ts';
import { errorText } from '#web/api/call.ts';
import { photoUrl } from '#web/api/driver-records.ts';
import { inspectionsQuery, useSignOff } from '#web/api/inspections.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';

type Props = { route: BoardRoute; mayWrite: boolean; onClose: () => void };

/** What the driver reported about the truck, and the sign-off of the mechanic. */
export function InspectionDialog({ route, mayWrite, onClose }: Props) {
  const title = `Truck inspection: ${route.truck?.name ?? 'no truck'}`;
  return (
    <LoadingDialog
      query={inspectionsQuery(route.day)}
      title={title}
      subject="The inspection"
      onClose={onClose}
    >
      {({ inspections }) => (
        <Dialog layout="wide" footer={<CloseFooter onClose={onClose} />} title={title} onClose={onClose}>
          <ul className="mt-4 space-y-5 text-sm">
            {inspections
              .filter(({ routeId }) => routeId === route.id)
              .map((one) => (
                <li key={one.id} className="border-line border-l-4 pl-3">
                  <Report inspection={one} mayWrite={mayWrite} />
                </li>
              ))}
          </ul>
        </Dialog>
      )}
    </LoadingDialog>
  );
}

function Report({ inspection, mayWrite }: { inspection: Inspection; mayWrite: boolean }) {
  const { kind, driver, doneAt, defects, isSafe, repair } = inspection;
  return (
    <>
      <h3 className="font-sans font-semibold">
        {kind === 'before' ? 'Before the first stop' : 'End of the day'}
      </h3>
      <p className="wrap-anywhere text-ink-soft">
        <bdi>{driver}</bdi>, <time dateTime={doneAt}>{momentText(doneAt, site.timeZone)}</time>
      </p>
      {defects.length === 0 && <p className="mt-1">No defects.</p>}
      <ul className="mt-1 space-y-2">
        {defects.map(({ item, note, photoIds }) => (
          <li key={item}>
            <p className="wrap-anywhere">
              <bdi className="font-semibold">{item}</bdi>
              {note && (
                <>
                  : <bdi>{note}</bdi>
                </>
              )}
            </p>
            <div className="mt-1 flex flex-wrap gap-2">
              {photoIds.map((id, index) => (
                <a key={id} href={photoUrl(id)} target="_blank" rel="noreferrer">
                  <img
                    src={photoUrl(id)}
                    alt={`${item}, defect ${index + 1}`}
                    loading="lazy"
                    className="h-20 w-28 rounded-md border border-line bg-sunk object-cover text-xs"
                  />
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!isSafe && <p className="mt-2 font-semibold text-danger">The driver says it is not safe to drive.</p>}
      {repair && (
        <p className="wrap-anywhere mt-2">
          {REPAIR_LABELS[repair.result]}, certified by <bdi className="font-semibold">{repair.name}</bdi>,{' '}
          {momentText(repair.at, site.timeZone)}
          {repair.note && (
            <>
              : <bdi>{repair.note}</bdi>
            </>
          )}
        </p>
      )}
      {defects.length > 0 && !repair && mayWrite && <SignOff id={inspection.id} />}
      {defects.length > 0 && !repair && !mayWrite && <p className="mt-2">Not signed off yet.</p>}
    </>
  );
}

/** The carrier certifies that the defects were repaired, or that no repair is needed (49 CFR 396.11). */
function SignOff({ id }: { id: string }) {
  const [values, setValues] = useState<{ result: RepairResult; name: string; note: string }>({
    result: 'repaired',
    name: '',
    note: '',
  });
  const [isNameMissing, setNameMissing] = useState(false);
  const signing = useSignOff();
  const change = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }));
  const submit = () => {
    const name = values.name.trim();
    setNameMissing(name === '');
    if (name === '' || signing.isPending) return;
    const note = values.note.trim();
    signing.mutate({ id, body: { result: values.result, name, ...(note && { note }) } });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-3 space-y-3 rounded-md bg-sunk p-3"
    >
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="font-semibold">Sign-off by the mechanic</legend>
        {REPAIR_RESULTS.map((result) => (
          <label key={result} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={`result-${id}`}
              checked={values.result === result}
              onChange={() => change({ result })}
              className="size-5 accent-brand"
            />
            {REPAIR_LABELS[result]}
          </label>
        ))}
      </fieldset>
      <TextField
        name={`name-${id}`}
        label="Name of the mechanic"
        autoComplete="off"
        maxLength={LIMITS.name}
        value={values.name}
        error={isNameMissing ? 'Enter the name of the mechanic' : undefined}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextAreaField
        name={`note-${id}`}
        label="Note"
        hint="What was done. The next driver reads it."
        maxLength={1000}
        value={values.note}
        error={undefined}
        onChange={({ target }) => change({ note: target.value })}
      />
      {signing.error && (
        <p role="alert" className="font-semibold text-danger">
          {errorText(signing.error, 'It could not be saved. Try again.')}
        </p>
      )}
      <Button type="submit" disabled={signing.isPending}>
        {signing.isPending ? 'Saving...' : 'Sign off'}
      </Button>
    </form>
  );
}
