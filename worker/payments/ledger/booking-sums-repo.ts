import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';

/**
 * For a batch that changes the ledger: computes a booking's charged and refunded sums and its payment status from the
 * ledger. Can be repeated, in any order.
 */
export function updateBookingSums(db: Db, bookingId: number | SQL) {
  const of = (what: SQL, rows: SQL) =>
    sql`(SELECT ${what} FROM transactions WHERE booking_id = ${bookingId} AND status = 'succeeded' AND ${rows})`;
  const charges = sql`kind = 'balance'`;
  const refunds = sql`type = 'refund'`;
  // A later refund without a reason, or a lost dispute, leaves the reason that staff gave.
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

/** domain/balance.ts's paymentStatusOf as SQL; a test holds the two together. */
export function updatePaymentStatus(db: Db, bookingId: number | SQL, condition: SQL = sql`1`) {
  const paid = sql`(deposit_amount + coalesce(additional_payment_amount, 0))`;
  // At most the amount of each payment: a payment can be refunded and lost in a dispute.
  const takenBack = sql`(
    SELECT coalesce(sum(min(payment.amount, (
      SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
      WHERE back.payment_id = payment.id AND back.status = 'succeeded'))), 0)
    FROM transactions AS payment
    WHERE payment.booking_id = bookings.id AND payment.type = 'payment' AND payment.status = 'succeeded')`;
  return db.run(sql`
    UPDATE bookings SET payment_status = CASE
        WHEN refund_amount > 0 AND ${takenBack} >= ${paid} THEN 'refunded'
        WHEN ${paid} >= final_price THEN 'fully_paid'
        ELSE 'deposit_paid' END
    WHERE id = ${bookingId} AND ${condition}`);
}
