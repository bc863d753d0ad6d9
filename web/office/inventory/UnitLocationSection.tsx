import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import type { LocationEntry } from '#contract/unit-locations.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { unitLocationQuery } from '#web/api/inventory.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { LocationText } from './LocationText.tsx';

/** Where a unit is and was, and since when. `onCorrect`: null for roles that cannot correct it. */
export function UnitLocationSection({ unit, onCorrect }: { unit: Dumpster; onCorrect: (() => void) | null }) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(unitLocationQuery(unit.id));
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-lg">
          Location
        </h3>
        {onCorrect && <RowButton onClick={onCorrect}>Correct location</RowButton>}
      </div>
      {!data && error && (
        <LoadFailure
          failed="The location could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status" className="mt-2">
          <span className="sr-only">Loading the location...</span>
          <div aria-hidden="true" className="h-16 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
      {data && <LocationEntries entries={data.value.entries} />}
    </section>
  );
}

/** The places of a unit, newest first. What was undone is struck through. */
function LocationEntries({ entries }: { entries: readonly LocationEntry[] }) {
  if (entries.length === 0) {
    return <p className="mt-1 text-ink-soft text-sm">In the yard. It was never moved.</p>;
  }
  return (
    <Folded items={entries}>
      {(shown) => (
        <ol className="mt-2 space-y-3 text-sm">
          {shown.map((entry) => (
            <li key={entry.id} className="border-line border-l-4 pl-3">
              <div className={entry.isUndone ? 'text-ink-soft line-through' : ''}>
                <LocationText location={entry} />
              </div>
              <p className="wrap-anywhere text-ink-soft">
                <time dateTime={entry.since}>{momentText(entry.since, site.timeZone)}</time>,{' '}
                {causeText(entry)}
              </p>
              {entry.reason && (
                <p dir="auto" className="wrap-anywhere">
                  {entry.reason}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Folded>
  );
}

/** 'Delivery marked by Dana Cole', 'corrected by Dana Cole', 'Pickup, undone'. */
function causeText({ jobType, isByDriver, recordedBy, isUndone }: LocationEntry): string {
  const by = recordedBy ? ` by ${recordedBy}` : '';
  const undone = isUndone ? ', undone' : '';
  if (jobType === null) return `${isByDriver ? 'recorded by the driver' : `corrected${by}`}${undone}`;
  const how = isByDriver ? ' by the driver' : by && ` marked${by}`;
  return `${JOB_LABELS[jobType]}${how}${undone}`;
}
