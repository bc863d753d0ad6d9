import { type RefObject, useRef, useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import type { InspectionPayload } from '#contract/inspections.ts';
import {
  type InspectionKind,
  MAX_INSPECTION_ITEM,
  MAX_INSPECTION_PHOTOS,
} from '#domain/dispatch/inspections.ts';
import { closeView, dayPath } from '#web/driver/address.ts';
import { DriverFrame, LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { isAction, type OutboxItem } from '#web/driver/outbox/items.ts';
import { businessToday } from '#web/driver/stops/business-day.ts';
import { useFormDraft } from '#web/driver/stops/form-draft.ts';
import { PartForm } from '#web/driver/stops/PartForm.tsx';
import { usePhotoPicker } from '#web/driver/stops/PhotoPicker.tsx';
import { record, useDriver } from '#web/driver/store.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { InspectionRefusals } from './InspectionRefusals.tsx';
import { makeInspectionPayload, refusedInspection } from './inspection-state.ts';

type Defect = { item: string; note: string; photoIds: string[] };
type Draft = { defects: Defect[]; isSafe: boolean | null };

/** The defects of the truck, each with a note and photos, and whether it is safe to drive. */
export function InspectionPage({ routeId, kind }: { routeId: number; kind: InspectionKind }) {
  const routes = useDriver((driver) => driver.routes);
  const route = routes?.reply.routes.find(({ id }) => id === routeId);
  const parent = dayPath(route && routes && route.day !== businessToday(routes) ? route.day : null);
  return (
    <DriverFrame
      title="Inspect truck"
      detail={route?.truck && <bdi>{route.truck.name}</bdi>}
      back={{ to: parent, label: 'Back to the route' }}
    >
      {route?.inspection && route.stops[0] ? (
        <DefectForm route={route} kind={kind} onClose={() => void closeView(parent)} />
      ) : (
        <p>The office does not ask for an inspection of this route.</p>
      )}
    </DriverFrame>
  );
}

type FormProps = { route: DriverRoute; kind: InspectionKind; onClose: () => void };

function DefectForm({ route, kind, onClose }: FormProps) {
  const refused = refusedInspection(
    route,
    kind,
    useDriver((driver) => driver.items),
  );
  const [{ defects, isSafe }, setDraft, forgetDraft] = useFormDraft<Draft>(
    `inspection-${route.id}-${kind}`,
    () => draftOf(refused),
  );
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const current = useRef<string | null>(null);
  const [stop] = route.stops;
  const change = (item: string, edit: (defect: Defect) => Defect) =>
    setDraft((draft) => ({
      ...draft,
      defects: draft.defects.map((defect) => (defect.item === item ? edit(defect) : defect)),
    }));
  const picker = usePhotoPicker({ stop: stop as NonNullable<typeof stop> }, (id) => {
    const item = current.current;
    if (item) change(item, (defect) => ({ ...defect, photoIds: [...defect.photoIds, id] }));
  });
  const toggle = (item: string) => {
    setError(null);
    setDraft((draft) => ({
      ...draft,
      defects: draft.defects.some((defect) => defect.item === item)
        ? draft.defects.filter((defect) => defect.item !== item)
        : [...draft.defects, { item, note: '', photoIds: [] }],
    }));
  };
  const submit = async () => {
    if (defects.length === 0) return setError('Mark what is defective');
    if (isSafe === null) return setError('Say whether the truck is safe to drive');
    if (!stop || isBusy) return;
    setBusy(true);
    const said = defects.map(({ item, note, photoIds }) => ({
      item,
      ...(note.trim() && { note: note.trim() }),
      ...(photoIds.length > 0 && { photoIds }),
    }));
    const payload = makeInspectionPayload(route, { kind, defects: said, isSafe });
    const isSaved = await record({ id: stop.id, name: 'Truck' }, [
      { kind: 'action', type: 'inspection', payload },
    ]);
    setBusy(false);
    if (!isSaved) return;
    forgetDraft();
    onClose();
  };
  const pick = (item: string) => {
    current.current = item;
    picker.pick('defect');
  };
  return (
    <PartForm button="Report to the office" isBusy={isBusy || picker.isBusy} onSubmit={() => void submit()}>
      <InspectionRefusals items={refused} />
      {error && (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      )}
      {picker.element}
      <Defects
        items={route.inspection?.items ?? []}
        defects={defects}
        toggle={toggle}
        pick={pick}
        current={current}
        isTakingPhoto={picker.isBusy}
        onNote={(item, note) => change(item, (defect) => ({ ...defect, note }))}
      />
      <Safety
        isSafe={isSafe}
        onChoose={(safe) => {
          setError(null);
          setDraft((draft) => ({ ...draft, isSafe: safe }));
        }}
      />
    </PartForm>
  );
}

/** A refused inspection is corrected, not typed again. */
function draftOf(refused: readonly OutboxItem[]): Draft {
  const said = refused.findLast(isAction)?.payload as InspectionPayload | undefined;
  const defects = said?.defects.map(({ item, note = '', photoIds = [] }) => ({ item, note, photoIds }));
  return { defects: defects ?? [], isSafe: said && defects?.length ? said.isSafe : null };
}

type DefectsProps = {
  items: readonly string[];
  defects: readonly Defect[];
  isTakingPhoto: boolean;
  current: RefObject<string | null>;
  toggle: (item: string) => void;
  pick: (item: string) => void;
  onNote: (item: string, note: string) => void;
};

function Defects({ items, defects, isTakingPhoto, toggle, pick, onNote }: DefectsProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What is defective?</legend>
      <ul className="grid gap-2">
        {items.map((item, index) => {
          const defect = defects.find((one) => one.item === item);
          return (
            <li key={item}>
              <label
                className={`${LARGE_BUTTON} justify-start text-left has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2`}
              >
                <input
                  type="checkbox"
                  checked={defect !== undefined}
                  onChange={() => toggle(item)}
                  className="size-6 shrink-0"
                />
                <bdi className="wrap-anywhere">{item}</bdi>
              </label>
              {defect && (
                <div className="mt-2 space-y-2 border-brand border-l-4 pl-3">
                  <TextField
                    name={`note-${index}`}
                    label={`What is wrong: ${item.slice(0, MAX_INSPECTION_ITEM)}`}
                    autoComplete="off"
                    maxLength={500}
                    value={defect.note}
                    error={undefined}
                    onChange={({ target }) => onNote(item, target.value)}
                  />
                  <button
                    type="button"
                    disabled={isTakingPhoto || defect.photoIds.length >= MAX_INSPECTION_PHOTOS}
                    onClick={() => pick(item)}
                    className={LARGE_BUTTON}
                  >
                    <DriverIcon name="camera" />
                    {photoVerb(defect)}
                    <span className="sr-only">: {item}</span>
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function photoVerb({ photoIds: { length } }: Defect): string {
  if (length >= MAX_INSPECTION_PHOTOS) return `${length} photos taken`;
  return length === 0 ? 'Photo' : `Another photo (${length} taken)`;
}

type SafetyProps = { isSafe: boolean | null; onChoose: (isSafe: boolean) => void };

function Safety({ isSafe, onChoose }: SafetyProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Is the truck safe to drive?</legend>
      <div className="grid grid-cols-2 gap-2">
        {[true, false].map((value) => (
          <label key={String(value)} className={`${LARGE_BUTTON} has-checked:border-brand`}>
            <input
              type="radio"
              name="isSafe"
              checked={isSafe === value}
              onChange={() => onChoose(value)}
              className="size-6 shrink-0"
            />
            {value ? 'Yes' : 'No'}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
