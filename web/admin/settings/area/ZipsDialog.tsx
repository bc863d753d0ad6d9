import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Zone } from '#domain/catalog/rate-card.ts';
import { formatCount } from '#domain/text.ts';
import { useChangeZips, type ZipChangeResult, zoneZipsQuery } from '#web/api/catalog-draft.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { CONTROL, Field, fieldAria } from '#web/form/Field.tsx';
import { failureText } from '#web/form/failure.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** More are listed as a number. */
const MAX_SHOWN = 200;

type Props = { zone: Zone; zones: readonly Zone[]; onClose: () => void };

/** Adds pasted ZIP codes to a zone or removes them, and says what happened to each. */
export function ZipsDialog({ zone, zones, onClose }: Props) {
  const [text, setText] = useState('');
  const [done, setDone] = useState(0);
  const current = useQuery(zoneZipsQuery(zone.id));
  const change = useChangeZips(setDone);
  const entries = text.split(/[\s,;]+/).filter(Boolean);
  const apply = (mode: 'add' | 'remove') => {
    setDone(0);
    change.mutate(
      { zone: zone.id, mode, zips: entries },
      {
        onSuccess: (result) => {
          setText(result?.invalid.join('\n') ?? '');
          void current.refetch();
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (entries.length > 0) apply('add');
  };
  return (
    <FormDialog
      title={`ZIP codes of ${zone.name}`}
      submitText={entries.length > 0 ? `Add ${formatCount(entries.length)}` : 'Add'}
      closeText="Close"
      pendingText={`Saving ${formatCount(done)} of ${formatCount(entries.length)}...`}
      isPending={change.isPending}
      isDirty={entries.length > 0}
      error={change.error && failureText('Not all ZIP codes were saved.', change.error)}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field
        name="zips"
        label="Paste or type ZIP codes"
        hint="Separated by spaces, commas or lines; ranges as 12200-12299. A whole spreadsheet column is fine."
        error={undefined}
      >
        <textarea
          {...fieldAria('zips', undefined, 'hint')}
          name="zips"
          rows={5}
          autoComplete="off"
          inputMode="text"
          className={`${CONTROL} font-mono`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {change.isPending && (
        <progress
          aria-label="ZIP codes saved"
          className="h-2 w-full accent-brand"
          value={done}
          max={entries.length}
        />
      )}
      {change.data && <Result result={change.data} zones={zones} />}
      <section aria-label="ZIP codes of this zone">
        <h3 className="font-semibold text-sm">In this zone now</h3>
        <CodeList codes={current.data ?? []} empty={current.isPending ? 'Loading...' : 'None yet.'} />
      </section>
      {entries.length > 0 && (
        <Button variant="quiet" disabled={change.isPending} onClick={() => apply('remove')}>
          Remove these {formatCount(entries.length)} from the zone instead
        </Button>
      )}
    </FormDialog>
  );
}

function Result({ result, zones }: { result: ZipChangeResult; zones: readonly Zone[] }) {
  const { added, removed, unchanged, invalid, inOtherZone, count } = result;
  const parts = [
    added > 0 && `${formatCount(added)} added`,
    removed > 0 && `${formatCount(removed)} removed`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
  ].filter(Boolean);
  const nameOf = (id: string) => zones.find((zone) => zone.id === id)?.name ?? id;
  const hasProblems = invalid.length > 0 || inOtherZone.length > 0;
  return (
    <Notice variant={hasProblems ? 'attention' : 'quiet'} role="status">
      <p>
        {parts.join(', ') || 'Nothing changed'}. The zone has {formatCount(count)} ZIP codes.
      </p>
      {invalid.length > 0 && (
        <div className="mt-2">
          <p className="font-semibold">
            {formatCount(invalid.length)} could not be read. They are in the field above: correct and add
            them.
          </p>
          <CodeList codes={invalid} empty="" />
        </div>
      )}
      {inOtherZone.length > 0 && (
        <div className="mt-2">
          <p className="font-semibold">
            {formatCount(inOtherZone.length)} not added, because another zone has them. Remove them there
            first.
          </p>
          <CodeList codes={inOtherZone.map(({ zip, zone }) => `${zip} (${nameOf(zone)})`)} empty="" />
        </div>
      )}
    </Notice>
  );
}

function CodeList({ codes, empty }: { codes: readonly string[]; empty: string }) {
  if (codes.length === 0) return <p className="text-ink-soft text-sm">{empty}</p>;
  const more = codes.length - MAX_SHOWN;
  return (
    <p className="wrap-anywhere max-h-40 overflow-y-auto text-sm tabular-nums">
      {codes.slice(0, MAX_SHOWN).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}
