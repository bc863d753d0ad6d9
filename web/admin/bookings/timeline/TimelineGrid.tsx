import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type Dumpster,
  type getFleetTimeline,
  MAX_TIMELINE_DAYS,
  type TimelineBar,
} from '#contract/inventory.ts';
import { addDays, type Day, daysBetween } from '#domain/days.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { spokenDay, weekday } from '#web/ui/dates/month.ts';
import { FleetBar } from './FleetBar.tsx';

const ROW_PX = 40;
/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 8;

type Props = {
  from: Day;
  timeline: ReplyOf<typeof getFleetTimeline>;
  /** Earlier days are shown while the asked ones load. */
  isStale: boolean;
  onMove: ((move: { bar: TimelineBar; unit: Dumpster }) => void) | null;
};

/** One row for each unit. Only the rows in view are in the document. */
export function TimelineGrid({ from, timeline, isStale, onMove }: Props) {
  const { units, bars, today } = timeline;
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<TimelineBar | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const rows = useVirtualizer({
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // Until the region is measured.
    initialRect: { width: 1200, height: 640 },
  });
  // While other days load, the bars are still those of the days before.
  const last = addDays(from, MAX_TIMELINE_DAYS - 1);
  const visible = bars.filter(({ startDate, endDate }) => startDate <= last && endDate >= from);
  const barsOf = Map.groupBy(visible, ({ dumpsterId }) => dumpsterId);
  const days = Array.from({ length: MAX_TIMELINE_DAYS }, (_, index) => addDays(from, index));
  const endDrag = () => {
    setDragged(null);
    setTarget(null);
  };
  if (units.length === 0) return <p className="py-8 text-center text-ink-soft">No units of this size</p>;
  return (
    // The region scrolls, so it can be focused.
    <section
      ref={scroller}
      aria-label="Units"
      aria-busy={isStale}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[calc(100vh-16rem)] min-h-80 overflow-auto rounded-lg border border-line bg-surface"
    >
      <div className="min-w-[76rem]">
        <DayHeader days={days} today={today} />
        <ol className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const unit = units[index];
            if (!unit) return null;
            return (
              <li
                key={unit.id}
                aria-setsize={units.length}
                aria-posinset={index + 1}
                aria-label={`Unit ${unit.dumpsterNumber}, ${unit.dumpsterType}${unit.isAvailable ? '' : ', out of service'}`}
                onDragOver={(event) => {
                  if (!dragged || dragged.dumpsterId === unit.id) return;
                  event.preventDefault();
                  setTarget(unit.id);
                }}
                onDrop={() => {
                  if (dragged && onMove && dragged.dumpsterId !== unit.id) onMove({ bar: dragged, unit });
                  endDrag();
                }}
                style={{ top: start, height: ROW_PX }}
                className={`absolute inset-x-0 flex border-line border-b ${target === unit.id ? 'bg-brand-soft' : ''}`}
              >
                <div className="sticky left-0 z-10 flex w-36 shrink-0 items-center gap-2 border-line border-r bg-surface px-3 text-sm">
                  <span className="truncate font-semibold">{unit.dumpsterNumber}</span>
                  {unit.isAvailable ? (
                    <span className="text-ink-soft text-xs">{unit.dumpsterType}</span>
                  ) : (
                    <Badge variant="quiet">Off</Badge>
                  )}
                </div>
                <ul className="relative min-w-0 flex-1">
                  <TodayLine from={from} today={today} />
                  {barsOf.get(unit.id)?.map((bar) => (
                    <FleetBar
                      key={bar.id}
                      bar={bar}
                      from={from}
                      days={MAX_TIMELINE_DAYS}
                      isMovable={onMove !== null && !isStale}
                      onDragStart={() => setDragged(bar)}
                      onDragEnd={endDrag}
                    />
                  ))}
                </ul>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Weeks begin with a line; the first day and each first of a month have its name. */
function DayHeader({ days, today }: { days: readonly Day[]; today: Day }) {
  return (
    <div aria-hidden="true" className="sticky top-0 z-20 flex h-10 border-line border-b bg-sunk text-xs">
      <span className="sticky left-0 z-10 w-36 shrink-0 border-line border-r bg-sunk" />
      <div className="grid flex-1 grid-cols-[repeat(42,minmax(0,1fr))]">
        {days.map((day, index) => {
          const isNamed = index === 0 || day.endsWith('-01');
          return (
            <span
              key={day}
              title={spokenDay(day)}
              className={`flex flex-col items-center justify-end pb-1 tabular-nums leading-tight ${
                weekday(day) === 0 ? 'border-line border-l' : ''
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
