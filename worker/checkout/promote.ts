import { isPaidInFull } from '#domain/catalog/quote.ts';
import { listTruckMoves } from '#domain/jobs/jobs.ts';
import type { AttentionReason } from '#domain/rental/bookings.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import type { Intent } from '#worker/base/platform/stripe.ts';
import { needsPermit } from '#worker/bookings/permits.ts';
import {
  type BookingRow,
  bookingIdOf,
  insertBooking,
  listBookingsOfOrder,
  type PaidDeposit,
} from '#worker/bookings/repo.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import { handJobsToBooking } from '#worker/fleet/jobs/repo.ts';
import { takeUnitForBooking } from '#worker/fleet/units/schedule-repo.ts';
import { insertCardTask } from '#worker/money/charges/card-repo.ts';
import { ledgerPayment, MissingBookingError, sharesOfPayment } from '#worker/money/ledger/ledger.ts';
import { type LedgerPayment, upsertPayment } from '#worker/money/ledger/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { insertOrderConsent } from '#worker/notify/texts/repo.ts';
import { enqueueGeocoding } from '#worker/places/geocoding/service.ts';
import { flagWithoutUnit, insertAttention } from '#worker/rental/attention-repo.ts';
import { parseRevision } from './intent-params.ts';
import {
  type Checkout,
  deleteOtherDays,
  isUnpaid,
  listRevisions,
  markPaid,
  moveDaysToBooking,
  type Revision,
} from './repo.ts';

/**
 * Creates the bookings of a succeeded deposit, one for each dumpster, in one transaction, once per intent for any number
 * of calls. A payment that does not match its revision still gets its bookings, flagged for staff. Returns the first.
 */
export async function promoteCheckout(ctx: Context, checkout: Checkout, intent: Intent): Promise<BookingRow> {
  const payment = ledgerPayment(intent, checkout.id);
  if (payment?.status !== 'succeeded')
    throw new Error(`Intent ${intent.id} is ${intent.status}, not succeeded`);
  const [{ revision, isExact }, { card }] = await Promise.all([
    paidRevision(ctx, checkout, intent),
    getRateCard(ctx, checkout.rateCardId),
  ]);
  const source = { checkoutId: checkout.id, revision: revision.revision, intentId: intent.id };
  const shares = sharesOfPayment(payment, revision.quantity);
  const [customerId, cardId] = [idOf(intent.customer), idOf(intent.payment_method)];
  const paid = {
    cancellationPolicy: card.policy.cancellation,
    finalPrice: isExact && revision.quote && isPaidInFull(revision.quote) ? revision.quote.total : null,
    card: customerId !== null && cardId !== null ? { customerId, paymentMethodId: cardId } : null,
  };
  const reasons: AttentionReason[] = [];
  if (!isExact) reasons.push('payment_mismatch');
  if (await needsPermit(ctx, { ...revision, rateCardId: checkout.rateCardId })) reasons.push('permit');
  const { db } = ctx;
  const nowMs = ctx.now();
  const firstId = bookingIdOf(intent.id);
  // One e-mail about the whole order.
  const notifications = (['deposit-paid', 'new-booking'] as const).map((kind) => ({
    id: ctx.newId(),
    kind,
    bookingId: firstId,
    createdAt: nowMs,
  }));
  const items = shares.map((share, index) => ({ item: index + 1, share, cardTaskId: ctx.newId() }));
  const unsavedCard = paid.card === null ? cardId : null;
  const order = { revision, source, paid, unsavedCard, reasons, nowMs };
  const bookings = items.map((item) => bookingStatements(ctx, order, item));
  const promoted = commit(ctx, {
    guards: { unpaid: isUnpaid(checkout.id) },
    writes: {
      otherDays: deleteOtherDays(db, checkout.id, revision.revision),
      bookings: bookings.flat(),
      notifications: notifications.map((one) => insertBookingNotification(db, one)),
      paid: markPaid(db, source, firstId),
      booked: listBookingsOfOrder(db, intent.id),
    },
  });
  const first = await unlessGuarded(['unpaid'], promoted);
  const { booked } = first ?? (await updateShares(ctx, intent.id, shares));
  const [booking, ...more] = booked;
  if (!booking) throw new Error(`Intent ${intent.id} has no booking after its promotion`);
  if (first) {
    for (const one of [booking, ...more]) logPromotion(ctx, checkout, one);
    for (const { id } of notifications) await enqueueOutboxRow(ctx, id);
    if (unsavedCard !== null) for (const { cardTaskId } of items) await enqueueOutboxRow(ctx, cardTaskId);
    for (const { id } of [booking, ...more]) await enqueueGeocoding(ctx, id);
  }
  return booking;
}

/** The bookings of the intent exist: the ledger takes over what Stripe says now. */
function updateShares(ctx: Context, intentId: string, shares: readonly LedgerPayment[]) {
  const payments = shares.map((share) =>
    upsertPayment(ctx.db, share, { bookingId: bookingIdOf(share.id), nowMs: ctx.now() }),
  );
  return commit(ctx, { writes: { payments, booked: listBookingsOfOrder(ctx.db, intentId) } });
}

type OrderItem = {
  revision: Revision;
  source: { checkoutId: string; revision: number; intentId: string };
  paid: Omit<PaidDeposit, 'intentId' | 'amount'>;
  /** Stripe's id of a card that paid without a customer, and is saved after this. */
  unsavedCard: string | null;
  reasons: readonly AttentionReason[];
  nowMs: number;
};

/** For the batch of a promotion: the booking of one dumpster, with its jobs, its days and its share of the payment. */
function bookingStatements(
  ctx: Context,
  order: OrderItem,
  { item, share, cardTaskId }: { item: number; share: LedgerPayment; cardTaskId: string },
) {
  const { db } = ctx;
  const { revision, source, paid, unsavedCard, reasons, nowMs } = order;
  const bookingId = bookingIdOf(share.id);
  const cardTask = unsavedCard !== null && { id: cardTaskId, bookingId, paymentMethodId: unsavedCard };
  return [
    insertBooking(db, {
      source,
      nowMs,
      paid: { ...paid, intentId: share.id, amount: share.amount },
    }),
    ...handJobsToBooking(
      db,
      { ...source, item },
      { bookingId, moves: listTruckMoves(revision), today: ctx.today(), nowMs },
    ),
    moveDaysToBooking(db, { ...source, item }, bookingId),
    // Only if no held days are left, for example after the hold ended: takes the free unit with the lowest id.
    takeUnitForBooking(db, { bookingId, rental: daysOf(revision), nowMs }),
    flagWithoutUnit(db, { bookingId, nowMs }),
    ...reasons.map((reason) => insertAttention(db, { bookingId, reason, nowMs })),
    ...consentOf(ctx, revision, bookingId),
    upsertPayment(db, share, { bookingId, nowMs }),
    ...(cardTask ? [insertCardTask(db, { ...cardTask, createdAt: nowMs })] : []),
  ] as const;
}

function daysOf({ dumpsterType, deliveryDate, pickupDay }: Revision) {
  return { dumpsterType, start: deliveryDate, end: pickupDay };
}

/** The consent to texts that the customer gave with the paid revision, for the number of the booking. */
function consentOf(
  ctx: Context,
  { textOptIn, phone: typed }: Revision,
  bookingId: ReturnType<typeof bookingIdOf>,
) {
  const phone = textPhone(typed);
  if (!textOptIn || phone === null) return [];
  const { wording, at, ip } = textOptIn;
  return [insertOrderConsent(ctx.db, { phone, wording, source: 'form', ip, createdAt: at }, bookingId)];
}

/** The revision that Stripe charged, and whether the payment matches it. */
async function paidRevision(ctx: Context, checkout: Checkout, intent: Intent) {
  const revisions = await listRevisions(ctx.db, checkout.id);
  const named = revisions.find((revision) => revision.revision === parseRevision(intent));
  const revision =
    named ?? revisions.find((one) => one.revision === checkout.currentRevision) ?? revisions[0];
  if (!revision) throw new MissingBookingError(intent.id, 'checkout revision');
  const isExact = named !== undefined && isPaidExactly(checkout, revision, intent);
  return { revision, isExact };
}

function isPaidExactly(checkout: Checkout, revision: Revision, intent: Intent): boolean {
  const isOwnIntent = !checkout.stripePaymentIntentId || checkout.stripePaymentIntentId === intent.id;
  return isOwnIntent && intent.amount_received === revision.amount && intent.currency === 'usd';
}

function logPromotion(ctx: Context, checkout: Checkout, booking: BookingRow) {
  const fields = { bookingId: booking.id, checkoutId: checkout.id, needsAttention: booking.needsAttention };
  if (booking.needsAttention) ctx.log.warn('booking_needs_attention', fields);
  else ctx.log.info('booking_made', fields);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
