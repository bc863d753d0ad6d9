import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { LedgerEntry } from '#domain/money/reconciliation.ts';
import { listShareIds } from '#domain/money/shares.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';

export type LedgerPayment = {
  id: string;
  /** The checkout whose deposit it is; null for a payment of an existing booking. */
  checkoutId: string | null;
  /** Cents. */
  amount: number;
  currency: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled';
  receiptEmail: string | null;
  paymentMethod: string | null;
  chargeId: string | null;
  receiptUrl: string | null;
  snapshot: unknown;
  createdAtMs: number;
};

/**
 * Writes a payment. The status only moves forward: a succeeded or cancelled payment never changes back, in any order of
 * events. Its kind is decided when it succeeds.
 */
export function upsertPayment(
  db: Db,
  payment: LedgerPayment,
  { bookingId, nowMs }: { bookingId: SQL | number | null; nowMs: number },
) {
  const id = bookingId ?? sql`NULL`;
  const kind = payment.checkoutId === null ? nextKindOf(id) : sql`'deposit'`;
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, checkout_id, amount, currency, status, receipt_email,
      payment_method, charge_id, receipt_url, snapshot, created_at, updated_at)
    VALUES (${payment.id}, 'payment', ${kind}, ${id}, ${payment.checkoutId}, ${payment.amount},
      ${payment.currency}, ${payment.status}, ${payment.receiptEmail}, ${payment.paymentMethod}, ${payment.chargeId},
      ${payment.receiptUrl}, ${JSON.stringify(payment.snapshot)}, ${payment.createdAtMs}, ${nowMs})
    ON CONFLICT (id) DO UPDATE SET
      booking_id = coalesce(excluded.booking_id, booking_id), amount = excluded.amount, status = excluded.status,
      kind = CASE WHEN transactions.status = 'succeeded' THEN kind ELSE excluded.kind END,
      receipt_email = excluded.receipt_email, payment_method = excluded.payment_method,
      charge_id = excluded.charge_id, receipt_url = excluded.receipt_url, snapshot = excluded.snapshot,
      updated_at = excluded.updated_at
    WHERE transactions.status NOT IN ('succeeded', 'canceled')
      OR (transactions.status = 'succeeded' AND excluded.status = 'succeeded')`);
}

/** paymentKindOf of domain/money/balance.ts as SQL: the kind of the next payment of a booking. */
export function nextKindOf(bookingId: SQL | number): SQL {
  // A booking that does not exist is refused by the foreign key.
  return sql`coalesce((SELECT CASE WHEN paid_amount < deposit_amount THEN 'deposit' ELSE 'balance' END
    FROM bookings WHERE id = ${bookingId}), 'balance')`;
}

/** Cancels a payment that was attempted. A payment without an attempt is not in the ledger. */
export function markCanceled(db: Db, id: string, nowMs: number) {
  return db.run(sql`
    UPDATE transactions SET status = 'canceled', updated_at = ${nowMs}
    WHERE id = ${id} AND status NOT IN ('succeeded', 'canceled')`);
}

export type LedgerRefund = {
  /** Stripe's re_, or the id of a lost dispute. */
  id: string;
  kind: 'refund' | 'dispute';
  paymentId: string;
  bookingId: number | null;
  /** Cents. */
  amount: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  reason: string | null;
  /** The part of the amount by which staff lowered the price, in cents. */
  discountAmount: number;
  paymentMethod: string | null;
  chargeId: string | null;
  snapshot: unknown;
  createdAtMs: number;
};

/**
 * Writes a refund. A bank can refuse a refund after it succeeded, so a status only moves from pending to succeeded to
 * failed, in any order of events.
 */
export function upsertRefund(db: Db, refund: LedgerRefund, nowMs: number) {
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, payment_id, amount, currency, status, reason, payment_method,
      charge_id, discount_amount, snapshot, created_at, updated_at)
    VALUES (${refund.id}, 'refund', ${refund.kind}, ${refund.bookingId}, ${refund.paymentId}, ${refund.amount},
      ${refund.currency}, ${refund.status}, ${refund.reason}, ${refund.paymentMethod}, ${refund.chargeId},
      ${refund.discountAmount}, ${JSON.stringify(refund.snapshot)}, ${refund.createdAtMs}, ${nowMs})
    ON CONFLICT (id) DO UPDATE SET
      status = excluded.status, snapshot = excluded.snapshot, reason = coalesce(excluded.reason, reason),
      updated_at = excluded.updated_at
    WHERE transactions.status = excluded.status OR transactions.status = 'pending'
      OR (transactions.status = 'succeeded' AND excluded.status = 'failed')`);
}

const PAYMENT_FIELDS = {
  id: transactions.id,
  bookingId: transactions.bookingId,
  paymentMethod: transactions.paymentMethod,
  chargeId: transactions.chargeId,
};
export type LedgerPaymentRow = SelectedRow<typeof PAYMENT_FIELDS>;

/** A payment of the ledger. */
export async function findPayment(db: Db, id: string): Promise<LedgerPaymentRow | null> {
  const [row] = await db
    .select(PAYMENT_FIELDS)
    .from(transactions)
    .where(and(eq(transactions.id, id), sql`type = 'payment'`));
  return row ?? null;
}

/** Stripe's id of a row: stripeIdOf of domain/money/shares.ts as SQL. */
export const STRIPE_ID = sql`CASE WHEN substr(transactions.id, -2, 1) = '.'
  THEN substr(transactions.id, 1, length(transactions.id) - 2) ELSE transactions.id END`;

/** A payment, refund or lost dispute as Stripe has it: its shares as one entry. For a query that groups by STRIPE_ID. */
export const STRIPE_ENTRY_FIELDS = {
  id: sql<string>`${STRIPE_ID}`,
  type: transactions.type,
  status: sql<LedgerEntry['status']>`min(transactions.status)`,
  amount: sql<number>`sum(transactions.amount)`,
};

const SHARE_FIELDS = {
  ...PAYMENT_FIELDS,
  amount: transactions.amount,
  /** Cents that refunds and lost disputes took back or may still take back. */
  takenBack: sql<number>`(SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
    WHERE back.payment_id = transactions.id AND back.status NOT IN ('failed', 'canceled'))`,
};
export type PaymentShare = SelectedRow<typeof SHARE_FIELDS>;

/** The shares of a payment in the ledger, the first one with Stripe's id; one row for most payments. */
export function listShares(db: Db, intentId: string): Promise<PaymentShare[]> {
  return db
    .select(SHARE_FIELDS)
    .from(transactions)
    .where(and(inArray(transactions.id, listShareIds(intentId)), sql`type = 'payment'`))
    .orderBy(transactions.id);
}

const REFUND_SHARE_FIELDS = {
  id: transactions.id,
  paymentId: transactions.paymentId,
  amount: transactions.amount,
  status: transactions.status,
};
export type RefundShareRow = SelectedRow<typeof REFUND_SHARE_FIELDS>;

/** The rows of a refund or lost dispute, by the payments that they take back. */
export function listSharesOfRefund(db: Db, refundId: string): Promise<RefundShareRow[]> {
  return readRows(
    db,
    REFUND_SHARE_FIELDS,
    (columns) => sql`SELECT ${columns} FROM transactions WHERE ${isShareOf(refundId)} ORDER BY id`,
  );
}

/** True while the rows of a refund are these. */
export function areSharesAsRead(refundId: string, rows: readonly RefundShareRow[]): SQL {
  const read = JSON.stringify(rows.map(({ id, amount, status }) => [id, amount, status]));
  return sql`(SELECT json_group_array(json_array(id, amount, status)) FROM (
    SELECT id, amount, status FROM transactions WHERE ${isShareOf(refundId)} ORDER BY id)) = ${read}`;
}

const isShareOf = (refundId: string) =>
  sql`id IN (SELECT value FROM json_each(${JSON.stringify(listShareIds(refundId))})) AND type = 'refund'`;

/**
 * For a batch that changes the ledger: computes a booking's charged and refunded sums and its payment status from the
 * ledger. Can be repeated, in any order.
 */
export function updateBookingSums(db: Db, bookingId: number | SQL) {
  const of = (what: SQL, rows: SQL) =>
    sql`(SELECT ${what} FROM transactions WHERE booking_id = ${bookingId} AND status = 'succeeded' AND ${rows})`;
  const charges = sql`kind = 'balance'`;
  const refunds = sql`type = 'refund'`;
  // A later refund without a reason, or a lost dispute, keeps the reason that staff entered.
  const staffReasons = sql`kind = 'refund' AND reason IS NOT NULL`;
  return [
    db.run(sql`
      UPDATE bookings SET
        additional_payment_amount = ${of(sql`sum(amount)`, charges)},
        additional_payment_date = ${of(sql`max(created_at)`, charges)},
        refund_amount = ${of(sql`sum(amount)`, refunds)},
        refund_date = ${of(sql`max(created_at)`, refunds)},
        refund_reason = ${of(sql`reason`, sql`${staffReasons} ORDER BY created_at DESC, id DESC LIMIT 1`)}
      WHERE id = ${bookingId}`),
    updatePaymentStatus(db, bookingId),
  ] as const;
}

/** Bookings whose charged or refunded sum is not that of the ledger. */
export async function listBookingsWithOtherSums(db: Db, limit: number): Promise<number[]> {
  const sumOf = (rows: SQL) => sql`coalesce((
    SELECT sum(amount) FROM transactions WHERE booking_id = b.id AND status = 'succeeded' AND ${rows}), 0)`;
  const rows = await readRows(
    db,
    { id: sql<number>`b.id` },
    (columns) => sql`
      SELECT ${columns} FROM bookings b
      WHERE coalesce(b.additional_payment_amount, 0) <> ${sumOf(sql`kind = 'balance'`)}
        OR coalesce(b.refund_amount, 0) <> ${sumOf(sql`type = 'refund'`)}
      ORDER BY b.id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** For a batch, after a booking was cancelled or reopened: its refunds are due again only while it is not cancelled. */
export function updateReopenedPaymentStatus(db: Db, bookingId: number) {
  return updatePaymentStatus(db, bookingId, sql`due_again_amount > 0`);
}

/** computePaymentStatus of domain/money/balance.ts as SQL; a test checks that both give the same result. */
export function updatePaymentStatus(db: Db, bookingId: number | SQL, of: SQL = sql`1`) {
  // Capped at the amount of each payment: a payment can be refunded and lost in a dispute.
  const takenBack = sql`(
    SELECT coalesce(sum(min(payment.amount, (
      SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
      WHERE back.payment_id = payment.id AND back.status = 'succeeded'))), 0)
    FROM transactions AS payment
    WHERE payment.booking_id = bookings.id AND payment.type = 'payment' AND payment.status = 'succeeded')`;
  return db.run(sql`
    UPDATE bookings SET payment_status = CASE
        WHEN paid_amount > 0 AND refund_amount > 0 AND ${takenBack} >= paid_amount THEN 'refunded'
        WHEN final_price IS NOT NULL AND balance_due = 0 THEN 'fully_paid'
        WHEN paid_amount < deposit_amount THEN 'unpaid'
        ELSE 'deposit_paid' END
    WHERE id = ${bookingId} AND ${of}`);
}
