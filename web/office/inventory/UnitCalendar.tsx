import { useId } from 'react';
import type { UnitScheduleEntry } from '#contract/inventory.ts';
import { addDays, type Day, weekdayOf } from '#domain/shared/days.ts';
import { MonthBar, MonthGrid } from '#web/kit/dates/MonthGrid.tsx';
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
  /** Of the month and of its weeks. */
  const isFirstShown = (day: Day) => day.endsWith('-01') || weekdayOf(day) === 0;
  const bookedOn = (day: Day) => {
    if (!entries) return 'unknown';
    return entries.find(({ startDate, endDate }) => startDate <= day && day <= endDate) ?? null;
  };
  return (
    <section aria-labelledby={titleId}>
      <MonthBar id={titleId} month={month} onTurn={onMonth} className="gap-2" />
      <MonthGrid
        month={month}
        aria-labelledby={titleId}
        aria-busy={isFetching}
        headClassName="py-1"
        className="mt-2 border-separate border-spacing-x-0 border-spacing-y-1"
      >
        {(day) => (
          <UnitDay
            key={day}
            day={day}
            isToday={day === today}
            booked={bookedOn(day)}
            // One tab stop per week; with a pointer every day can be clicked.
            isStop={isFirstShown(day) || bookedOn(day) !== bookedOn(addDays(day, -1))}
          />
        )}
      </MonthGrid>
    </section>
  );
}
