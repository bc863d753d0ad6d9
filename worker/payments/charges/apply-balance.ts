import { declineCode } from '#domain/payments/cards.ts';
import type { Context } from '#worker/context.ts';
import { databaseMessage } from '#worker/db/constraint-errors.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { customerIdOf, ledgerPayment, MissingBookingError } from '#worker/payments/ledger/ledger.ts';
import {
  type LedgerPayment,
  markCanceled,
  updateBookingSums,
  upsertPayment,
} from '#worker/payments/ledger/repo.ts';
import {
  endChargeOf,
  findCustomerId,
  findOperationByIntent,
  isChargeLive,
  recordChargeCanceled,
} from '#worker/payments/operations/repo.ts';
import type { Intent } from '#worker/platform/stripe.ts';
import { endLinkOfIntent, insertLinkDeclineEvent, insertLinkEndEvent, insertPaymentEvents } from './repo.ts';

/**
 * Applies the intent of a remaining balance that was just read to ledger, booking, operation and payment link, in one
 * transaction. Applying the same state again changes nothing. Throws MissingBookingError if the booking does not exist,
 * or is another customer's.
 */
export async function applyBalance(ctx: Context, intent: Intent) {
  const bookingId = bookingOf(intent);
  try {
    await storeBalance(ctx, intent, bookingId);
  } catch (error) {
    // Of the rows of this transaction, only the ledger's refers to a booking.
    if (!databaseMessage(error).includes('FOREIGN KEY')) throw error;
    throw new MissingBookingError(intent.id, `booking ${bookingId}`);
  }
}

async function storeBalance(ctx: Context, intent: Intent, bookingId: number) {
  const nowMs = ctx.now();
  if (intent.status === 'canceled') {
    const operation = await findOperationByIntent(ctx.db, intent.id);
    await ctx.db.batch([
      markCanceled(ctx.db, intent.id, nowMs),
      insertLinkEndEvent(ctx.db, intent.id, nowMs),
      endLinkOfIntent(ctx.db, intent.id, { state: 'withdrawn', nowMs }),
      ...(operation
        ? recordChargeCanceled(ctx.db, operation, { nowMs, condition: isChargeLive(intent.id) })
        : []),
      endChargeOf(ctx.db, intent.id, { state: 'canceled', nowMs }),
    ]);
    return;
  }
  const payment = ledgerPayment(intent, 'balance', null);
  if (!payment) return;
  await assertSameCustomer(ctx, intent, bookingId);
  if (payment.status === 'succeeded') await storePayment(ctx, { payment, bookingId, nowMs });
  else {
    await ctx.db.batch([
      insertLinkDeclineEvent(ctx.db, { payment, bookingId, nowMs, reason: declineReason(intent) }),
      upsertPayment(ctx.db, payment, { bookingId, nowMs }),
    ]);
  }
}

/** After two restores to the same instant, the number in an old intent can be that of another customer's booking. */
async function assertSameCustomer(ctx: Context, intent: Intent, bookingId: number) {
  const paidBy = customerIdOf(intent);
  const bookedBy = await findCustomerId(ctx.db, bookingId);
  if (paidBy === null || bookedBy === null || paidBy === bookedBy) return;
  throw new MissingBookingError(intent.id, `booking ${bookingId} of customer ${paidBy}`);
}

type StoredPayment = { payment: LedgerPayment; bookingId: number; nowMs: number };

async function storePayment(ctx: Context, { payment, bookingId, nowMs }: StoredPayment) {
  const { db } = ctx;
  const notification = {
    id: ctx.newId(),
    kind: 'balance-charged' as const,
    bookingId,
    subject: payment.id,
    createdAt: nowMs,
  };
  const operation = await findOperationByIntent(db, payment.id);
  const events = insertPaymentEvents(db, operation, { payment, bookingId, nowMs });
  const [notified, ...others] = await db.batch([
    insertBookingNotification(db, notification),
    // Before the ledger is written: it shows whether this payment is in the history already.
    ...events,
    upsertPayment(db, payment, { bookingId, nowMs }),
    ...updateBookingSums(db, bookingId),
    endLinkOfIntent(db, payment.id, { state: 'paid', nowMs }),
    endChargeOf(db, payment.id, { state: 'succeeded', nowMs }),
  ]);
  const isNew = others.slice(0, events.length).some(({ meta }) => meta.changes > 0);
  if (isNew) ctx.log.info('balance_paid', { bookingId, transactionId: payment.id });
  if (notified.meta.changes > 0) await enqueueOutboxRow(ctx, notification.id);
}

function declineReason({ last_payment_error: error }: Intent): string {
  return declineCode({ code: error?.code ?? null, declineCode: error?.decline_code ?? null });
}

function bookingOf(intent: Intent): number {
  const bookingId = Number(intent.metadata.booking_id);
  if (Number.isSafeInteger(bookingId)) return bookingId;
  throw new Error(`Intent ${intent.id} has no booking_id in its metadata`);
}
