import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';

const t = alias(transactions, 't');

const FACT_FIELDS = {
  id: t.id,
  kind: t.kind,
  status: t.status,
  /** Cents. */
  amount: t.amount,
  /** The row's position among all transactions: unique, set by a trigger. */
  place: sql<number>`t.place`,
  /** When it was paid or created according to Stripe, in milliseconds. */
  happenedAt: sql<number>`coalesce((t.snapshot ->> '$.latest_charge.created') * 1000, t.created_at)`,
  /** Whether it belongs to a refund that staff started. */
  isByStaff: sql`EXISTS (SELECT 1 FROM refund_parts WHERE refund_id = t.id)`.mapWith(Boolean),
};
export type LedgerFact = SelectedRow<typeof FACT_FIELDS>;

/**
 * Payments, refunds and lost disputes of a booking without a history entry: the deposit, which is paid before the
 * booking exists, and rows whose entry a restore lost. Latest first.
 */
export function listLedgerFacts(db: Db, bookingId: number, limit: number): Promise<LedgerFact[]> {
  return readRows(
    db,
    FACT_FIELDS,
    (columns) => sql`
    SELECT ${columns}
    FROM transactions t
    WHERE t.booking_id = ${bookingId} AND (t.status = 'succeeded' OR t.kind = 'refund')
      AND NOT EXISTS (
        SELECT 1 FROM history WHERE transaction_id = t.id AND subject = 'booking'
          AND (action IN ('charged', 'payment_made', 'payment_recorded') OR action GLOB 'refund_*' AND t.kind = 'refund'))
      AND NOT EXISTS (
        SELECT 1 FROM history
        WHERE transaction_id = t.payment_id AND action = 'dispute' AND after ->> '$.disputeId' = t.id)
      -- A charge by staff is no payment that the customer made.
      AND NOT EXISTS (
        SELECT 1 FROM payment_operations WHERE stripe_payment_intent_id = t.id AND state = 'succeeded')
    ORDER BY t.place DESC ${limitTo(limit)}`,
  );
}
