import type { ReactNode } from 'react';
import type { CalendarMove, TruckDay } from '#contract/truck-calendar.ts';
import type { Day } from '#domain/shared/days.ts';
import { spokenDay } from '#web/kit/dates/month.ts';

type CellProps = {
  day: Day;
  isToday: boolean;
  isDimmed: boolean;
  facts: TruckDay | undefined;
  maxTruckMoves: number | null;
  isTarget: boolean;
  /** In the order in which they are shown. */
  chips: CalendarMove[];
  shown: number;
  /** Opens the week of the day; null where the week is shown. */
  onDay: (() => void) | null;
  onDragOver: (() => void) | null;
  onDrop: () => void;
  children: (move: CalendarMove) => ReactNode;
};

/** A day of the calendar: its counts, the room that the trucks have left, and its deliveries and pickups. */
export function CalendarCell(props: CellProps) {
  const { day, isToday, isDimmed, facts, maxTruckMoves, isTarget, chips, shown, onDay, onDragOver } = props;
  const count = facts ? facts.deliveries + facts.exchanges + facts.pickups : 0;
  // One chip instead of 'and 1 more', which takes the same room.
  const visible = chips.length - shown === 1 ? chips : chips.slice(0, shown);
  const rest = count - visible.length;
  const tone = facts?.closed ? 'bg-sunk' : 'bg-surface';
  const isEmpty = count === 0 && !isToday;
  return (
    <li
      data-day={day}
      aria-label={spokenDay(day)}
      aria-current={isToday ? 'date' : undefined}
      onDragOver={(event) => {
        if (!onDragOver) return;
        event.preventDefault();
        onDragOver();
      }}
      onDrop={props.onDrop}
      className={`flex min-w-0 flex-col gap-1 p-1.5 lg:min-h-24 ${tone} ${isEmpty ? 'max-md:hidden' : ''} ${
        isTarget ? 'outline-2 outline-brand -outline-offset-2' : ''
      }`}
    >
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-2 text-sm ${isDimmed ? 'text-ink-soft' : ''}`}
      >
        <span
          aria-hidden="true"
          className={`font-semibold tabular-nums ${isToday ? 'rounded-md bg-brand px-1.5 text-on-brand' : 'px-0.5'}`}
        >
          <span className="lg:hidden">{spokenDay(day).replace(/, \d{4}$/, '')}</span>
          <span className="max-lg:hidden">{Number(day.slice(8))}</span>
        </span>
        {facts && count > 0 && <DayCounts facts={facts} />}
      </div>
      {facts && maxTruckMoves !== null && facts.truckMoves > 0 && (
        <CapacityBar taken={facts.truckMoves} limit={maxTruckMoves} />
      )}
      {facts?.closed && (
        <p className="truncate text-ink-soft text-xs" title={facts.closed}>
          {facts.closed}
        </p>
      )}
      {visible.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 md:max-lg:grid-cols-2">
          {visible.map((move) => props.children(move))}
        </ul>
      )}
      {rest > 0 &&
        (onDay ? (
          <button
            type="button"
            onClick={onDay}
            className="min-h-6 rounded-sm px-1 text-left font-semibold text-brand text-xs hover:underline max-lg:min-h-11"
          >
            {rest} more<span className="sr-only"> on {spokenDay(day)}</span>
          </button>
        ) : (
          <p className="px-1 text-ink-soft text-xs">and {rest} more</p>
        ))}
    </li>
  );
}

/** '2 in, 1 out' as deliveries and pickups. */
function DayCounts({ facts }: { facts: TruckDay }) {
  const { deliveries, exchanges, pickups } = facts;
  const parts = [
    { sign: '↓', count: deliveries, one: 'delivery', many: 'deliveries' },
    { sign: '⇄', count: exchanges, one: 'exchange', many: 'exchanges' },
    { sign: '↑', count: pickups, one: 'pickup', many: 'pickups' },
  ].filter(({ count }) => count > 0);
  return (
    <span className="flex gap-2 text-ink-soft text-xs tabular-nums">
      {parts.map(({ sign, count, one, many }) => (
        <span key={sign}>
          <span aria-hidden="true">{sign}</span>
          {count}
          <span className="sr-only"> {count === 1 ? one : many}</span>
        </span>
      ))}
    </span>
  );
}

/** How much of what the trucks can do on a day is taken. */
function CapacityBar({ taken, limit }: { taken: number; limit: number }) {
  const isFull = taken >= limit;
  return (
    <div
      role="img"
      aria-label={`${taken} of ${limit} truck moves taken`}
      title={`${taken} of ${limit} truck moves taken`}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full ${isFull ? 'bg-danger' : 'bg-brand'}`}
        style={{ width: `${Math.min(100, (taken / Math.max(limit, 1)) * 100)}%` }}
      />
    </div>
  );
}
