import { useId } from 'react';
import type { UnitScheduleEntry } from '#contract/inventory.ts';
import type { Day } from '#domain/shared/days.ts';
import { MonthTurn } from '#web/kit/dates/MonthTurn.tsx';
import { monthTitle, shiftMonth, weeksOf } from '#web/kit/dates/month.ts';
import { WeekdayHead } from '#web/kit/dates/WeekdayHead.tsx';
import { UnitDay } from './UnitDay.tsx';

type Props = {
  /** 'yyyy-mm' */
  month: string;
  today: Day;
  /** Null while they load. */
  entries: readonly UnitScheduleEntry[] | null;
  isFetching: boolean;
  onMonth: (month: string) => void;
};

/** A month of one unit: each day of a booking shows its number as a link; a hold is marked. */
export function UnitCalendar({ month, today, entries, isFetching, onMonth }: Props) {
  const titleId = useId();
  const weeks = weeksOf(month);
  const bookedOn = (day: Day | null | undefined) => {
    if (!entries || !day) return 'unknown';
    return entries.find(({ startDate, endDate }) => startDate <= day && day <= endDate) ?? null;
  };
  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-center justify-between gap-2">
        <MonthTurn direction="left" label="Previous month" onTurn={() => onMonth(shiftMonth(month, -1))} />
        <p id={titleId} aria-live="polite" className="font-display font-semibold text-xl">
          {monthTitle(month)}
        </p>
        <MonthTurn direction="right" label="Next month" onTurn={() => onMonth(shiftMonth(month, 1))} />
      </div>
      <table
        aria-labelledby={titleId}
        aria-busy={isFetching}
        className={`mt-2 w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1`}
      >
        <WeekdayHead className="py-1" />
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, column) =>
                day ? (
                  <UnitDay
                    key={day}
                    day={day}
                    isToday={day === today}
                    booked={bookedOn(day)}
                    // One tab stop per week; with a pointer every day can be clicked.
                    isStop={column === 0 || bookedOn(day) !== bookedOn(week[column - 1])}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no other name
                  <td key={column} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
