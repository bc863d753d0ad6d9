import type { BookingStatus } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';

/** A truck move for a booking. */
export const JOB_TYPES = [
  'delivery',
  'exchange',
  'dump_and_return',
  'relocation',
  'relocate_on_site',
  'live_load',
  'final_pickup',
] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Every status but 'cancelled' is live: it counts against the truck moves of its day. */
export const JOB_STATUSES = ['open', 'planned', 'in_progress', 'done', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Where a job of a status stands. What staff, drivers and a restore can do with a job follows from it. */
const JOB_STAGES: Readonly<Record<JobStatus, 'waiting' | 'on_route' | 'begun' | 'over'>> = {
  open: 'waiting',
  planned: 'on_route',
  in_progress: 'begun',
  done: 'over',
  cancelled: 'over',
};

/** Whether a driver has left for the job, and it is not over. */
export function isJobBegun(status: JobStatus): boolean {
  return JOB_STAGES[status] === 'begun';
}

/** Whether the job is still to be made, and no driver has left for it. */
export function isJobBeforeStart(status: JobStatus): boolean {
  return JOB_STAGES[status] === 'waiting' || JOB_STAGES[status] === 'on_route';
}

/** The statuses of jobs that are on a route and not over. */
export const ROUTED_JOB_STATUSES: readonly JobStatus[] = JOB_STATUSES.filter(
  (status) => JOB_STAGES[status] === 'on_route' || JOB_STAGES[status] === 'begun',
);

/** A type in the words of staff. */
export const JOB_LABELS: Readonly<Record<JobType, string>> = {
  delivery: 'Delivery',
  exchange: 'Exchange',
  dump_and_return: 'Dump and return',
  relocation: 'Relocation',
  relocate_on_site: 'Relocation on site',
  live_load: 'Live load',
  final_pickup: 'Pickup',
};

/** Where the unit of a booking is, by its delivery and its final pickup that are done. Triggers of jobs keep it. */
export const SITE_STATUSES = ['not_delivered', 'on_site', 'picked_up'] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

/** Whether the unit is still at the customer after the agreed pickup day. Every night the pickup day becomes today. */
export function isOverdue(
  { siteStatus, agreedPickupDay }: { siteStatus: SiteStatus; agreedPickupDay: Day },
  today: Day,
): boolean {
  return siteStatus === 'on_site' && agreedPickupDay < today;
}

/** What a booking, or a revision of a checkout, needs from a truck on a day. */
export type TruckMove = { type: JobType; dueDay: Day };

/** The truck moves of a rental: the delivery on its first day, and the final pickup on its pickup day. */
export function listTruckMoves({
  deliveryDate,
  pickupDay,
}: {
  deliveryDate: Day;
  pickupDay: Day;
}): TruckMove[] {
  return [
    { type: 'delivery', dueDay: deliveryDate },
    { type: 'final_pickup', dueDay: pickupDay },
  ];
}

/** How many of the moves are due on each day. */
export function movesByDay(moves: readonly TruckMove[]): Map<Day, number> {
  const counts = new Map<Day, number>();
  for (const { dueDay } of moves) counts.set(dueDay, (counts.get(dueDay) ?? 0) + 1);
  return counts;
}

/**
 * The status that a job gets when its booking is made, or moves to or from 'cancelled' or 'completed'. A job before
 * today counts as done.
 */
export function computeJobStatus(booking: BookingStatus, dueDay: Day, today: Day): JobStatus {
  if (booking === 'cancelled') return 'cancelled';
  return booking === 'completed' || dueDay < today ? 'done' : 'open';
}
