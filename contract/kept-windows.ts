import * as z from 'zod/mini';
import { JOB_TYPES } from '#domain/jobs/jobs.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';

/** The longest period, in days. */
export const MAX_KEPT_DAYS = 366;

/**
 * What became of the arrival windows that customers were given. `sent` is the sum of the next six; a job that was
 * cancelled afterwards is left out.
 */
export const windowCounts = z.object({
  sent: z.int(),
  /** The driver arrived within the window, both ends included. */
  kept: z.int(),
  early: z.int(),
  late: z.int(),
  /** The driver was there and could not complete the stop. */
  attempted: z.int(),
  /** No driver arrived on that day. */
  missed: z.int(),
  /** The job was done on that day, but no arrival is recorded. */
  notRecorded: z.int(),
  /** How many of the sent ones replaced an earlier window of the same day. */
  changed: z.int(),
});
export type WindowCounts = z.output<typeof windowCounts>;

export const keptWindows = z.object({
  from: z.string(),
  to: z.string(),
  total: windowCounts,
  /** By the Monday of each week, oldest first. Weeks without a window have no row. */
  byWeek: z.array(z.extend(windowCounts, { week: z.string() })),
  byDriver: z.array(z.extend(windowCounts, { driverId: z.int(), name: z.string() })),
  byType: z.array(z.extend(windowCounts, { type: z.enum(JOB_TYPES) })),
});
export type KeptWindows = z.output<typeof keptWindows>;

export const getKeptWindows = endpoint({
  name: 'getKeptWindows',
  method: 'GET',
  path: '/api/dispatch/windows-kept',
  access: 'office:read',
  query: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  reply: keptWindows,
});
