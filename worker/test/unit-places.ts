import type { JobStatus, JobType } from '#domain/jobs/jobs.ts';

/** A booking's units by role ('first', 'exchange 1'), and its jobs. */
export type PlacedBooking = {
  id: number;
  units: Readonly<Record<string, number>>;
  jobs: readonly { type: JobType; status: JobStatus }[];
};

/**
 * The booking at which each unit is, by the jobs of all bookings alone. A unit that is missing is in the yard. Tests
 * compare it with what was recorded step by step.
 */
export function placesByJobs(bookings: readonly PlacedBooking[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { id, units, jobs } of bookings) {
    const isDone = (type: JobType) => jobs.some((job) => job.type === type && job.status === 'done');
    if (!isDone('delivery') || isDone('final_pickup')) continue;
    const exchanges = jobs.filter(({ type, status }) => type === 'exchange' && status === 'done').length;
    const unit = units[exchanges === 0 ? 'first' : `exchange ${exchanges}`];
    if (unit !== undefined) places.set(unit, id);
  }
  return places;
}
