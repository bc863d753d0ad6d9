import { type SQL, sql } from 'drizzle-orm';
import type { RecordedMethod } from '#domain/money/recorded.ts';
import type { Db } from '#worker/base/db/client.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';

/** A payment outside Stripe. Amount in cents; `day`: when the money was received. */
export type RecordedPayment = {
  method: RecordedMethod;
  amount: number;
  day: string;
  reference: string | null;
};

/**
 * For a batch: inserts a payment outside Stripe. Triggers reject it above the balance due,
 * beside a live operation and beside an open payment link: see findPaymentConstraintError.
 */
export function insertRecordedPayment(
  db: Db,
  { method, amount, day, reference }: RecordedPayment,
  {
    id,
    bookingId,
    userId,
    nowMs,
    kind,
  }: { id: string; bookingId: number | SQL; userId: number; nowMs: number; kind: SQL },
) {
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, amount, currency, status, payment_method, payment_day,
      reference, recorded_by, created_at, updated_at)
    VALUES (${id}, 'payment', ${kind}, ${bookingId}, ${amount}, 'usd', 'succeeded', ${method}, ${day}, ${reference},
      ${userId}, ${nowMs}, ${nowMs})`);
}

/**
 * For a batch: the booking stays at the end of its payment links, also if this payment is voided later. Staff then decide
 * what happens to it.
 */
export function keepBookingAtLinkEnd(db: Db, bookingId: number) {
  return db.run(sql`
    UPDATE pay_links SET cancels_booking = 0 WHERE booking_id = ${bookingId} AND cancels_booking = 1`);
}

/** For a batch: voids a payment. A trigger rejects it after a refund, and beside a live operation. */
export function voidRecordedPayment(
  db: Db,
  id: string,
  { reason, userId, nowMs }: { reason: string; userId: number; nowMs: number },
) {
  return db.run(sql`
    UPDATE transactions SET status = 'canceled', voided_at = ${nowMs}, voided_by = ${userId}, void_reason = ${reason},
      updated_at = ${nowMs}
    WHERE id = ${id} AND status = 'succeeded'`);
}

const RECORDED_FIELDS = {
  id: transactions.id,
  bookingId: transactions.bookingId,
  amount: transactions.amount,
  status: transactions.status,
  method: transactions.paymentMethod,
  day: transactions.paymentDay,
  reference: transactions.reference,
};

/** A payment of the ledger, by Stripe or recorded; null if there is none with this id. */
export async function findRecordedPayment(db: Db, id: string) {
  const [row] = await db
    .select(RECORDED_FIELDS)
    .from(transactions)
    .where(sql`id = ${id} AND type = 'payment'`);
  return row ?? null;
}
