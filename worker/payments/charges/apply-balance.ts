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
import {
  endLinkOfIntent,
  findLinkByIntent,
  insertLinkDeclineEvent,
  insertLinkEndEvent,
  insertPaymentEvents,
  type SavedCard,
  saveCardOfDeposit,
} from './repo.ts';

/**
 * Applies the intent of a booking's remaining balance, or of a deposit that is paid by a link, to ledger, booking,
 * operation and payment link, in one transaction. It was just read; applying the same state again changes nothing.
 * Throws MissingBookingError if the booking does not exist, or is another customer's.
 */
export async function applyBalance(ctx: Context, intent: Intent) {
  const link = await findLinkByIntent(ctx.db, intent.id);
  // The number is added to the metadata of a deposit after its booking was made.
  const bookingId = link?.bookingId ?? bookingOf(intent);
  if (bookingId === null) {
    // Without a booking no link was ever made, so no one could pay it.
    if (intent.status === 'canceled') return;
    throw new MissingBookingError(intent.id, 'booking');
  }
  try {
    await storeBalance(ctx, intent, {
      bookingId,
      isDeposit: (link?.kind ?? intent.metadata.kind) === 'deposit',
    });
  } catch (error) {
    // Of the rows of this transaction, only the ledger's refers to a booking.
    if (!databaseMessage(error).includes('FOREIGN KEY')) throw error;
    throw new MissingBookingError(intent.id, `booking ${bookingId}`);
  }
}

type PaidBooking = { bookingId: number; isDeposit: boolean };

async function storeBalance(ctx: Context, intent: Intent, { bookingId, isDeposit }: PaidBooking) {
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
  const payment = ledgerPayment(intent, null);
  if (!payment) return;
  await assertSameCustomer(ctx, intent, bookingId);
  if (payment.status === 'succeeded') {
    await storePayment(ctx, { payment, bookingId, nowMs, card: isDeposit ? savedCardOf(intent) : null });
  } else {
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

type StoredPayment = {
  payment: LedgerPayment;
  bookingId: number;
  nowMs: number;
  /** Of a deposit, which saves it; otherwise null. */
  card: SavedCard | null;
};

async function storePayment(ctx: Context, { payment, bookingId, nowMs, card }: StoredPayment) {
  const { db } = ctx;
  const notification = {
    id: ctx.newId(),
    // The deposit confirms the booking; it is paid once.
    ...(card ? { kind: 'deposit-paid' as const } : { kind: 'balance-charged' as const, subject: payment.id }),
    bookingId,
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
    ...(card ? [saveCardOfDeposit(db, bookingId, card)] : []),
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

function bookingOf(intent: Intent): number | null {
  const bookingId = Number(intent.metadata.booking_id);
  return Number.isSafeInteger(bookingId) ? bookingId : null;
}

function savedCardOf(intent: Intent): SavedCard {
  const { payment_method: method } = intent;
  return {
    intentId: intent.id,
    customerId: customerIdOf(intent),
    paymentMethodId: typeof method === 'string' ? method : (method?.id ?? null),
  };
}
