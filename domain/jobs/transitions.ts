import { type BookingStatus, isOver } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { JobStatus, JobType } from './jobs.ts';

/*
 * What a change of a job, a stop or a booking does to the others, for staff, drivers, bulk actions and the planner.
 * worker/fleet/jobs/transitions-repo.ts makes its SQL from the tables here.
 */

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

/** What happens to a stop: a route gets it or gives it away, its driver leaves for it or cannot complete it. */
export type StopEvent = 'planned' | 'taken_off' | 'on_the_way' | 'attempted';

const STAYS_OVER = { done: 'done', cancelled: 'cancelled' } as const;
/** The status that a job gets by its stop: often its own. A done or cancelled job always stays as it is. */
export const JOB_BY_STOP: Readonly<Record<StopEvent, Record<JobStatus, JobStatus>>> = {
  planned: { open: 'planned', planned: 'planned', in_progress: 'in_progress', ...STAYS_OVER },
  taken_off: { open: 'open', planned: 'open', in_progress: 'open', ...STAYS_OVER },
  on_the_way: { open: 'in_progress', planned: 'in_progress', in_progress: 'in_progress', ...STAYS_OVER },
  attempted: { open: 'open', planned: 'open', in_progress: 'open', ...STAYS_OVER },
};

/** A stop that is still to be made. */
export type LiveStop = { status: 'pending' | 'in_transit'; day: Day };

/** 'leaves': the stop is taken off its route. 'done': it counts as made. */
export type StopEffect = 'stays' | 'leaves' | 'done';

/**
 * What a live stop does by the status of its job. A driver who is on the way keeps the stop, and the board shows the
 * conflict.
 */
export const STOP_BY_JOB: Readonly<Record<JobStatus, Record<LiveStop['status'], StopEffect>>> = {
  open: { pending: 'leaves', in_transit: 'stays' },
  planned: { pending: 'stays', in_transit: 'stays' },
  in_progress: { pending: 'stays', in_transit: 'stays' },
  done: { pending: 'done', in_transit: 'done' },
  cancelled: { pending: 'leaves', in_transit: 'stays' },
};

/** What a live stop does after a change of its job. A pending stop leaves a route that is before the day of the job. */
export function stopByJob(stop: LiveStop, job: { status: JobStatus; dueDay: Day }): StopEffect {
  const effect = STOP_BY_JOB[job.status][stop.status];
  return effect === 'stays' && stop.status === 'pending' && job.dueDay > stop.day ? 'leaves' : effect;
}
