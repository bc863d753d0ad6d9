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
