import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { HeldMoves, Hold, HoldUsage, releaseHold } from '#contract/holds.ts';
import { NEAR_LIMIT_PERCENT } from '#domain/rental/hold.ts';
import { formatDay } from '#domain/shared/days.ts';
import { holdsQuery, useReleaseHold } from '#web/api/holds.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { holdColumns } from './hold-columns.tsx';
import { daysWords } from './words.ts';

/** The alert e-mail links here. */
const ANCHOR = 'holds';
const TICK_MS = 10_000;

/** Units held by customers who are paying, with end and limits. Users with write access can release a hold. */
export function HoldsSection({ canWrite }: { canWrite: boolean }) {
  const id = useId();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(holdsQuery);
  const [releasing, setReleasing] = useState<Hold | null>(null);
  const nowMs = useServerNow(data ? { now: data.now, readAtMs: dataUpdatedAt } : null);
  const section = useScrollToAnchor(data !== undefined);
  const columns = useMemo(
    () => holdColumns({ nowMs, onRelease: canWrite ? setReleasing : null }),
    [nowMs, canWrite],
  );
  return (
    <section
      ref={section}
      id={ANCHOR}
      aria-labelledby={id}
      className="@container/list scroll-mt-20 space-y-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          Unpaid holds
        </h2>
        <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-ink-soft text-sm">
          {data ? countText(data) : 'Dumpsters held by customers who are paying.'}
        </p>
        <RowButton className="!min-h-11" aria-disabled={isFetching} onClick={() => void refetch()}>
          Refresh <span className="sr-only">unpaid holds</span>
        </RowButton>
      </div>
      {error && (
        <LoadFailure
          failed={`The holds could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Usage usage={data.usage} />}
      {data && <Moves moves={data.moves} />}
      {(data ? data.holds.length > 0 : !error) && (
        <div className="rows:rounded-lg rows:border rows:border-line rows:bg-surface">
          <DataTable
            caption="Unpaid holds"
            columns={columns}
            rows={data?.holds ?? null}
            rowKey={(hold) => hold.id}
            rowName={(hold) => hold.customerName}
            isBusy={isFetching && data !== undefined}
          />
        </div>
      )}
      {releasing && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </section>
  );
}

function countText({ total, holds }: { total: number; holds: readonly Hold[] }): string {
  if (total === 0) return 'No dumpster is held at the moment.';
  if (total === 1) return '1 customer who is paying holds dumpsters.';
  const rest = holds.length < total ? ` The newest ${holds.length} are shown.` : '';
  return `${total} customers who are paying hold dumpsters.${rest}`;
}

/** Shows only limits that are in use. */
function Usage({ usage }: { usage: readonly HoldUsage[] }) {
  const used = usage.filter(({ heldDays }) => heldDays > 0);
  if (used.length === 0) return null;
  return (
    <ul aria-label="Days held unpaid" className={USAGE}>
      {used.map(({ dumpsterType, heldDays, maxDays }) => (
        <li key={dumpsterType} className={USED}>
          <span>
            <span className="font-semibold">{dumpsterType ?? 'All sizes'}</span>: {heldDays} of {maxDays} days
          </span>
          <NearLimit held={heldDays} max={maxDays} />
        </li>
      ))}
    </ul>
  );
}

const USAGE = 'flex flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums';
const USED = 'flex flex-wrap items-center gap-2';
const MAX_DAYS = 10;

/** The days on which unpaid holds take the most truck moves. */
function Moves({ moves }: { moves: readonly HeldMoves[] }) {
  if (moves.length === 0) return null;
  return (
    <ul aria-label="Truck moves held unpaid" className={USAGE}>
      {moves.slice(0, MAX_DAYS).map(({ day, heldMoves, maxHeldMoves }) => (
        <li key={day} className={USED}>
          <span>
            <span className="font-semibold">{formatDay(day)}</span>: {heldMoves} of {maxHeldMoves} truck moves
          </span>
          <NearLimit held={heldMoves} max={maxHeldMoves} />
        </li>
      ))}
    </ul>
  );
}

function NearLimit({ held, max }: { held: number; max: number }) {
  return held * 100 >= max * NEAR_LIMIT_PERCENT && <Badge variant="attention">Near the limit</Badge>;
}

/** The server's time: that of its last reply plus the time since. The device's clock may be wrong. */
function useServerNow(read: { now: string; readAtMs: number } | null): number {
  const [deviceMs, setDeviceMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setDeviceMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!read) return deviceMs;
  return Date.parse(read.now) + Math.max(0, deviceMs - read.readAtMs);
}

/** The browser looks for the anchor before the section is rendered. */
function useScrollToAnchor(isLoaded: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${ANCHOR}`) section.current?.scrollIntoView?.();
  }, [isLoaded]);
  return section;
}

function ReleaseHoldDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const { customerName, dumpsterType, dumpsterNumber, startDate, endDate } = hold;
  return (
    <MutationDialog
      title="Release this hold?"
      confirmText="Release"
      pendingText="Releasing..."
      mutation={useReleaseHold()}
      target={hold.id}
      done={(reply) => resultWords(reply, customerName)}
      failed="Failed to release the hold"
      onClose={onClose}
    >
      <p>
        <Named>{customerName}</Named> can no longer pay for the {dumpsterType} <Named>{dumpsterNumber}</Named>
        , {daysWords({ from: startDate, to: endDate })}. The payment is cancelled, and the days are free
        again. If the customer has paid in the meantime, the hold becomes a booking instead.
      </p>
    </MutationDialog>
  );
}

function resultWords({ result, bookingId }: ReplyOf<typeof releaseHold>, customerName: string) {
  if (result === 'released') {
    return { title: 'Hold Released', text: `The days held by ${customerName} are free again.` };
  }
  return { title: 'Hold Was Paid', text: `${customerName} has paid: it is now booking #${bookingId}.` };
}
