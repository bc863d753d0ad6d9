import { declineCode } from '#domain/money/cards.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, retryGuarded } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import type { Intent } from '#worker/base/platform/stripe.ts';
import { customerIdOf, ledgerPayment, MissingBookingError } from '#worker/money/ledger/ledger.ts';
import {
  type LedgerPayment,
  markCanceled,
  updateBookingSums,
  upsertPayment,
} from '#worker/money/ledger/repo.ts';
import {
  endChargeOf,
  findCustomerId,
  findOperationByIntent,
  recordChargeCanceled,
} from '#worker/money/operations/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import {
  endLinkOfIntent,
  findLinkByIntent,
  insertLinkDeclineEvent,
  insertLinkEndEvent,
  insertPaymentEvents,
  isIntentAsRead,
  type KnownIntent,
  readKnownIntent,
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
  const bookingId = link?.bookingId ?? parseBookingId(intent);
  if (bookingId === null) {
    // Without a booking no link was ever made, so no one could pay it.
    if (intent.status === 'canceled') return;
    throw new MissingBookingError(intent.id, 'booking');
  }
  try {
    const isDeposit = (link?.kind ?? intent.metadata.kind) === 'deposit';
    await retryGuarded(() => storeBalance(ctx, intent, { bookingId, isDeposit }));
  } catch (error) {
    // Of the rows of this transaction, only the ledger's refers to a booking.
    if (!databaseMessage(error).includes('FOREIGN KEY')) throw error;
    throw new MissingBookingError(intent.id, `booking ${bookingId}`);
  }
}

type PaidBooking = { bookingId: number; isDeposit: boolean };

async function storeBalance(ctx: Context, intent: Intent, { bookingId, isDeposit }: PaidBooking) {
  const nowMs = ctx.now();
  const known = await readKnownIntent(ctx.db, intent.id);
  const guards = { as_read: isIntentAsRead(intent.id, known) };
  if (intent.status === 'canceled') {
    const operation = known.isChargeLive ? await findOperationByIntent(ctx.db, intent.id) : null;
    await commit(ctx, {
      guards,
      writes: {
        payment: markCanceled(ctx.db, intent.id, nowMs),
        link: [
          insertLinkEndEvent(ctx.db, intent.id, nowMs),
          endLinkOfIntent(ctx.db, intent.id, { state: 'withdrawn', nowMs }),
        ],
        event: operation ? recordChargeCanceled(ctx.db, operation, nowMs) : [],
        operation: endChargeOf(ctx.db, intent.id, { state: 'canceled', nowMs }),
      },
    });
    return;
  }
  const payment = ledgerPayment(intent, null);
  if (!payment) return;
  await assertSameCustomer(ctx, intent, bookingId);
  if (payment.status === 'succeeded') {
    const card = isDeposit ? savedCardOf(intent) : null;
    await storePayment(ctx, { payment, bookingId, nowMs, card, known });
  } else {
    const decline = { payment, bookingId, nowMs, reason: declineReason(intent) };
    await commit(ctx, {
      guards,
      writes: {
        event: isNewDecline(payment, known) ? [insertLinkDeclineEvent(ctx.db, decline)] : [],
        payment: upsertPayment(ctx.db, payment, { bookingId, nowMs }),
      },
    });
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
  known: KnownIntent;
};

async function storePayment(ctx: Context, { payment, bookingId, nowMs, card, known }: StoredPayment) {
  const { db } = ctx;
  const notification = {
    id: ctx.newId(),
    // The deposit confirms the booking; it is paid once.
    ...(card ? { kind: 'deposit-paid' as const } : { kind: 'balance-charged' as const, subject: payment.id }),
    bookingId,
    createdAt: nowMs,
  };
  const isNew = known.payment?.status !== 'succeeded';
  const operation = known.isChargeLive ? await findOperationByIntent(db, payment.id) : null;
  const { notified } = await commit(ctx, {
    guards: { as_read: isIntentAsRead(payment.id, known) },
    writes: {
      notified: insertBookingNotification(db, notification),
      events: isNew ? insertPaymentEvents(db, operation, { payment, bookingId, nowMs }) : [],
      payment: upsertPayment(db, payment, { bookingId, nowMs }),
      sums: updateBookingSums(db, bookingId),
      card: card ? [saveCardOfDeposit(db, bookingId, card)] : [],
      link: endLinkOfIntent(db, payment.id, { state: 'paid', nowMs }),
      operation: endChargeOf(db, payment.id, { state: 'succeeded', nowMs }),
    },
  });
  if (isNew) ctx.log.info('balance_paid', { bookingId, transactionId: payment.id });
  if (notified.meta.changes > 0) await enqueueOutboxRow(ctx, notification.id);
}

/** Each attempt on a payment link has its own charge. A charge that staff started has another entry. */
function isNewDecline({ status, chargeId }: LedgerPayment, { payment, isChargeLive }: KnownIntent): boolean {
  if (status !== 'requires_payment_method' || chargeId === null || isChargeLive) return false;
  return payment?.chargeId !== chargeId && payment?.status !== 'succeeded' && payment?.status !== 'canceled';
}

function declineReason({ last_payment_error: error }: Intent): string {
  return declineCode({ code: error?.code ?? null, declineCode: error?.decline_code ?? null });
}

function parseBookingId(intent: Intent): number | null {
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
