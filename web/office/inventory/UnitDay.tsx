import { Link } from 'react-router';
import type { UnitScheduleEntry } from '#contract/inventory.ts';
import type { Day } from '#domain/shared/days.ts';
import { spokenDay } from '#web/kit/dates/month.ts';
import { bookingPath } from '#web/paths.ts';

type Props = {
  day: Day;
  isToday: boolean;
  /** The booking or hold of the day; null if it is free. */
  booked: UnitScheduleEntry | null | 'unknown';
  isStop: boolean;
};

export function UnitDay({ day, isToday, booked, isStop }: Props) {
  const mark = isToday ? 'underline decoration-2 decoration-signal-line underline-offset-4' : '';
  const spoken = `${spokenDay(day)}${isToday ? ', today' : ''}`;
  if (!booked || booked === 'unknown') {
    return (
      <td data-day={day} aria-current={isToday ? 'date' : undefined} className="p-0">
        <span
          className={`flex h-12 flex-col items-center justify-center tabular-nums ${booked ? 'text-ink-soft' : ''}`}
        >
          <span className="sr-only">
            {spoken}
            {booked ? '' : ', free'}
          </span>
          <span aria-hidden="true" className={mark}>
            {Number(day.slice(8))}
          </span>
        </span>
      </td>
    );
  }
  const ends = endsOf(booked, day);
  if (booked.bookingId === null) {
    return (
      <td data-day={day} aria-current={isToday ? 'date' : undefined} className="p-0">
        <span
          className={`flex h-12 flex-col items-center justify-center border-line border-y border-dashed bg-sunk tabular-nums leading-tight ${ends}`}
        >
          <span className="sr-only">{spoken}, held by a customer who is paying</span>
          <span aria-hidden="true" className={mark}>
            {Number(day.slice(8))}
          </span>
          <span aria-hidden="true" className="text-[0.6875rem] text-ink-soft sm:text-xs">
            Hold
          </span>
        </span>
      </td>
    );
  }
  return (
    <td data-day={day} aria-current={isToday ? 'date' : undefined} className="p-0">
      <Link
        to={bookingPath(booked.bookingId)}
        tabIndex={isStop ? 0 : -1}
        className={`flex h-12 flex-col items-center justify-center border-brand border-y bg-brand-soft text-ink tabular-nums leading-tight hover:underline ${ends}`}
      >
        <span className="sr-only">
          Booking #{booked.bookingId}, {spoken}
        </span>
        <span aria-hidden="true" className={mark}>
          {Number(day.slice(8))}
        </span>
        <span
          aria-hidden="true"
          className="max-w-full truncate font-semibold text-[0.6875rem] text-brand tracking-tight sm:text-xs sm:tracking-normal"
        >
          #{booked.bookingId}
        </span>
      </Link>
    </td>
  );
}

/** Rounds the first and the last day of a booking or hold. */
function endsOf({ startDate, endDate }: UnitScheduleEntry, day: Day): string {
  const start = startDate === day ? 'ml-0.5 rounded-l-md border-l' : '';
  return endDate === day ? `${start} mr-0.5 rounded-r-md border-r` : start;
}
