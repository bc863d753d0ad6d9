import { type BookingStatus, isOver } from '#domain/rental/bookings.ts';
import type { JobType } from './jobs.ts';

/** What happens to a job: a driver leaves for it or cannot complete it, it is done, or it is marked as not done. */
export type JobEvent = 'on_the_way' | 'attempted' | 'done' | 'undone';

/** `hasOpenExchange`: the booking has an exchange that is neither done nor cancelled. */
export type JobFact = { type: JobType; event: JobEvent; hasOpenExchange: boolean };

/**
 * The status that a booking gets by its jobs; null: it stays. A delivery is in transit until it is done or attempted. The
 * final pickup completes the booking, and its undo reopens it. Completing a booking ends its exchanges, so one that is
 * still planned keeps the booking open. A cancelled booking stays cancelled.
 */
export function statusByJob(
  status: BookingStatus,
  { type, event, hasOpenExchange }: JobFact,
): BookingStatus | null {
  if (type === 'final_pickup') {
    if (event === 'done') return isOver(status) || hasOpenExchange ? null : 'completed';
    return event === 'undone' && status === 'completed' ? 'confirmed' : null;
  }
  if (type !== 'delivery' || isOver(status)) return null;
  if (event === 'on_the_way') return status === 'in_transit' ? null : 'in_transit';
  return status === 'in_transit' ? 'confirmed' : null;
}
