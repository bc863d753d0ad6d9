import * as z from 'zod/mini';
import { JOB_STATUSES, JOB_TYPES } from '#domain/jobs/jobs.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { endpoint } from './endpoint.ts';
import { day, instant } from './fields.ts';
import { rowNumber } from './lists.ts';
import { booking } from './staff-bookings.ts';
import { timeWindow } from './time-windows.ts';

/** A truck move of a booking, with what its driver and dispatcher need. Days yyyy-mm-dd. */
export const job = z.object({
  id: z.int(),
  bookingId: z.int(),
  type: z.enum(JOB_TYPES),
  dueDay: z.string(),
  /** 'any', 'morning', 'afternoon', or 'HH:MM-HH:MM' on the business's clock. */
  timeWindow: z.string(),
  status: z.enum(JOB_STATUSES),
  /** When and by whom it was marked done. Both null for a job that is done because of its day or its booking's status. */
  doneAt: z.nullable(instant),
  doneBy: z.nullable(z.string()),
  /** Incremented by every change: the ETag of the job, which its changes may send as If-Match. */
  version: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.nullable(z.string()),
  phone: z.string(),
  phoneDisplay: z.string(),
  secondPhoneDisplay: z.nullable(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  placement: z.nullable(z.string()),
  /** What the customer wrote. */
  notes: z.nullable(z.string()),
  /** '15-Yard'. */
  sizeName: z.string(),
  /** The unit that is moved; for an exchange the one that is brought. Null without one. */
  unit: z.nullable(z.object({ id: z.int(), number: z.string() })),
  /** The unit that an exchange takes away; null for any other type. */
  collectedUnit: z.nullable(z.object({ id: z.int(), number: z.string() })),
  bookingStatus: z.enum(BOOKING_STATUSES),
  /** The last day of the rental. */
  endDate: z.string(),
  /** The unit is still at the customer after the day of its pickup. */
  isOverdue: z.boolean(),
  /** The latest arrival window that the customer was sent, with the day it is for; null before one is sent. */
  arrivalWindow: z.nullable(
    z.object({
      day: z.string(),
      from: instant,
      to: instant,
      /** It replaced an earlier one. */
      isChanged: z.boolean(),
    }),
  ),
});
export type Job = z.output<typeof job>;

const byId = z.strictObject({ id: rowNumber });

export const listJobs = endpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/api/jobs',
  access: 'office:read',
  query: z.strictObject({ day: z.optional(day), bookingId: z.optional(rowNumber) }),
  reply: z.array(job),
});

/** What the changes of a job have in common. */
export const jobChange = {
  method: 'POST',
  access: 'bookings:write',
  params: byId,
  reply: z.extend(job, { booking }),
} as const;

export const markJobDone = endpoint({
  ...jobChange,
  name: 'markJobDone',
  path: '/api/jobs/:id/done',
});

export const setJobWindow = endpoint({
  ...jobChange,
  name: 'setJobWindow',
  method: 'PUT',
  path: '/api/jobs/:id/window',
  body: z.strictObject({ window: timeWindow }),
});

export const undoJob = endpoint({
  ...jobChange,
  name: 'undoJob',
  path: '/api/jobs/:id/undo',
});
