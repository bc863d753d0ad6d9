import * as z from 'zod/mini';
import { ACTOR_TYPES } from '#domain/accounts/access.ts';
import { instant } from './fields.ts';

/** A history entry: actor, time, and the changed fields before and after. It never contains secrets. */
export const historyEntry = z.object({
  id: z.int(),
  action: z.string(),
  /** Always 'staff' in the history of an account. */
  actorType: z.enum(ACTOR_TYPES),
  /** The user's name, or 'Customer', 'Stripe' or 'System'. */
  changedBy: z.string(),
  changedAt: instant,
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** An entry of a booking's history: a change by staff, a payment, a payment link or an e-mail. */
export const bookingHistoryEntry = z.extend(historyEntry, {
  /** The entry in one sentence: 'Refund of $325.00 started: Delivered late'. */
  text: z.string(),
  /** The id of the payment, refund or lost dispute. */
  transactionId: z.nullable(z.string()),
});
export type BookingHistoryEntry = z.output<typeof bookingHistoryEntry>;
