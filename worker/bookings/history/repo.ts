import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';

export type LedgerFact = {
  id: string;
  kind: 'deposit' | 'balance' | 'refund' | 'dispute';
  status: 'succeeded' | 'pending' | 'failed';
  /** Cents. */
  amount: number;
  /** The row's place among all transactions: unique. */
  place: number;
  /** When it was paid or made, as Stripe says, in milliseconds. */
  happenedAt: number;
  /** Whether it is of a refund that staff started. */
  isByStaff: boolean;
};

/**
 * Payments, refunds and lost disputes of a booking that its history has no entry for: the deposit, which is there
 * before the booking, and all from before each had an entry. Latest first.
 */
export async function listLedgerFacts(db: Db, bookingId: number, limit: number): Promise<LedgerFact[]> {
  const facts = await db.all<Omit<LedgerFact, 'isByStaff'> & { byStaff: number }>(sql`
    SELECT t.id, t.kind, t.status, t.amount, t.place,
      coalesce((t.snapshot ->> '$.latest_charge.created') * 1000, t.created_at) AS happenedAt,
      EXISTS (SELECT 1 FROM refund_parts WHERE refund_id = t.id) AS byStaff
    FROM transactions t
    WHERE t.booking_id = ${bookingId} AND (t.status = 'succeeded' OR t.kind = 'refund')
      AND NOT EXISTS (
        SELECT 1 FROM history WHERE transaction_id = t.id AND subject = 'booking'
          AND (action IN ('charged', 'payment_made') OR action GLOB 'refund_*' AND t.kind = 'refund'))
      AND NOT EXISTS (
        SELECT 1 FROM history
        WHERE transaction_id = t.payment_id AND action = 'dispute' AND after ->> '$.disputeId' = t.id)
      -- Charged by staff, so an older entry says it without naming the payment.
      AND NOT EXISTS (
        SELECT 1 FROM payment_operations WHERE stripe_payment_intent_id = t.id AND state = 'succeeded')
    ORDER BY t.place DESC LIMIT ${limit}`);
  return facts.map(({ byStaff, ...fact }) => ({ ...fact, isByStaff: byStaff === 1 }));
}
