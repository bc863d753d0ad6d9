import * as z from 'zod/mini';
import { ACTOR_TYPES } from '#domain/history.ts';
import { instant } from './fields.ts';

/** One entry of a history: who, when, what it was before and after, field by field; never a secret. */
export const historyEntry = z.object({
  id: z.int(),
  action: z.string(),
  /** Staff, unless it is about a booking. */
  actorType: z.enum(ACTOR_TYPES),
  /** The name of the member of staff, else 'Customer', 'Stripe' or 'System'. */
  changedBy: z.string(),
  changedAt: instant,
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** An entry of a booking's history: its money, links and e-mails as well as what staff changed. */
export const bookingHistoryEntry = z.extend(historyEntry, {
  /** The entry in one sentence: 'Refund of $325.00 started: Delivered late'. */
  text: z.string(),
  /** The payment, refund or lost dispute that it is about. */
  transactionId: z.nullable(z.string()),
});
export type BookingHistoryEntry = z.output<typeof bookingHistoryEntry>;
