import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CalendarMove, getTruckCalendar, TruckDay } from '#contract/truck-calendar.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import { describeLateness } from '#web/kit/dates/late.ts';
import { spokenDay, WEEKDAYS } from '#web/kit/dates/month.ts';
import { CalendarCell } from './CalendarCell.tsx';
import type { CalendarView } from './calendar-window.ts';
import { MoveChip } from './MoveChip.tsx';

type Calendar = ReplyOf<typeof getTruckCalendar>;

type Props = {
  view: CalendarView;
  /** 'yyyy-mm': days of other months are dimmed. */
  month: string;
  days: readonly Day[];
  /** Undefined while it loads. */
  calendar: Calendar | undefined;
  onDay: (day: Day) => void;
  /** A booking was moved to another day; null if the user may not change bookings. */
  onMove: ((move: CalendarMove, day: Day) => void) | null;
};

/** Chips of a day in the month; the week shows all that were loaded. */
const CHIPS_OF_MONTH = 3;

/** Keys that choose the day of a booking that is being moved. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Weeks of seven days; on phones and tablets, where a name has no room in a seventh, a list of the days. */
export function CalendarGrid({ view, month, days, calendar, onDay, onMove }: Props) {
  const hintId = useId();
  const grid = useRef<HTMLOListElement>(null);
  /** The booking that is dragged or moved by keys, and the day under it. */
  const [moving, setMoving] = useState<{ move: CalendarMove; to: Day; isByKeys: boolean } | null>(null);
  const facts = new Map(calendar?.days.map((day) => [day.day, day]));
  const late = (move: CalendarMove) =>
    calendar ? describeLateness({ ...move, dueDay: move.day }, calendar.today) : null;
  // What is late comes first, and what is done last.
  const rank = (move: CalendarMove) => (late(move) ? 0 : 1 + Number(move.isDone));
  const chipsOf = (day: Day) =>
    calendar?.moves.filter((move) => move.day === day).toSorted((a, b) => rank(a) - rank(b)) ?? [];
  const drop = () => {
    if (moving && onMove && moving.to !== moving.move.day) onMove(moving.move, moving.to);
    setMoving(null);
  };

  const onKeyDown = (event: KeyboardEvent, move: CalendarMove) => {
    // Shortcuts of the browser: Alt and the left arrow goes back, Ctrl and Enter opens a tab.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = STEPS[event.key];
    if (!moving?.isByKeys) {
      if (step !== undefined) {
        event.preventDefault();
        focusNextTo(grid.current, event.currentTarget, event.key);
      } else if (event.key === 'Enter' && onMove && isMovable(move)) {
        event.preventDefault();
        setMoving({ move, to: move.day, isByKeys: true });
      }
      return;
    }
    if (step !== undefined) {
      event.preventDefault();
      const to = addDays(moving.to, step);
      if (days.includes(to)) setMoving({ ...moving, to });
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      setMoving(null);
    } else if (event.key === 'Enter' && moving.to !== moving.move.day) {
      event.preventDefault();
      drop();
    }
    // Enter on the same day follows the link to the booking.
  };

  return (
    <div>
      <p id={hintId} className="sr-only">
        {onMove
          ? 'Arrow keys go from booking to booking. Enter picks a booking up: then arrow keys choose the day, Enter moves it there, Escape puts it back, and Enter on its own day opens it.'
          : 'Arrow keys go from booking to booking. Enter opens one.'}
      </p>
      <p aria-live="assertive" className="sr-only">
        {moving?.isByKeys &&
          `Moving ${moving.move.customer}: ${spokenDay(moving.to)}${closedText(facts.get(moving.to))}`}
      </p>
      <div aria-hidden="true" className="grid grid-cols-7 gap-px text-ink-soft text-sm max-lg:hidden">
        {WEEKDAYS.map((name) => (
          <span key={name} className="px-2 py-1">
            {name.slice(0, 3)}
          </span>
        ))}
      </div>
      <ol
        ref={grid}
        aria-busy={!calendar}
        aria-describedby={hintId}
        className="grid gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-7"
      >
        {days.map((day) => (
          <CalendarCell
            key={day}
            day={day}
            isToday={day === calendar?.today}
            isDimmed={view === 'month' && !day.startsWith(month)}
            facts={facts.get(day)}
            maxTruckMoves={calendar?.maxTruckMovesPerDay ?? null}
            isTarget={moving?.to === day && moving.move.day !== day}
            chips={chipsOf(day)}
            shown={view === 'month' ? CHIPS_OF_MONTH : Number.POSITIVE_INFINITY}
            onDay={view === 'month' ? () => onDay(day) : null}
            onDragOver={moving && !moving.isByKeys ? () => setMoving({ ...moving, to: day }) : null}
            onDrop={drop}
          >
            {(move) => (
              <MoveChip
                key={move.jobId}
                move={move}
                late={late(move)}
                isMovable={onMove !== null && isMovable(move)}
                isMoving={moving?.move.jobId === move.jobId}
                isRoomy={view === 'week'}
                onKeyDown={(event) => onKeyDown(event, move)}
                onBlur={() => moving?.isByKeys && setMoving(null)}
                onDragStart={() => setMoving({ move, to: move.day, isByKeys: false })}
                onDragEnd={() => setMoving(null)}
              />
            )}
          </CalendarCell>
        ))}
      </ol>
    </div>
  );
}

/** What is done or over stays where it is, and an exchange is moved on the booking's page. */
function isMovable({ isDone, type, status }: CalendarMove): boolean {
  const isOver = status === 'cancelled' || status === 'completed';
  return !isDone && !isOver && (type === 'delivery' || type === 'final_pickup');
}

const closedText = (facts: TruckDay | undefined) => (facts?.closed ? `, ${facts.closed}` : '');

/** Left and right go to the booking before and after, up and down to those of the week before and after. */
function focusNextTo(grid: HTMLElement | null, from: Element, key: string): void {
  const chips = [...(grid?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
  const index = chips.indexOf(from as HTMLElement);
  const dayOf = (chip: HTMLElement) => chip.closest<HTMLElement>('[data-day]')?.dataset.day ?? '';
  const step = STEPS[key] ?? 0;
  const day = addDays(dayOf(from as HTMLElement), step);
  const next =
    step > 0 ? chips.find((chip) => dayOf(chip) >= day) : chips.findLast((chip) => dayOf(chip) <= day);
  (Math.abs(step) === 1 ? chips[index + step] : next)?.focus();
}
