import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { CalendarMove } from '#contract/truck-calendar.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { STATUS_TONES } from '#web/office/bookings/status/status-tones.ts';
import { bookingPath } from '#web/paths.ts';

/** Signs and names of truck moves on the calendar. Other types than these count as exchanges there. */
const TYPES: Partial<Record<JobType, { sign: string; name: string }>> = {
  delivery: { sign: '↓', name: 'Delivery' },
  final_pickup: { sign: '↑', name: 'Pickup' },
};
const EXCHANGE = { sign: '⇄', name: 'Exchange' };

const DONE = 'border-line bg-sunk text-ink-soft';
const LATE = 'border-danger-line bg-danger-soft';

type Props = {
  move: CalendarMove;
  /** What it is called on this day if it is late. */
  late: { word: string; text: string } | null;
  isMovable: boolean;
  isMoving: boolean;
  /** With unit and town in a second line. */
  isRoomy: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
};

/** A delivery or pickup: a link to its booking, which can be dragged to another day. */
export function MoveChip(props: Props) {
  const { move, late, isMovable, isMoving, isRoomy, onKeyDown, onBlur, onDragStart, onDragEnd } = props;
  const { sign, name } = TYPES[move.type] ?? EXCHANGE;
  const { customer, city, dumpsterNumber, isDone, status, bookingId } = move;
  const details = [dumpsterNumber ?? 'No unit', city].filter(Boolean).join(' · ');
  const open = late ? LATE : STATUS_TONES[status];
  return (
    <li>
      <Link
        to={bookingPath(bookingId)}
        data-chip={move.jobId}
        draggable={isMovable}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', `#${bookingId}`);
          event.dataTransfer.effectAllowed = 'move';
          onDragStart();
        }}
        onDragEnd={onDragEnd}
        title={[`${name}: ${customer}`, details, BOOKING_STATUS_LABELS[status], late?.text]
          .filter(Boolean)
          .join(', ')}
        className={`block rounded-sm border px-1.5 py-0.5 text-xs leading-tight hover:underline max-lg:flex max-lg:min-h-11 max-lg:flex-col max-lg:justify-center max-lg:py-2 max-lg:text-sm ${isDone ? DONE : open} ${
          isMovable ? 'md:cursor-grab' : ''
        } ${isMoving ? 'outline-2 outline-brand' : ''}`}
      >
        <span className="flex min-w-0 items-center gap-1">
          <span aria-hidden="true" className="font-semibold">
            {isDone ? '✓' : sign}
          </span>
          <span className="sr-only">
            {name}
            {isDone ? ', done' : ''}:{' '}
          </span>
          <bdi className="min-w-0 flex-1 truncate">{customer}</bdi>
          {late && !isRoomy ? (
            <span className="font-semibold text-danger">{late.word}</span>
          ) : (
            <span className="text-ink-soft tabular-nums">
              {isRoomy ? `#${bookingId}` : (dumpsterNumber ?? '–')}
            </span>
          )}
        </span>
        {isRoomy && late && <span className="block font-semibold text-danger">{late.text}</span>}
        {isRoomy && <span className="block truncate text-ink-soft">{details}</span>}
      </Link>
    </li>
  );
}
