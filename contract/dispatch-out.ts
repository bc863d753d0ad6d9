import * as z from 'zod/mini';
import { ABSENCE_REASONS } from '#domain/dispatch/absences.ts';
import { carriedJobs } from './carry-over.ts';
import { board } from './dispatch.ts';
import { dayProposal, proposedRoute } from './dispatch-plan.ts';
import { endpoint } from './endpoint.ts';
import { day, instant, optionalLine } from './fields.ts';
import { rowNumber } from './lists.ts';
import { timeOfDay } from './sites.ts';

/** What is out. */
const who = z.enum(['truck', 'driver', 'both'], 'Choose what is out');
export type OutCrew = z.output<typeof who>;

/** What becomes of the stops that the crew does not make. */
export const OUT_CHOICES = ['spread', 'carry', 'open'] as const;
export type OutChoice = (typeof OUT_CHOICES)[number];

const window = z.object({ from: instant, to: instant });

/** A customer for whom the time changes, or who was sent a time that no longer holds. */
const outCustomer = z.object({
  jobId: z.int(),
  bookingId: z.int(),
  customer: z.string(),
  phoneDisplay: z.string(),
  /** The window that was sent; null: none yet. */
  sent: z.nullable(window),
  /** When the driver is expected now; null: on no route of the day. */
  expected: z.nullable(window),
  /** 'window': another window. 'moved': the new day. 'later': a window when the new route is published. 'none': call them. */
  message: z.enum(['window', 'moved', 'later', 'none']),
  hasEmail: z.boolean(),
  hasText: z.boolean(),
});
export type OutCustomer = z.output<typeof outCustomer>;

export const outPreview = z.object({
  /** The routes as they would be: first the one that is out. What stays open is in `unplaced`. */
  proposal: dayProposal,
  /** With 'carry': what moves to which day, and what cannot. */
  carried: z.nullable(carriedJobs),
  /** How many stops for customers the crew does not make. */
  released: z.int(),
  /** Stops of other routes that cannot be made any more, in words. */
  consequences: z.array(z.string()),
  customers: z.array(outCustomer),
});
export type OutPreview = z.output<typeof outPreview>;

const params = z.strictObject({ id: rowNumber });
const absence = {
  from: timeOfDay,
  who,
};

export const previewOut = endpoint({
  name: 'previewOut',
  method: 'POST',
  path: '/api/dispatch/routes/:id/out/preview',
  access: 'dispatch:write',
  params,
  body: z.strictObject({
    ...absence,
    rest: z.enum(OUT_CHOICES, 'Choose what becomes of the stops'),
    /** With 'carry'; without it the next working day. */
    toDay: z.optional(day),
  }),
  reply: outPreview,
});

export const takeOut = endpoint({
  name: 'takeOut',
  method: 'POST',
  path: '/api/dispatch/routes/:id/out',
  access: 'dispatch:write',
  params,
  body: z.strictObject({
    ...absence,
    reason: z.enum(ABSENCE_REASONS, 'Choose a reason'),
    note: z._default(optionalLine(200), ''),
    rest: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('open') }),
      z.strictObject({
        type: z.literal('spread'),
        /** The changed routes of the preview, without the one that is out. */
        routes: z.array(proposedRoute).check(z.maxLength(100, 'Must be at most 100 routes')),
      }),
      z.strictObject({ type: z.literal('carry'), toDay: day, notify: z.boolean('Must be true or false') }),
    ]),
  }),
  reply: board,
});

export const endAbsence = endpoint({
  name: 'endAbsence',
  method: 'DELETE',
  path: '/api/dispatch/absences/:id',
  access: 'dispatch:write',
  params,
  status: 204,
  reply: z.undefined(),
});
