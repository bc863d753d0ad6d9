import { type MouseEvent, useId } from 'react';
import { addDays, type Day, daysOfMonth, monthOf } from '#domain/shared/days.ts';
import { MonthBar, MonthGrid, useDayWalk } from '#web/kit/dates/MonthGrid.tsx';
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
  const titleId = useId();
  const inMonth = [walkedTo, date].find((day) => day && monthOf(day) === month);
  const tabStop = inMonth ?? daysOfMonth(month).find((day) => !unavailable.has(day));
  const walk = useDayWalk<HTMLTableElement>({
    firstDay: today,
    lastDay,
    walkedTo,
    onWalk: (day) => {
      onWalk(day);
      onMonth(monthOf(day));
    },
  });
  /** A disabled button gets no clicks; its cell does. */
  const ask = ({ target }: MouseEvent) => {
    const day = target instanceof HTMLTableCellElement && target.querySelector('button')?.dataset.day;
    if (day && (unavailable.get(day) ?? 'off') !== 'off') onWalk(day);
  };
  const turn = (to: string) => {
    onWalk(null);
    onMonth(to);
  };

  return (
    <div className="-mx-2.5 max-w-lg sm:mx-0 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-4">
      <MonthBar
        id={titleId}
        month={month}
        firstDay={today}
        lastDay={lastDay}
        onTurn={turn}
        className="px-2.5 sm:px-0"
      />
      <MonthGrid
        {...walk}
        isWalked
        month={month}
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        aria-busy={isLoading}
        onClick={ask}
        headClassName="py-2"
        className="mt-2"
      >
        {(day) => (
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
        )}
      </MonthGrid>
    </div>
  );
}

/** The position of a day within the chosen rental. */
function rangePositionOf(day: Day, start: Day | '', days: number): 'start' | 'within' | 'outside' {
  if (!start || day < start) return 'outside';
  if (day === start) return 'start';
  return day <= addDays(start, days - 1) ? 'within' : 'outside';
}
