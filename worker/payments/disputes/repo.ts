import { sql } from 'drizzle-orm';
import { OPEN_DISPUTE_STATUSES } from '#domain/payments/disputes.ts';
import type { LedgerEntry } from '#domain/payments/reconciliation.ts';
import { stripeIdOf } from '#domain/payments/shares.ts';
import type { Db } from '#worker/db/client.ts';
import type { SelectedRow } from '#worker/db/rows.ts';
import { transactions } from '#worker/db/schema/payments.ts';
import { insertBookingEvent } from '#worker/history/events-repo.ts';
import {
  type LedgerPaymentRow,
  type LedgerRefund,
  STRIPE_ENTRY_FIELDS,
  STRIPE_ID,
} from '#worker/payments/ledger/repo.ts';
import type { Dispute } from '#worker/platform/stripe.ts';

const OPEN = sql.join(
  OPEN_DISPUTE_STATUSES.map((status) => sql`${status}`),
  sql`, `,
);

/**
 * Stores a payment's dispute. A read that began before the stored one changes nothing. Another dispute of the same
 * payment replaces it once the stored one is closed.
 */
export function updateDispute(
  db: Db,
  paymentId: string,
  { id, status, dueAtMs, readAtMs }: { id: string; status: string; dueAtMs: number | null; readAtMs: number },
) {
  return db.run(sql`
    UPDATE transactions SET dispute_id = ${id}, dispute_status = ${status}, dispute_read_at = ${readAtMs},
      dispute_due_at = ${dueAtMs}, updated_at = ${readAtMs}
    WHERE id = ${paymentId}
      AND (dispute_id IS NULL
        OR (dispute_id = ${id} AND coalesce(dispute_read_at, 0) <= ${readAtMs})
        OR (dispute_id <> ${id} AND dispute_status NOT IN (${OPEN})))`);
}

/** For the batch of updateDispute, before it: a history entry for each new status of a dispute. */
export function insertDisputeEvent(
  db: Db,
  {
    payment,
    dispute,
    readAtMs,
  }: { payment: LedgerPaymentRow & { bookingId: number }; dispute: Dispute; readAtMs: number },
) {
  const { id, status, amount } = dispute;
  const recorded = sql`(SELECT after ->> '$.status' FROM history
    WHERE transaction_id = ${payment.id} AND action = 'dispute' AND after ->> '$.disputeId' = ${id}
    ORDER BY id DESC LIMIT 1)`;
  const isStored = sql`EXISTS (SELECT 1 FROM transactions
    WHERE id = ${payment.id} AND dispute_id = ${id} AND dispute_status = ${status})`;
  return insertBookingEvent(db, {
    bookingId: payment.bookingId,
    actor: { type: 'stripe' },
    action: 'dispute',
    details: { disputeId: id, status, amount },
    transactionId: payment.id,
    nowMs: readAtMs,
    condition: sql`${recorded} IS NOT ${status} AND NOT ${isStored} AND ${isLatestRead(payment.id, id, readAtMs)}`,
  });
}

/** False if a later read of this dispute is stored. */
const isLatestRead = (paymentId: string, disputeId: string, readAtMs: number) => sql`NOT EXISTS (
  SELECT 1 FROM transactions
  WHERE id = ${paymentId} AND dispute_id = ${disputeId} AND dispute_read_at > ${readAtMs})`;

/** Stores a lost dispute as a refund, even if an earlier decision was 'won'. */
export function insertLoss(db: Db, loss: LedgerRefund, readAtMs: number) {
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, payment_id, amount, currency, status, reason, payment_method,
      charge_id, snapshot, created_at, updated_at)
    SELECT ${loss.id}, 'refund', ${loss.kind}, ${loss.bookingId}, ${loss.paymentId}, ${loss.amount},
      ${loss.currency}, ${loss.status}, ${loss.reason}, ${loss.paymentMethod}, ${loss.chargeId},
      ${JSON.stringify(loss.snapshot)}, ${loss.createdAtMs}, ${readAtMs}
    WHERE ${isLatestRead(loss.paymentId, stripeIdOf(loss.id), readAtMs)}
    ON CONFLICT (id) DO UPDATE SET
      status = excluded.status, amount = excluded.amount, snapshot = excluded.snapshot, updated_at = excluded.updated_at`);
}

/** Sets the row of a loss to canceled, because an appeal was won. */
export function reverseLoss(
  db: Db,
  { lossId, paymentId, readAtMs }: { lossId: string; paymentId: string; readAtMs: number },
) {
  return db.run(sql`
    UPDATE transactions SET status = 'canceled', updated_at = ${readAtMs}
    WHERE id = ${lossId} AND kind = 'dispute' AND status <> 'canceled'
      AND ${isLatestRead(paymentId, stripeIdOf(lossId), readAtMs)}`);
}

/** The ledger rows of losses whose disputes were opened from `from` to `until`, in milliseconds, both included. */
export function listLossesWithin(db: Db, from: number, until: number): Promise<LedgerEntry[]> {
  return db
    .select(STRIPE_ENTRY_FIELDS)
    .from(transactions)
    .where(sql`created_at BETWEEN ${from} AND ${until} AND kind = 'dispute'`)
    .groupBy(STRIPE_ID);
}

const MARKED_FIELDS = {
  paymentId: transactions.id,
  disputeId: transactions.disputeId,
  disputeStatus: transactions.disputeStatus,
};
export type MarkedDispute = SelectedRow<typeof MARKED_FIELDS>;

/** The stored disputes of these payments. */
export function listMarked(db: Db, paymentIds: readonly string[]): Promise<MarkedDispute[]> {
  return db
    .select(MARKED_FIELDS)
    .from(transactions)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})) AND type = 'payment'`);
}

/** Open disputes of any age; the least recently read first. */
export async function listOpenDisputes(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`dispute_id` })
    .from(transactions)
    .where(sql`dispute_status IN (${OPEN})`)
    .groupBy(sql`dispute_id`)
    .orderBy(sql`min(dispute_read_at)`)
    .limit(limit);
  return rows.map(({ id }) => id);
}
