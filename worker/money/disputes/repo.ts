import { type SQL, sql } from 'drizzle-orm';
import { OPEN_DISPUTE_STATUSES } from '#domain/money/disputes.ts';
import type { LedgerEntry } from '#domain/money/reconciliation.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { Dispute } from '#worker/base/platform/stripe.ts';
import {
  type LedgerPaymentRow,
  type LedgerRefund,
  STRIPE_ENTRY_FIELDS,
  STRIPE_ID,
} from '#worker/money/ledger/repo.ts';

const OPEN = sql.join(
  OPEN_DISPUTE_STATUSES.map((status) => sql`${status}`),
  sql`, `,
);

const KNOWN_FIELDS = {
  paymentId: transactions.id,
  disputeId: transactions.disputeId,
  status: transactions.disputeStatus,
  readAtMs: sql<number | null>`dispute_read_at`,
};
/** What a payment has of its disputes, as columns of its row. */
type KnownDispute = SelectedRow<typeof KNOWN_FIELDS> & {
  /** The last status of the dispute that is asked for in the history of the payment. */
  recordedStatus: string | null;
};

/** Of these payments, in the order of their ids. */
export function listKnownDisputes(
  db: Db,
  paymentIds: readonly string[],
  disputeId: string,
): Promise<KnownDispute[]> {
  const recordedStatus = sql<string | null>`(SELECT after ->> '$.status' FROM history
    WHERE transaction_id = transactions.id AND action = 'dispute' AND after ->> '$.disputeId' = ${disputeId}
    ORDER BY id DESC LIMIT 1)`;
  return readRows(
    db,
    { ...KNOWN_FIELDS, recordedStatus },
    (columns) => sql`SELECT ${columns} FROM transactions WHERE ${isOneOf(paymentIds)} ORDER BY id`,
  );
}

/** True while the payments have these disputes. */
export function areDisputesAsRead(known: readonly KnownDispute[]): SQL {
  const rows = known.map(({ paymentId, disputeId, status, readAtMs }) => [
    paymentId,
    disputeId,
    status,
    readAtMs,
  ]);
  const ids = known.map(({ paymentId }) => paymentId);
  return sql`(SELECT json_group_array(json_array(id, dispute_id, dispute_status, dispute_read_at)) FROM (
    SELECT id, dispute_id, dispute_status, dispute_read_at FROM transactions WHERE ${isOneOf(ids)} ORDER BY id)) = ${JSON.stringify(rows)}`;
}

const isOneOf = (ids: readonly string[]) => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** For a batch: stores a payment's dispute. */
export function updateDispute(
  db: Db,
  paymentId: string,
  { id, status, dueAtMs, readAtMs }: { id: string; status: string; dueAtMs: number | null; readAtMs: number },
) {
  return db.run(sql`
    UPDATE transactions SET dispute_id = ${id}, dispute_status = ${status}, dispute_read_at = ${readAtMs},
      dispute_due_at = ${dueAtMs}, updated_at = ${readAtMs}
    WHERE id = ${paymentId}`);
}

/** For a batch: a history entry for a new status of a dispute. */
export function insertDisputeEvent(
  db: Db,
  {
    payment,
    dispute: { id, status, amount },
    readAtMs,
  }: { payment: LedgerPaymentRow & { bookingId: number }; dispute: Dispute; readAtMs: number },
) {
  return insertBookingEvent(db, {
    bookingId: payment.bookingId,
    actor: { type: 'stripe' },
    action: 'dispute',
    details: { disputeId: id, status, amount },
    transactionId: payment.id,
    nowMs: readAtMs,
  });
}

/** For a batch: stores a lost dispute as a refund, even if an earlier decision was 'won'. */
export function upsertLoss(db: Db, loss: LedgerRefund, readAtMs: number) {
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, payment_id, amount, currency, status, reason, payment_method,
      charge_id, snapshot, created_at, updated_at)
    VALUES (${loss.id}, 'refund', ${loss.kind}, ${loss.bookingId}, ${loss.paymentId}, ${loss.amount},
      ${loss.currency}, ${loss.status}, ${loss.reason}, ${loss.paymentMethod}, ${loss.chargeId},
      ${JSON.stringify(loss.snapshot)}, ${loss.createdAtMs}, ${readAtMs})
    ON CONFLICT (id) DO UPDATE SET
      status = excluded.status, amount = excluded.amount, snapshot = excluded.snapshot, updated_at = excluded.updated_at`);
}

/** For a batch: sets the row of a loss to canceled, because an appeal was won. */
export function reverseLoss(db: Db, { lossId, readAtMs }: { lossId: string; readAtMs: number }) {
  return db.run(sql`
    UPDATE transactions SET status = 'canceled', updated_at = ${readAtMs}
    WHERE id = ${lossId} AND kind = 'dispute' AND status <> 'canceled'`);
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
