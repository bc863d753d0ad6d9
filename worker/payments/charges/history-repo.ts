import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/history/events-repo.ts';
import type { LedgerPayment } from '#worker/payments/ledger/repo.ts';
import { isChargeLive, type Operation } from '#worker/payments/operations/repo.ts';

type Paid = { payment: LedgerPayment; bookingId: number; nowMs: number };

/**
 * For the batch that writes a succeeded payment into the ledger, before it: the charge that staff started, or the
 * payment that the customer made on a link of the same intent. Once, whichever batch comes first.
 */
export function insertPaymentEvents(
  db: Db,
  operation: Operation | null,
  { payment, bookingId, nowMs }: Paid,
) {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM transactions WHERE id = ${payment.id} AND status = 'succeeded')`;
  const common = { bookingId, transactionId: payment.id, nowMs };
  return [
    ...insertBookingChange(db, {
      ...common,
      actor: { type: 'stripe' },
      action: 'charged',
      details: { charged: payment.amount },
      startedBy: operation?.createdBy ?? null,
      condition: sql`${isNew} AND ${isChargeLive(payment.id)}`,
    }),
    insertBookingEvent(db, {
      ...common,
      actor: { type: 'customer' },
      action: 'payment_made',
      details: { amount: payment.amount },
      condition: sql`${isNew} AND NOT ${isChargeLive(payment.id)}`,
    }),
  ];
}

/**
 * For the batch that writes an attempt to pay into the ledger, before it: a card that was declined on a payment link. Each
 * attempt has its own charge. A charge that staff started has another entry.
 */
export function insertLinkDeclineEvent(
  db: Db,
  { payment, bookingId, nowMs, reason }: Paid & { reason: string },
) {
  const { id, chargeId } = payment;
  const isKnown = sql`EXISTS (SELECT 1 FROM transactions
    WHERE id = ${id} AND (charge_id = ${chargeId} OR status IN ('succeeded', 'canceled')))`;
  return insertBookingEvent(db, {
    bookingId,
    actor: { type: 'customer' },
    action: 'payment_declined',
    details: { amount: payment.amount, reason },
    transactionId: id,
    nowMs,
    condition: sql`${payment.status} = 'requires_payment_method' AND ${chargeId} IS NOT NULL
      AND NOT ${isKnown} AND NOT ${isChargeLive(id)}`,
  });
}
