import type { BookingDetails } from '#contract/bookings.ts';
import { type BookingData, TERMS_VERSION } from '#contract/checkout.ts';
import { isWithinHorizon } from '#domain/availability.ts';
import type { Day } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { dumpsterSize, HORIZON_DAYS, rentalEnd, rentalOption } from '#domain/rental.ts';
import { findBookingByIntent } from '#worker/bookings/repo.ts';
import { summaryOf } from '#worker/bookings/service.ts';
import type { CallerKeys } from '#worker/checkout/holds/limits.ts';
import type { Context } from '#worker/context.ts';
import { networksOf } from '#worker/http/guards/address.ts';
import { phoneRefusal } from '#worker/platform/phone-numbers.ts';
import { detailsFingerprint, emailKey, keyFromDetails, phoneKey } from './keys.ts';
import type { Checkout, Revision } from './repo.ts';

/** A valid request for a checkout, with the price of the server. */
export type CheckoutRequest = {
  key: string;
  fingerprint: string;
  details: BookingDetails;
  /** Cents. */
  amount: number;
  endDate: string;
  caller: CallerKeys;
  /** The random id in the customer's browser; null when the call has none. */
  deviceId: string | null;
  /** True if the customer agrees to end the unfinished booking of the same device. */
  continueHold: boolean;
  ip: string;
  termsVersion: string;
  turnstileToken: string | null;
};

/** Builds the request: the details of the call, the keys of its caller, the last day and the price. */
export async function makeCheckoutRequest(
  data: BookingData,
  caller: { key: string | null; ip: string },
): Promise<CheckoutRequest> {
  const {
    depositAmount: _depositAmount,
    terms: _terms,
    continueHold,
    termsVersion,
    turnstileToken,
    deviceId,
    ...details
  } = data;
  const fingerprint = await detailsFingerprint(details);
  return {
    key: caller.key ?? (await keyFromDetails(fingerprint, caller.ip)),
    fingerprint,
    details,
    amount: rentalOption(details.rentalType).deposit,
    endDate: rentalEnd(details.rentalType, details.deliveryDate),
    caller: {
      ...networksOf(caller.ip),
      emailKey: emailKey(details.email),
      phoneKey: phoneKey(details.phone),
    },
    deviceId: deviceId ?? null,
    continueHold: continueHold ?? false,
    ip: caller.ip,
    termsVersion: termsVersion ?? TERMS_VERSION,
    turnstileToken: turnstileToken ?? null,
  };
}

/** Throws `invalid` for a day that cannot be booked or a phone number that is not possible. */
export function assertBookable(ctx: Context, { deliveryDate, phone }: BookingData) {
  const refusals = { deliveryDate: dayRefusal(ctx, deliveryDate), phone: phoneRefusal(phone) };
  const issues = Object.entries(refusals).flatMap(([field, message]) =>
    message ? [{ path: `bookingData.${field}`, message }] : [],
  );
  const [first] = issues;
  if (first) throw new AppError('invalid', first.message, { issues });
}

function dayRefusal(ctx: Context, day: Day): string | null {
  const today = ctx.today();
  if (isWithinHorizon(day, today)) return null;
  return day < today
    ? 'Delivery date cannot be in the past'
    : `Delivery date must be within the next ${HORIZON_DAYS} days`;
}

/**
 * Throws `price_changed` when the page showed another deposit, so that the customer never pays a price that the page
 * did not show.
 */
export function assertPrice(ctx: Context, data: BookingData) {
  const { deposit } = rentalOption(data.rentalType);
  if (data.depositAmount === undefined || data.depositAmount === deposit) return;
  ctx.log.warn('checkout_price_differs', { rentalType: data.rentalType, given: data.depositAmount, deposit });
  throw new AppError(
    'price_changed',
    'The deposit has changed. Please reload the page to see the current price.',
  );
}

export function revisionRow(
  request: CheckoutRequest,
  place: { checkoutId: string; revision: number; nowMs: number },
): Revision {
  const { details, fingerprint, amount, endDate } = request;
  const { checkoutId, revision, nowMs } = place;
  return {
    checkoutId,
    revision,
    fingerprint,
    ...details,
    endDate,
    pickupDay: endDate,
    amount,
    createdAt: nowMs,
    materialId: null,
    zone: null,
    placementType: 'private',
    quote: null,
  };
}

export function rentalOf(request: CheckoutRequest) {
  const { dumpsterType, deliveryDate } = request.details;
  return { dumpsterType, start: deliveryDate, end: request.endDate };
}

export function soldOutError(request: CheckoutRequest): AppError {
  const { name } = dumpsterSize(request.details.dumpsterType);
  return new AppError('sold_out', `The ${name} dumpster is no longer available for these days.`);
}

export async function alreadyPaidError(ctx: Context, checkout: Checkout): Promise<AppError> {
  const { stripePaymentIntentId: intentId } = checkout;
  const booking = intentId && (await findBookingByIntent(ctx.db, intentId));
  return new AppError('already_paid', 'This rental is already paid.', {
    body: { booking: booking ? await summaryOf(ctx, booking) : null },
  });
}

export function busyError(): AppError {
  return new AppError('busy', 'This booking is being worked on. Please try again in a moment.', {
    retryAfter: 1,
  });
}
