import { isPermitIncomplete } from '#domain/catalog/permits.ts';
import { linkEndMs } from '#domain/money/deposit-links.ts';
import { recordedPaymentId } from '#domain/money/recorded.ts';
import { SPOKEN_CONSENT_WORDING } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { hasMovesLeftForNewBooking } from '#worker/fleet/jobs/moves-repo.ts';
import { insertJobsOfBooking } from '#worker/fleet/jobs/repo.ts';
import { hasFreeUnit, takeUnitForNewBooking, type UnitDemand } from '#worker/fleet/units/free-units-repo.ts';
import { insertLink } from '#worker/money/charges/repo.ts';
import { nextKindOf, updatePaymentStatus } from '#worker/money/ledger/repo.ts';
import type { DepositIntent } from '#worker/money/links/deposit.ts';
import { insertRecordedPayment, type RecordedPayment } from '#worker/money/recorded/repo.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { insertOrderConsent } from '#worker/notify/texts/repo.ts';
import { insertAttention } from '#worker/rental/attention-repo.ts';
import type { BookingPlan } from './plan.ts';
import { insertStaffBooking, isRequestNew, requestedBookingId } from './repo.ts';

type NewRequest = {
  plan: BookingPlan;
  request: { key: string; hash: string };
  /** Null: the customer does not pay by a link. */
  deposit: DepositIntent | null;
};

/** The unit that a booking needs from its delivery to its pickup. */
export function demandOf({ body, price }: BookingPlan): UnitDemand {
  const { dumpsterType, deliveryDate, dumpsterId = null } = body;
  return { rental: { dumpsterType, start: deliveryDate, end: price.pickupDay }, dumpsterId };
}

/**
 * The transaction of a booking by staff, and the ids of its outbox rows. Its guards: the call is new, and a unit and the
 * truck moves are left.
 */
export function bookingStatements(ctx: Context, actor: Actor, input: NewRequest) {
  const { db } = ctx;
  const { plan, request, deposit } = input;
  const nowMs = ctx.now();
  const bookingId = requestedBookingId(request.key);
  const { moves, maxMovesPerDay, body } = plan;
  const emailId = ctx.newId();
  const email = { id: emailId, bookingId, createdAt: nowMs };
  const common = { bookingId, nowMs };
  const guards = {
    request_new: isRequestNew(request.key),
    unit_free: hasFreeUnit(demandOf(plan)),
    moves_left: hasMovesLeftForNewBooking({ moves, maxMovesPerDay }),
  };
  const writes = [
    insertStaffBooking(db, bookingRow(actor, input, nowMs)),
    takeUnitForNewBooking(db, { ...demandOf(plan), bookingId, nowMs }),
    insertJobsOfBooking(db, { ...common, moves, deliveryWindow: body.deliveryWindow, today: ctx.today() }),
    ...(isPermitMissing(plan) ? [insertAttention(db, { ...common, reason: 'permit' })] : []),
    insertBookingEvent(db, {
      ...common,
      actor: { type: 'staff', userId: actor.userId },
      action: 'booked',
      details: historyDetails(plan),
    }),
    ...(deposit
      ? [
          insertLink(db, {
            id: deposit.linkId,
            bookingId,
            stripePaymentIntentId: deposit.intentId,
            amount: plan.depositAmount,
            kind: 'deposit',
            cancelsBooking: true,
            expiresAt: linkEnd(ctx, plan),
            nowMs,
          }),
          insertBookingEvent(db, {
            ...common,
            actor: { type: 'staff', userId: actor.userId },
            action: 'pay_link_sent',
            details: { payLink: plan.depositAmount },
            isToCustomer: true,
          }),
          insertBookingNotification(db, { ...email, kind: 'pay-link', subject: deposit.linkId }),
        ]
      : [insertBookingNotification(db, { ...email, kind: 'booking-made' })]),
    ...consentStatements(ctx, plan, { ...common, userId: actor.userId }),
    ...('amount' in plan.body.payment
      ? recordedStatements(ctx, { ...common, userId: actor.userId, payment: plan.body.payment })
      : []),
    updatePaymentStatus(db, bookingId),
  ];
  return { guards, writes, outboxIds: body.email === null ? [] : [emailId] };
}

/** The consent to texts that the customer gave on the phone. */
function consentStatements(
  { db }: Context,
  { body }: BookingPlan,
  {
    bookingId,
    nowMs,
    userId,
  }: { bookingId: ReturnType<typeof requestedBookingId>; nowMs: number; userId: number },
) {
  const phone = textPhone(body.phone);
  if (!body.textOptIn || phone === null) return [];
  const consent = { phone, wording: SPOKEN_CONSENT_WORDING, createdAt: nowMs };
  return [insertOrderConsent(db, { ...consent, source: 'phone_order', createdBy: userId }, bookingId)];
}

type RecordedInput = Pick<Parameters<typeof insertRecordedPayment>[2], 'bookingId' | 'userId' | 'nowMs'> & {
  payment: RecordedPayment;
};

/** The payment outside Stripe that staff received with the order. */
function recordedStatements(ctx: Context, { payment, ...common }: RecordedInput) {
  const { db } = ctx;
  const id = recordedPaymentId(ctx.newId());
  const { method, amount, day, reference } = payment;
  return [
    insertRecordedPayment(db, payment, { ...common, id, kind: nextKindOf(common.bookingId) }),
    insertBookingEvent(db, {
      ...common,
      actor: { type: 'staff', userId: common.userId },
      action: 'payment_recorded',
      details: { amount, method, day, reference },
      transactionId: id,
    }),
  ];
}

function bookingRow(actor: Actor, { plan, request, deposit }: NewRequest, nowMs: number) {
  const { body, price, depositAmount, finalPrice, card, termsVersion } = plan;
  const {
    deliveryWindow: _deliveryWindow,
    dumpsterId: _dumpsterId,
    override: _override,
    priceOverride: _priceOverride,
    quoteHash: _quoteHash,
    payment: _payment,
    material: _material,
    termsRead: _termsRead,
    termsNotRead: _termsNotRead,
    textOptIn: _textOptIn,
    ...details
  } = body;
  return {
    ...details,
    ...({ depositAmount, finalPrice, status: 'pending', paymentStatus: 'unpaid' } as const),
    rateCardId: price.rateCardId,
    quote: price.quote,
    materialId: price.rate.material,
    zone: price.zone,
    endDate: price.endDate,
    pickupDay: price.pickupDay,
    cancellationPolicy: card.policy.cancellation,
    stripeCustomerId: deposit?.customerId ?? null,
    ...({ source: 'phone', createdBy: actor.userId } as const),
    // Who read them to the customer is the user who made the booking.
    ...(areTermsRead(body) && { termsVersion, termsAcceptedAt: nowMs }),
    requestKey: request.key,
    requestHash: request.hash,
    createdAt: nowMs,
  };
}

/** The page of a payment link asks the customer for the terms, even if staff read them. */
function areTermsRead({ termsRead, payment }: BookingPlan['body']): boolean {
  return termsRead && payment.method !== 'link';
}

function isPermitMissing({ body, price }: BookingPlan): boolean {
  return price.permit !== null && isPermitIncomplete(body, price.pickupDay);
}

function linkEnd(ctx: Context, { body: { payment, deliveryDate } }: BookingPlan): number {
  if (payment.method !== 'link') throw new Error('Only a payment link has an end');
  const { timeZone } = ctx.settings;
  return linkEndMs(Date.parse(payment.expiresAt), { deliveryDate, timeZone, nowMs: ctx.now() });
}

function historyDetails({ body, overridden, catalogPrice }: BookingPlan) {
  const { payment, priceOverride, deliveryWindow = 'any', termsNotRead } = body;
  return {
    source: 'phone',
    payment: payment.method,
    termsRead: areTermsRead(body),
    ...(termsNotRead && payment.method !== 'link' && !body.termsRead && { termsNotRead }),
    ...(deliveryWindow !== 'any' && { deliveryWindow }),
    ...(overridden.length > 0 && { overriddenRules: overridden.join(', ') }),
    ...(priceOverride && {
      catalogPrice,
      agreedPrice: priceOverride.amount,
      priceReason: priceOverride.reason,
    }),
  };
}
