import * as z from 'zod/mini';
import { DAY_REFUSALS } from '#domain/rental/availability.ts';
import { errorReply } from './endpoint.ts';
import { instant } from './fields.ts';

/**
 * The body of 409 sold_out: which rule the delivery day breaks, or that no unit is free. `left`: of an order of several
 * dumpsters, how many could be booked.
 */
export const soldOutReply = z.extend(errorReply, {
  reason: z.optional(z.enum(DAY_REFUSALS)),
  left: z.optional(z.int()),
});

/** The body of 409 terms_changed: the version that is current now. */
export const termsChangedReply = z.extend(errorReply, { termsVersion: z.string() });

/** The body of 409 own_hold: when the hold of this device's unfinished booking ends. */
export const ownHoldReply = z.extend(errorReply, { expiresAt: instant, now: instant });

/**
 * The limit behind a 429: calls a minute, unfinished bookings of the caller, unpaid days or truck moves of all customers,
 * or declined card payments.
 */
const TOO_MANY_REASONS = ['calls', 'holds', 'hold_days', 'hold_moves', 'declined_payments'] as const;
export type TooManyReason = (typeof TOO_MANY_REASONS)[number];

/** The body of 429 too_many. `ownHold`: the unfinished booking of this device that continueHold would end. */
export const tooManyReply = z.extend(errorReply, {
  reason: z.optional(z.enum(TOO_MANY_REASONS)),
  ownHold: z.optional(z.object({ expiresAt: instant, now: instant })),
});
