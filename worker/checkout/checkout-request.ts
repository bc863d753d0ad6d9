import type { BookingDetails } from '#contract/bookings.ts';
import type { BookingData } from '#contract/checkout.ts';
import { firstDeliveryDay, type TruckCalendar } from '#domain/catalog/delivery-days.ts';
import type { Utm } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { isWorkingDay } from '#domain/catalog/rental-days.ts';
import { listTruckMoves, type TruckMove } from '#domain/jobs/jobs.ts';
import type { DayRefusal } from '#domain/rental/availability.ts';
import { listItemNumbers } from '#domain/rental/orders.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import { TEXT_CONSENT_WORDING } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import type { TextOptIn } from '#worker/base/db/schema/checkouts.ts';
import { computeNetworks } from '#worker/base/http/guards/address.ts';
import { listBookingsOfOrder } from '#worker/bookings/repo.ts';
import { readBookingSummary } from '#worker/bookings/service.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import type { PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { findOfferedRate, type PricedRental, priceRental } from '#worker/catalog/rental-price.ts';
import type { CallerKeys } from '#worker/checkout/holds/limits.ts';
import { orderTime } from '#worker/fleet/jobs/calendar.ts';
import { detailIssues, findPlaceIssue, invalidFields } from '#worker/rental/detail-checks.ts';
import { detailsFingerprint, emailKey, keyFromDetails } from './keys.ts';
import type { Checkout, Revision } from './repo.ts';

/** A call to create-payment-intent for a booking that does not exist yet. */
export type OpenRequest = { data: BookingData; key: string | null; ip: string };

/** A valid request for a checkout, priced by the server. */
export type CheckoutRequest = {
  key: string;
  fingerprint: string;
  details: BookingDetails;
  price: PricedRental;
  calendar: TruckCalendar;
  caller: CallerKeys;
  /** The random id in the customer's browser; null when the call has none. */
  deviceId: string | null;
  /** True if the customer agrees to end the unfinished booking of the same device. */
  continueHold: boolean;
  ip: string;
  termsVersion: string;
  turnstileToken: string | null;
  utm: Utm | null;
  /** How many dumpsters. */
  quantity: number;
  /** Whether the customer agreed to text messages. */
  textOptIn: boolean;
};

/** The Idempotency-Key of a call, or a digest of its details and address. */
export async function computeIdempotencyKey({ data, key, ip }: OpenRequest): Promise<string> {
  return key ?? (await keyFromDetails(await detailsFingerprint(data, data), ip));
}

/** What the limits of a caller count. */
export function identifyCaller({ data, ip }: Pick<OpenRequest, 'data' | 'ip'>) {
  return {
    caller: { ...computeNetworks(ip), emailKey: emailKey(data.email), phoneKey: phoneKey(data.phone) },
    deviceId: data.deviceId ?? null,
  };
}

export type AcceptableTerms = readonly [current: string, ...others: string[]];

/** What a request is checked and priced by. */
type RequestRules = {
  key: string;
  card: PublishedRateCard;
  /** Days without deliveries and pickups, from the delivery day on. */
  closedDays: ReadonlySet<Day>;
  /** The versions of the terms that a customer may accept, the current one first. */
  terms: AcceptableTerms;
};

/**
 * Builds the request: the rental with its price on the card, the keys of the caller, the version of the terms. Throws
 * `invalid` for what cannot be booked.
 */
export async function makeCheckoutRequest(
  ctx: Context,
  { data, ip }: OpenRequest,
  { key, card, closedDays, terms }: RequestRules,
): Promise<CheckoutRequest> {
  const rate = findRateToBook(ctx, data, card.card);
  const placementType = data.placementType ?? 'private';
  const quantity = data.quantity ?? 1;
  const details = { ...detailsOf(data), rentalType: rate.rentalOption, dumpsterType: rate.dumpsterSize };
  return {
    key,
    fingerprint: await detailsFingerprint(details, { material: rate.material, placementType, quantity }),
    details,
    price: await priceRental(card, { rate, details, placementType, closedDays }),
    calendar: { rules: card.card.calendar, closedDays },
    ...identifyCaller({ data, ip }),
    continueHold: data.continueHold ?? false,
    ip,
    termsVersion: data.termsVersion ?? terms[0],
    turnstileToken: data.turnstileToken ?? null,
    utm: data.utm ?? null,
    quantity,
    textOptIn: data.textOptIn ?? false,
  };
}

/** The details that the customer entered, without price, consent and evidence. */
function detailsOf(data: BookingData): BookingDetails {
  const {
    depositAmount: _depositAmount,
    terms: _terms,
    continueHold: _continueHold,
    termsVersion: _termsVersion,
    turnstileToken: _turnstileToken,
    deviceId: _deviceId,
    material: _material,
    placementType: _placementType,
    rateCardId: _rateCardId,
    quoteHash: _quoteHash,
    utm: _utm,
    textOptIn: _textOptIn,
    quantity: _quantity,
    ...details
  } = data;
  return details;
}

/** Throws `invalid` for a rental that is not offered, a day that cannot be booked or an impossible phone number. */
function findRateToBook(ctx: Context, data: BookingData, card: RateCard) {
  const { rate, issues } = findOfferedRate(card, data);
  const others = detailIssues(ctx, data, card);
  if (rate && others.length === 0) return rate;
  throw invalid([...(issues ?? []), ...others]);
}

/** The paths are those of the body of create-payment-intent. */
function invalid(issues: readonly Issue[]): AppError {
  return invalidFields(issues.map(({ path, message }) => ({ path: `bookingData.${path}`, message })));
}

/**
 * Throws unless the business delivers to the ZIP code, its state has the tax of the customer's state, and the customer
 * saw this price and accepted terms that were current within a day. Without a hash of the price lines, the deposit is
 * compared.
 */
export async function assertAgreed(
  ctx: Context,
  request: CheckoutRequest,
  { data, terms }: { data: BookingData; terms: AcceptableTerms },
) {
  const { price, details, termsVersion } = request;
  const refusal = await findPlaceIssue(ctx, { details, price });
  if (refusal) throw invalid([refusal]);
  assertShownPrice(ctx, data, price);
  if (terms.includes(termsVersion)) return;
  const message = 'Our terms have changed. Please read and accept the current terms.';
  throw new AppError('terms_changed', message, { body: { termsVersion: terms[0] } });
}

/** So that the customer never pays a price that the page did not show. */
function assertShownPrice(
  ctx: Context,
  data: BookingData,
  { quote, rateCardId, quoteHash, rate }: PricedRental,
) {
  const deposit = quote.dueNow;
  const isOtherDeposit = data.depositAmount !== undefined && data.depositAmount !== deposit;
  const isOtherPrice =
    (data.quoteHash !== undefined && data.quoteHash !== quoteHash) ||
    (data.rateCardId !== undefined && data.rateCardId !== rateCardId);
  if (!isOtherDeposit && !isOtherPrice) return;
  ctx.log.warn('checkout_price_differs', {
    rentalType: rate.rentalOption,
    given: data.depositAmount,
    deposit,
  });
  const message = isOtherDeposit
    ? 'The deposit has changed. Please reload the page to see the current price.'
    : 'The price has changed. Please check the new price before you pay.';
  throw new AppError('price_changed', message, { body: { ...quote, rateCardId, quoteHash, rate } });
}

export function revisionRow(
  request: CheckoutRequest,
  place: { checkoutId: string; revision: number; nowMs: number },
): Revision {
  const { details, fingerprint, price, quantity } = request;
  const { checkoutId, revision, nowMs } = place;
  return {
    checkoutId,
    revision,
    fingerprint,
    ...details,
    endDate: price.endDate,
    pickupDay: price.pickupDay,
    amount: price.quote.dueNow * quantity,
    createdAt: nowMs,
    materialId: price.rate.material,
    zone: price.zone,
    placementType: price.placementType,
    quote: price.quote,
    quantity,
    textOptIn: textOptInOf(request, nowMs),
  };
}

/** The evidence of the consent to text messages; null without one. */
export function textOptInOf({ textOptIn, ip }: CheckoutRequest, nowMs: number): TextOptIn | null {
  return textOptIn ? { wording: TEXT_CONSENT_WORDING, at: nowMs, ip } : null;
}

/** The days for which the request needs a unit. */
export function rentalOf(request: CheckoutRequest) {
  const { dumpsterType, deliveryDate } = request.details;
  return { dumpsterType, start: deliveryDate, end: request.price.pickupDay };
}

/** The truck moves that the request needs, with the number of the dumpster. */
export function listRequestedMoves({
  details,
  price,
  quantity,
}: CheckoutRequest): (TruckMove & { item: number })[] {
  const moves = listTruckMoves({ deliveryDate: details.deliveryDate, pickupDay: price.pickupDay });
  return listItemNumbers(quantity).flatMap((item) => moves.map((move) => ({ ...move, item })));
}

/** Throws sold_out when the calendar does not allow a delivery on the day: closed or too_soon. */
export function assertDeliveryDay(ctx: Context, request: CheckoutRequest) {
  const { calendar, details, price } = request;
  const { deliveryDate } = details;
  if (!isWorkingDay(calendar.rules, calendar.closedDays, deliveryDate)) {
    throw dayError('closed', `We do not deliver on ${formatDay(deliveryDate)}. Please choose another day.`);
  }
  const first = firstDeliveryDay(calendar.rules, orderTime(ctx), price.permit);
  if (deliveryDate >= first) return;
  const message = `${formatDay(deliveryDate)} is too soon for a delivery. Please choose ${formatDay(first)} or a later day.`;
  throw dayError('too_soon', message);
}

/**
 * The error when no unit is free, or when the trucks have no move left on the delivery or pickup day. `left`: how many
 * dumpsters of an order could be booked.
 */
export function takenError(request: CheckoutRequest, reason: 'sold_out' | 'full', left: number): AppError {
  const { sizeName } = request.price;
  if (left > 0) {
    const count = left === 1 ? 'one' : left;
    const message = `We have only ${count} of our ${sizeName} dumpsters left for these days. Please choose fewer dumpsters or another delivery day.`;
    return new AppError('sold_out', message, { body: { reason, left } });
  }
  if (reason === 'full') {
    return dayError(
      'full',
      'Our trucks have no time left on these days. Please choose another delivery day.',
    );
  }
  return dayError('sold_out', `The ${sizeName} dumpster is no longer available for these days.`);
}

function dayError(reason: DayRefusal, message: string): AppError {
  return new AppError('sold_out', message, { body: { reason } });
}

export async function alreadyPaidError(ctx: Context, checkout: Checkout): Promise<AppError> {
  const { stripePaymentIntentId: intentId } = checkout;
  const order = intentId === null ? [] : await listBookingsOfOrder(ctx.db, intentId);
  const [booking] = order;
  return new AppError('already_paid', 'This rental is already paid.', {
    body: {
      booking: booking ? await readBookingSummary(ctx, booking) : null,
      ...orderNumbersOf(order),
      agreement: booking ? await readAgreement(ctx, booking) : null,
    },
  });
}

/** The numbers of the bookings, for an order of several dumpsters. */
export function orderNumbersOf(order: readonly { id: number }[]): { orderNumbers?: number[] } {
  return order.length > 1 ? { orderNumbers: order.map(({ id }) => id) } : {};
}

export function busyError(): AppError {
  return new AppError('busy', 'This booking is being worked on. Please try again in a moment.', {
    retryAfter: 1,
  });
}
