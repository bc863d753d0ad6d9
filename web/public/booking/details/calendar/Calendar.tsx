import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { addDays, type Day, monthOf } from '#domain/shared/days.ts';
import { MonthTurn } from '#web/kit/dates/MonthTurn.tsx';
import { dayByKey, monthTitle, shiftMonth, weeksOf } from '#web/kit/dates/month.ts';
import { WeekdayHead } from '#web/kit/dates/WeekdayHead.tsx';
import { CalendarDay, type UnavailableState } from './CalendarDay.tsx';

type Props = {
  today: Day;
  /** 'yyyy-mm' */
  month: string;
  onMonth: (month: string) => void;
  /** Days that cannot be picked. */
  unavailable: ReadonlyMap<Day, UnavailableState>;
  isLoading: boolean;
  /** The last day on which a delivery can be booked. */
  lastDay: Day;
  /** The days of the rental. */
  days: number;
  date: Day | '';
  /** The id of the date's error message. */
  describedBy: string | undefined;
  /** The day that has the keyboard focus, or will get it. */
  walkedTo: Day | null;
  onWalk: (day: Day | null) => void;
  onPick: (day: Day) => void;
};

/** One month. Days stay 'yyyy-mm-dd' text and never become a local Date. */
export function Calendar(props: Props) {
  const { today, lastDay, month, onMonth, unavailable, isLoading, days, date } = props;
  const { describedBy, walkedTo, onWalk, onPick } = props;
  const grid = useRef<HTMLTableElement>(null);
  const titleId = useId();
  const weeks = weeksOf(month);
  const inMonth = [walkedTo, date].find((day) => day && monthOf(day) === month);
  const tabStop = inMonth ?? weeks.flat().find((day) => day && !unavailable.has(day));

  useEffect(() => {
    if (walkedTo) grid.current?.querySelector<HTMLElement>(`[data-day="${walkedTo}"]`)?.focus();
  }, [walkedTo]);

  const walk = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const target = from && dayByKey(event.key, from, { firstDay: today, lastDay });
    if (!target) return;
    event.preventDefault();
    onWalk(target);
    onMonth(monthOf(target));
  };
  /** A disabled button gets no clicks; its cell does. */
  const ask = ({ target }: MouseEvent) => {
    const day = target instanceof HTMLTableCellElement && target.querySelector('button')?.dataset.day;
    if (day && (unavailable.get(day) ?? 'off') !== 'off') onWalk(day);
  };
  const turn = (by: -1 | 1) => {
    onWalk(null);
    onMonth(shiftMonth(month, by));
  };

  return (
    <div className="-mx-2.5 max-w-lg sm:mx-0 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-4">
      <div className="flex items-center justify-between px-2.5 sm:px-0">
        <MonthTurn
          direction="left"
          label="Previous month"
          isOff={month <= monthOf(today)}
          onTurn={() => turn(-1)}
        />
        <p id={titleId} aria-live="polite" className="font-display font-semibold text-xl">
          {monthTitle(month)}
        </p>
        <MonthTurn
          direction="right"
          label="Next month"
          isOff={month >= monthOf(lastDay)}
          onTurn={() => turn(1)}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrow keys walk is a grid
        role="grid"
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        aria-busy={isLoading}
        onKeyDown={walk}
        onClick={ask}
        className="mt-2 w-full table-fixed border-collapse"
      >
        <WeekdayHead className="py-2" />
        <tbody>
          {weeks.map((week, index) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, column) =>
                day ? (
                  <CalendarDay
                    key={day}
                    day={day}
                    state={unavailable.get(day) ?? 'free'}
                    isToday={day === today}
                    rangePosition={rangePositionOf(day, date, days)}
                    isTabStop={day === tabStop}
                    isKeyboardFocused={day === walkedTo}
                    onPick={() => onPick(day)}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no other name
                  <td key={`${index}-${column}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The position of a day within the chosen rental. */
function rangePositionOf(day: Day, start: Day | '', days: number): 'start' | 'within' | 'outside' {
  if (!start || day < start) return 'outside';
  if (day === start) return 'start';
  return day <= addDays(start, days - 1) ? 'within' : 'outside';
}
