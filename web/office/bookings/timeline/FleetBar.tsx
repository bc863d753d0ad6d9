import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { TimelineBar } from '#contract/inventory.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { addDays, type Day, daysBetween, formatDay } from '#domain/shared/days.ts';
import { STATUS_TONES } from '#web/office/bookings/status/status-tones.ts';
import { bookingPath } from '#web/paths.ts';

type Props = {
  bar: TimelineBar;
  from: Day;
  /** Columns of the timeline. */
  days: number;
  /** The days after the bar on which the unit is free: the name of a short bar is there. */
  freeDays: number;
  isMovable: boolean;
  isMoving: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
};

/** The days of a booking on a unit, as a link to it, or of a hold. An end that is cut off has no border. */
export function FleetBar(props: Props) {
  const { bar, from, days, freeDays, isMovable, isMoving, onKeyDown, onBlur, onDragStart, onDragEnd } = props;
  const { bookingId, customer, status, startDate, endDate } = bar;
  const last = addDays(from, days - 1);
  const ends = `${startDate < from ? 'border-l-0' : 'rounded-l-md'} ${endDate > last ? 'border-r-0' : 'rounded-r-md'}`;
  const box = `flex h-full items-center border px-1.5 text-xs ${ends}`;
  const name = nameProps(computeBarColumns(bar, { from, days }).count, { days, freeDays });
  const when = `${formatDay(startDate)} to ${formatDay(endDate)}`;
  return (
    <li className="absolute inset-y-1 px-px" style={barPlace(bar, { from, days })}>
      {bookingId === null || status === null ? (
        <span
          title={`Held by a customer who is paying, ${when}`}
          className={`${box} border-line border-dashed bg-sunk text-ink-soft`}
        >
          <span {...name}>Hold</span>
          <span className="sr-only">, {when}</span>
        </span>
      ) : (
        <Link
          to={bookingPath(bookingId)}
          data-bar={bar.id}
          draggable={isMovable}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', `#${bookingId}`);
            event.dataTransfer.effectAllowed = 'move';
            onDragStart();
          }}
          onDragEnd={onDragEnd}
          title={`#${bookingId} ${customer}, ${when}, ${BOOKING_STATUS_LABELS[status]}`}
          className={`${box} hover:underline ${STATUS_TONES[status]} ${isMovable ? 'md:cursor-grab' : ''} ${isMoving ? 'opacity-60 outline-2 outline-brand -outline-offset-1' : ''}`}
        >
          <bdi {...name}>{customer}</bdi>
          <span className="sr-only">
            , booking #{bookingId}, {when}, {BOOKING_STATUS_LABELS[status]}
          </span>
        </Link>
      )}
    </li>
  );
}

type Dates = Pick<TimelineBar, 'startDate' | 'endDate'>;
type Columns = { from: Day; days: number };

/** Where a bar begins, and how wide it is, in percent of the columns. */
export function barPlace(dates: Dates, columns: Columns): { left: string; width: string } {
  const { start, count } = computeBarColumns(dates, columns);
  return { left: `${(start / columns.days) * 100}%`, width: `${(count / columns.days) * 100}%` };
}

/** Bars of more columns have room for a name. */
const SHORT_COLUMNS = 3;

/** The name is in its bar, or after a short bar if there is more room. cqw: of the row without the unit. */
function nameProps(count: number, { days, freeDays }: { days: number; freeDays: number }) {
  if (count > SHORT_COLUMNS || freeDays <= count) return { className: 'min-w-0 truncate' };
  const maxWidth = `calc(${(freeDays / days) * 100}cqw - 0.5rem)`;
  return { className: 'absolute left-full ml-1 truncate text-ink', style: { maxWidth } };
}

/** The first visible column of a bar, and how many of its columns are visible. */
function computeBarColumns(
  { startDate, endDate }: Dates,
  { from, days }: Columns,
): { start: number; count: number } {
  const start = Math.max(0, daysBetween(from, startDate));
  const end = Math.min(days - 1, daysBetween(from, endDate));
  return { start, count: end - start + 1 };
}
