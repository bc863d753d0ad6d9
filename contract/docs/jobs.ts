import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as jobs from '#contract/jobs.ts';

const change = {
  headers: ['If-Match'],
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
} as const;

export const jobsDocs: DocsOf<typeof jobs> = {
  listJobs: {
    summary:
      'Lists the deliveries, exchanges and pickups of bookings on a day (default: today on the clock of the business), or all of one booking. Without cancelled ones; at most 500.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  markJobDone: {
    ...change,
    summary:
      'Marks a job as done; a job that is done stays as it is. A final pickup frees the days after today. 409 conflict says why a job cannot be done yet.',
    crossings: 5,
  },
  setJobWindow: {
    ...change,
    summary:
      "Sets the time of day at which a job is made: `any`, `morning` (until 12:00), `afternoon` (from 12:00), or `HH:MM-HH:MM` on the business's clock, at least 30 minutes. A job on a route stays on it: the times of the route follow, and the driver of a published route sees the stop as changed. The customer gets a message only if the driver is then expected outside of the arrival window that was sent. 409 conflict for a job that is done, cancelled or in progress.",
    errors: ['invalid', ...change.errors],
    crossings: 4,
  },
  undoJob: {
    ...change,
    summary:
      'Sets a job that is done to open again. For a final pickup the booking gets its remaining days back, or attention `unit_not_back` if its unit has other bookings then.',
    crossings: 5,
  },
};
