import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Zone } from '#domain/catalog/rate-card.ts';
import { formatCount } from '#domain/shared/text.ts';
import {
  useChangeZips,
  type ZipChangeResult,
  type ZipProgress,
  zoneZipsQuery,
} from '#web/api/catalog-draft.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { readPastedZips, storePastedZips } from '#web/office/settings/section/stored-input.ts';

/** Browsers need half a minute to paste 40,000 lines into a field, so a text of this length is set at once. */
const LONG_PASTE = 10_000;
/** More are listed as a number. */
const MAX_SHOWN = 200;

const HINT =
  'Separated by spaces, commas or lines; ranges as 12200-12299. A whole spreadsheet column is fine.';

type Props = { zone: Zone; zones: readonly Zone[]; onClose: () => void };

/**
 * Adds pasted ZIP codes to a zone or removes them, and says what happened to each. What is not saved survives a reload;
 * after a failure half way the rest stays in the field.
 */
export function ZipsDialog({ zone, zones, onClose }: Props) {
  const [text, setText] = useState(() => {
    const stored = readPastedZips();
    return stored?.zone === zone.id ? stored.text : '';
  });
  const [isRestored, setRestored] = useState(text !== '');
  const [{ done, result }, setProgress] = useState<ZipProgress>({ done: 0, result: null });
  const current = useQuery(zoneZipsQuery(zone.id));
  const entries = useMemo(() => text.split(/[\s,;]+/).filter(Boolean), [text]);
  const enter = (typed: string) => {
    setText(typed);
    keep(typed);
  };
  const keep = (rest: string) => storePastedZips({ zone: zone.id, text: rest });
  const restAfter = (progress: ZipProgress) =>
    [...(progress.result?.invalid ?? []), ...entries.slice(progress.done)].join('\n');
  const last = useRef<ZipProgress>({ done: 0, result: null });
  const change = useChangeZips((progress) => {
    last.current = progress;
    setProgress(progress);
    keep(restAfter(progress));
  });
  const apply = (mode: 'add' | 'remove') => {
    last.current = { done: 0, result: null };
    setProgress(last.current);
    setRestored(false);
    change.mutate(
      { zone: zone.id, mode, zips: entries },
      {
        onSettled: () => {
          setText(restAfter(last.current));
          void current.refetch();
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (entries.length > 0) apply('add');
  };
  const close = () => {
    keep('');
    onClose();
  };
  const failure = change.error && failureText(unsavedText(done, entries.length), change.error);
  return (
    <FormDialog
      title={
        <>
          ZIP codes of <bdi>{zone.name}</bdi>
        </>
      }
      submitText={entries.length > 0 ? `Add ${formatCount(entries.length)}` : 'Add'}
      closeText="Close"
      pendingText={`Saving ${formatCount(done)} of ${formatCount(entries.length)}...`}
      isPending={change.isPending}
      isDirty={entries.length > 0}
      error={failure}
      onSubmit={onSubmit}
      onClose={close}
    >
      {isRestored && (
        <Notice variant="quiet" role="status">
          These entries are not saved yet. They were kept while the page was reloaded.
        </Notice>
      )}
      <Field name="zips" label="Paste or type ZIP codes" hint={HINT} error={undefined}>
        <textarea
          {...fieldAria('zips', undefined, HINT)}
          name="zips"
          rows={5}
          autoComplete="off"
          inputMode="text"
          className={`${CONTROL} font-mono`}
          value={text}
          onChange={({ target }) => enter(target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (pasted.length < LONG_PASTE) return;
            event.preventDefault();
            const { value, selectionStart, selectionEnd } = event.currentTarget;
            enter(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
          }}
          readOnly={change.isPending}
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
      {!change.isPending && result && <Result result={result} zones={zones} />}
      <section aria-label="ZIP codes of this zone">
        <h3 className="font-semibold text-sm">In this zone now</h3>
        <CodeList codes={current.data ?? []} empty={current.isPending ? 'Loading...' : 'None yet.'} />
      </section>
      {entries.length > 0 && (
        <Button variant="quiet" disabled={change.isPending} onClick={() => apply('remove')}>
          {entries.length === 1
            ? 'Remove this entry from the zone instead'
            : `Remove these ${formatCount(entries.length)} entries from the zone instead`}
        </Button>
      )}
    </FormDialog>
  );
}

/** `left`: the entries in the field after the failure. */
function unsavedText(done: number, left: number): string {
  if (done === 0) return 'No ZIP code was saved.';
  return `The first ${formatCount(done)} entries are saved. The other ${formatCount(left)} are in the field: add them to continue.`;
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
            {invalid.length === 1
              ? '1 entry could not be read. It is in the field above: correct and add it.'
              : `${formatCount(invalid.length)} entries could not be read. They are in the field above: correct and add them.`}
          </p>
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
    <p dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto text-sm tabular-nums">
      {codes.slice(0, MAX_SHOWN).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}
