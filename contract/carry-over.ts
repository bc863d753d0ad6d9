import * as z from 'zod/mini';
import { JOB_TYPES } from '#domain/jobs/jobs.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';

/** The maximum number of jobs in one call. */
export const MAX_CARRIED_JOBS = 60;

const carriedJob = z.object({
  jobId: z.int(),
  bookingId: z.nullable(z.int()),
  customer: z.string(),
  type: z.nullable(z.enum(JOB_TYPES)),
  /** Why the job cannot be moved, and what to do; null: it moves. */
  reason: z.nullable(z.string()),
  /** Whether its customer can be e-mailed. */
  hasEmail: z.boolean(),
});
export type CarriedJob = z.output<typeof carriedJob>;

export const carriedJobs = z.object({
  toDay: z.string(),
  jobs: z.array(carriedJob),
  /** How many jobs were moved; in a preview: can be moved. */
  moved: z.int(),
  /** How many customers are e-mailed. */
  notified: z.int(),
});
export type CarriedJobs = z.output<typeof carriedJobs>;

export const carryOver = endpoint({
  name: 'carryOver',
  method: 'POST',
  path: '/api/dispatch/carry-over',
  access: 'dispatch:write',
  body: z.strictObject({
    day,
    jobIds: z
      .array(z.int('Must be numbers').check(z.minimum(1, 'Must be numbers')))
      .check(z.minLength(1, 'Choose at least one job'))
      .check(z.maxLength(MAX_CARRIED_JOBS, `Must be at most ${MAX_CARRIED_JOBS} jobs`)),
    notify: z._default(z.boolean('Must be true or false'), true),
    preview: z.optional(z.boolean('Must be true or false')),
  }),
  reply: carriedJobs,
});
