import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SizeAvailability } from '#contract/inventory.ts';
import { CallError } from '#web/api/call.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { availabilityQuery } from '#web/api/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { DaysFields, useDaysInAddress } from './DaysFields.tsx';
import { daysWords } from './words.ts';

/** The free units of each size on the requested days, which are in the URL. */
export function AvailabilityCards() {
  const id = useId();
  const today = todayHere();
  const { window, days, isAsked, ask } = useDaysInAddress(today);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(availabilityQuery(window));
  const dayErrors = parseDayErrors(error);
  // A refusal leaves the figures before it standing, so that nothing jumps while days are typed.
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  const sizes = data ?? latest;
  const { data: names } = useQuery(catalogNamesQuery());
  const isToday = days.from === today && days.to === today;
  return (
    <section aria-labelledby={id} className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <h2 id={id} className="min-w-0 flex-1 text-xl">
          Free {isToday ? 'today' : daysWords(days)}
        </h2>
        <RowButton className="!min-h-11 sm:order-last" disabled={!isAsked} onClick={() => ask(null)}>
          Today
        </RowButton>
        <DaysFields days={days} errors={dayErrors} onAsk={ask} />
      </div>
      {error && !dayErrors && (
        <LoadFailure
          failed="Availability could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(sizes || !error) && (
        <ul
          aria-busy={isFetching}
          className={`grid grid-cols-2 gap-3 transition-opacity lg:grid-cols-4 ${isPlaceholderData || error ? 'opacity-60' : ''}`}
        >
          {sizes?.map((size) => <SizeCard key={size.sizeId} name={size.dumpsterType} size={size} />) ??
            names?.dumpsterSizes.map(({ id: sizeId, name }) => <SizeCard key={sizeId} name={name} />)}
        </ul>
      )}
    </section>
  );
}

/** The errors of the two day fields; null if the request did not fail because of the days. */
function parseDayErrors(error: unknown): { from?: string; to?: string } | null {
  if (!(error instanceof CallError) || error.status !== 400) return null;
  const issues = error.reply?.issues ?? [];
  const of = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const [from, to] = [of('from'), of('to')];
  return from || to ? { ...(from && { from }), ...(to && { to }) } : null;
}

/** A size whose figures are not loaded yet has a placeholder for them. */
function SizeCard({ name, size }: { name: string; size?: SizeAvailability }) {
  const off = size ? size.total - size.inService : 0;
  return (
    <li className="flex min-h-36 flex-col rounded-lg border border-line bg-surface p-4">
      <h3 className="text-ink-soft text-lg">{name}</h3>
      {size ? (
        <>
          <p className="mt-1 font-display font-semibold text-2xl tabular-nums">
            {size.available}/{size.total}
            <span className="sr-only"> free</span>
          </p>
          <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2">
            <Badge variant={size.available > 0 ? 'good' : 'danger'}>
              <span aria-hidden="true">{size.available > 0 ? '✓ ' : '✕ '}</span>
              {size.available > 0 ? 'In Stock' : 'Out of Stock'}
            </Badge>
            {off > 0 && <span className="text-ink-soft text-xs">{off} out of service</span>}
          </div>
        </>
      ) : (
        <div role="status" className="mt-2 space-y-4">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-7 w-16 animate-pulse rounded-sm bg-sunk" />
          <div aria-hidden="true" className="h-5 w-24 animate-pulse rounded-sm bg-sunk" />
        </div>
      )}
    </li>
  );
}
