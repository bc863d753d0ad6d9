import type { BookingDetails } from '#contract/bookings.ts';
import { type BookingData, TERMS_VERSION } from '#contract/checkout.ts';
import { type DayRefusal, isWithinHorizon } from '#domain/availability.ts';
import { firstDeliveryDay, type TruckCalendar } from '#domain/catalog/delivery-days.ts';
import { isWorkingDay, pickupDayOf } from '#domain/catalog/rental-days.ts';
import { type Day, formatDay } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { type TruckMove, truckMovesOf } from '#domain/jobs.ts';
import { dumpsterSize, rentalEnd, rentalOption } from '#domain/rental.ts';
import { findBookingByIntent } from '#worker/bookings/repo.ts';
import { summaryOf } from '#worker/bookings/service.ts';
import type { CallerKeys } from '#worker/checkout/holds/limits.ts';
import type { Context } from '#worker/context.ts';
import { networksOf } from '#worker/http/guards/address.ts';
import { orderTime } from '#worker/jobs/calendar.ts';
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
  endDate: Day;
  /** The unit is reserved until this day. */
  pickupDay: Day;
  calendar: TruckCalendar;
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
  caller: { key: string | null; ip: string; calendar: TruckCalendar },
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
  const { calendar } = caller;
  const fingerprint = await detailsFingerprint(details);
  const endDate = rentalEnd(details.rentalType, details.deliveryDate);
  return {
    key: caller.key ?? (await keyFromDetails(fingerprint, caller.ip)),
    fingerprint,
    details,
    amount: rentalOption(details.rentalType).deposit,
    endDate,
    pickupDay: pickupDayOf(calendar.rules, calendar.closedDays, endDate),
    calendar,
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

/** Throws `invalid` for a past day, a day beyond the horizon, or a phone number that is not possible. */
export function assertBookable(
  ctx: Context,
  { deliveryDate, phone }: BookingData,
  { horizonDays }: TruckCalendar['rules'],
) {
  const refusals = {
    deliveryDate: dayRefusal(ctx, deliveryDate, horizonDays),
    phone: phoneRefusal(phone),
  };
  const issues = Object.entries(refusals).flatMap(([field, message]) =>
    message ? [{ path: `bookingData.${field}`, message }] : [],
  );
  const [first] = issues;
  if (first) throw new AppError('invalid', first.message, { issues });
}

function dayRefusal(ctx: Context, day: Day, horizonDays: number): string | null {
  const today = ctx.today();
  if (isWithinHorizon(day, today, horizonDays)) return null;
  return day < today
    ? 'Delivery date cannot be in the past'
    : `Delivery date must be within the next ${horizonDays} days`;
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
  const { details, fingerprint, amount, endDate, pickupDay } = request;
  const { checkoutId, revision, nowMs } = place;
  return {
    checkoutId,
    revision,
    fingerprint,
    ...details,
    endDate,
    pickupDay,
    amount,
    createdAt: nowMs,
    materialId: null,
    zone: null,
    placementType: 'private',
    quote: null,
  };
}

/** The days for which the request needs a unit. */
export function rentalOf(request: CheckoutRequest) {
  const { dumpsterType, deliveryDate } = request.details;
  return { dumpsterType, start: deliveryDate, end: request.pickupDay };
}

/** The truck moves that the request needs. */
export function movesOf({ details, pickupDay }: CheckoutRequest): TruckMove[] {
  return truckMovesOf({ deliveryDate: details.deliveryDate, pickupDay });
}

/** Throws sold_out when the calendar does not allow a delivery on the day: closed or too_soon. */
export function assertDeliveryDay(ctx: Context, request: CheckoutRequest) {
  const { calendar, details } = request;
  const { deliveryDate } = details;
  if (!isWorkingDay(calendar.rules, calendar.closedDays, deliveryDate)) {
    throw dayError('closed', `We do not deliver on ${formatDay(deliveryDate)}. Please choose another day.`);
  }
  const first = firstDeliveryDay(calendar.rules, orderTime(ctx), null);
  if (deliveryDate >= first) return;
  const message = `${formatDay(deliveryDate)} is too soon for a delivery. Please choose ${formatDay(first)} or a later day.`;
  throw dayError('too_soon', message);
}

/** The error when no unit is free, or when the trucks have no move left on the delivery or pickup day. */
export function takenError(request: CheckoutRequest, reason: 'sold_out' | 'full'): AppError {
  if (reason === 'full') {
    return dayError(
      'full',
      'Our trucks have no time left on these days. Please choose another delivery day.',
    );
  }
  const { name } = dumpsterSize(request.details.dumpsterType);
  return dayError('sold_out', `The ${name} dumpster is no longer available for these days.`);
}

function dayError(reason: DayRefusal, message: string): AppError {
  return new AppError('sold_out', message, { body: { reason } });
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
