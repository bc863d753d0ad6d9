import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type Dumpster,
  type getFleetTimeline,
  MAX_TIMELINE_DAYS,
  type TimelineBar,
} from '#contract/inventory.ts';
import { addDays, type Day, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import { spokenDay } from '#web/kit/dates/month.ts';
import { barPlace, FleetBar } from './FleetBar.tsx';
import { TimelineRow, unitName } from './TimelineRow.tsx';
import { useBarMoves } from './use-bar-moves.ts';

const ROW_PX = 36;
/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 8;

type Props = {
  from: Day;
  timeline: ReplyOf<typeof getFleetTimeline>;
  /** Earlier days are shown while the asked ones load. */
  isStale: boolean;
  onMove: ((move: { bar: TimelineBar; unit: Dumpster }) => void) | null;
};

/** One row for each unit. Only the rows in view are in the document, and the row of a bar that is moved. */
export function TimelineGrid({ from, timeline, isStale, onMove }: Props) {
  const { units, bars, today } = timeline;
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const moves = useBarMoves({
    units,
    onMove: isStale ? null : onMove,
    onRow: (index) => rows.scrollToIndex(index),
  });
  const { moving } = moves;
  const movedRow = moving ? units.findIndex(({ id }) => id === moving.bar.dumpsterId) : -1;
  const rows = useVirtualizer({
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollPaddingStart: HEADER_PX,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (movedRow < 0 || drawn.includes(movedRow)) return drawn;
      return [...drawn, movedRow].toSorted((a, b) => a - b);
    },
    // Until the region is measured.
    initialRect: { width: 1200, height: 640 },
  });
  // While other days load, the bars are still those of the days before.
  const last = addDays(from, MAX_TIMELINE_DAYS - 1);
  const visible = bars.filter(({ startDate, endDate }) => startDate <= last && endDate >= from);
  const barsOf = Map.groupBy(visible, ({ dumpsterId }) => dumpsterId);
  const days = Array.from({ length: MAX_TIMELINE_DAYS }, (_, index) => addDays(from, index));
  if (units.length === 0) return <p className="py-8 text-center text-ink-soft">No units of this size</p>;
  const target = moving && moving.to !== movedRow ? units[moving.to] : undefined;
  return (
    <>
      <p id={hintId} className="sr-only">
        {onMove
          ? 'Up and down go from unit to unit. Enter picks a booking up: then up and down choose the unit, Enter moves it there, Escape puts it back, and Enter on its own unit opens it.'
          : 'Up and down go from unit to unit. Enter opens a booking.'}
      </p>
      <p aria-live="assertive" className="sr-only">
        {moving?.isByKeys && movingText(moving.bar, { unit: units[moving.to], bars })}
      </p>
      {/* The region scrolls, so it can be focused. */}
      <section
        ref={scroller}
        aria-label="Units"
        aria-describedby={hintId}
        aria-busy={isStale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[calc(100dvh-14rem)] min-h-80 overflow-auto rounded-lg border border-line bg-surface"
      >
        <div className="min-w-[66rem]">
          <DayHeader days={days} today={today} />
          <ol className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const unit = units[index];
              if (!unit) return null;
              return (
                <TimelineRow
                  key={unit.id}
                  unit={unit}
                  position={{ index, count: units.length, top: start, height: ROW_PX }}
                  isTarget={target === unit}
                  onDragOver={moving && !moving.isByKeys ? () => moves.moveTo(index) : null}
                  onDrop={moves.drop}
                >
                  <TodayLine from={from} today={today} />
                  {barsOf.get(unit.id)?.map((bar) => (
                    <FleetBar
                      key={bar.id}
                      bar={bar}
                      from={from}
                      days={MAX_TIMELINE_DAYS}
                      freeDays={freeDaysAfter(bar, barsOf.get(unit.id) ?? [], last)}
                      isMovable={moves.isMovable(bar)}
                      isMoving={moving?.bar.id === bar.id}
                      onKeyDown={(event) => moves.press(event, bar)}
                      onBlur={() => moving?.isByKeys && moves.cancel()}
                      onDragStart={() => moves.pickUp(bar, false)}
                      onDragEnd={moves.cancel}
                    />
                  ))}
                  {target === unit && moving && <GhostBar bar={moving.bar} from={from} />}
                </TimelineRow>
              );
            })}
          </ol>
        </div>
      </section>
    </>
  );
}

/** The days between a bar and the next one of its unit, or the last day that is shown. */
function freeDaysAfter({ endDate }: TimelineBar, bars: readonly TimelineBar[], last: Day): number {
  const starts = bars.map(({ startDate }) => startDate).filter((day) => day > endDate);
  const end = starts.toSorted()[0] ?? addDays(last, 1);
  return Math.max(0, daysBetween(endDate, end) - 1);
}

/** 'Moving Ada Byron: Unit 10-3, 10-Yard, taken by Lee Moss.' */
function movingText(
  { id, customer, startDate, endDate }: TimelineBar,
  { unit, bars }: { unit: Dumpster | undefined; bars: readonly TimelineBar[] },
): string {
  if (!unit) return '';
  const taken = bars.find(
    (bar) =>
      bar.dumpsterId === unit.id && bar.id !== id && bar.startDate <= endDate && bar.endDate >= startDate,
  );
  const state = taken ? `, taken by ${taken.customer ?? 'a hold'}` : '';
  return `Moving ${customer}: ${unitName(unit)}${state}`;
}

/** Where the moved bar would be. */
function GhostBar({ bar, from }: { bar: TimelineBar; from: Day }) {
  return (
    <li
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-1 z-[1] rounded-md border-2 border-brand border-dashed"
      style={barPlace(bar, { from, days: MAX_TIMELINE_DAYS })}
    />
  );
}

/** The height of the row of days, which stays in view. */
const HEADER_PX = 40;
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Weeks begin with a line; the first day and each first of a month have its name. */
function DayHeader({ days, today }: { days: readonly Day[]; today: Day }) {
  return (
    <div aria-hidden="true" className="sticky top-0 z-20 flex h-10 border-line border-b bg-sunk text-xs">
      <span className="sticky left-0 z-10 w-36 shrink-0 border-line border-r bg-sunk max-md:w-24" />
      <div className="grid flex-1 grid-cols-[repeat(42,minmax(0,1fr))]">
        {days.map((day, index) => {
          const isNamed = index === 0 || day.endsWith('-01');
          return (
            <span
              key={day}
              title={spokenDay(day)}
              className={`flex flex-col items-center justify-end pb-1 tabular-nums leading-tight ${
                weekdayOf(day) === 0 ? 'border-line border-l' : ''
              } ${day === today ? 'font-bold text-brand' : 'text-ink-soft'}`}
            >
              {isNamed && <span>{MONTH.format(Date.parse(`${day}T00:00:00Z`))}</span>}
              {Number(day.slice(8))}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function TodayLine({ from, today }: { from: Day; today: Day }) {
  const offset = daysBetween(from, today);
  if (offset < 0 || offset >= MAX_TIMELINE_DAYS) return null;
  const share = 100 / MAX_TIMELINE_DAYS;
  return (
    <li
      aria-hidden="true"
      className="absolute inset-y-0 bg-signal-soft"
      style={{ left: `${offset * share}%`, width: `${share}%` }}
    />
  );
}
