import type { BookingSummary } from '#contract/bookings.ts';
import { type BookingData, TERMS_VERSION } from '#contract/checkout.ts';
import { isCode } from '#web/api/call.ts';
import { paidBooking, startCheckout } from '#web/api/checkout.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/booking/field-errors.ts';
import type { PendingBooking } from '#web/booking/history/entries.ts';
import { saveHeldRental } from '#web/booking/hold/held-rentals.ts';
import { type HoldDeadline, holdFrom } from '#web/booking/hold/hold-clock.ts';
import { checkoutKey, deviceId } from '#web/booking/hold/request-ids.ts';
import { type CardScript, loadCardScript } from '#web/card/stripe.ts';
import { deviceStorage } from '#web/ui/browser/storage.ts';
import { type CheckoutFailure, toCheckoutFailure } from './checkout-failure.ts';
import { turnstileToken } from './turnstile.ts';

export type OpenPayment = { status: 'open'; stripe: CardScript; clientSecret: string; hold: HoldDeadline };

export type PaymentAnswer =
  | OpenPayment
  | { status: 'failed'; failure: CheckoutFailure }
  | { status: 'paid'; made: BookingSummary | null }
  | { status: 'details'; errors: FieldErrors };

/** Holds the days and opens the payment. `continueHold` ends another unfinished booking of this browser. */
export async function openPayment(booking: PendingBooking, continueHold: boolean): Promise<PaymentAnswer> {
  const askedAtMs = performance.now();
  try {
    const { id: _id, status: _status, ...details } = booking;
    const token = await turnstileToken();
    const data: BookingData = {
      ...details,
      terms: true,
      termsVersion: TERMS_VERSION,
      deviceId: deviceId(),
      ...(token && { turnstileToken: token }),
      ...(continueHold && { continueHold }),
    };
    const [reply, stripe] = await Promise.all([
      startCheckout({ data, idempotencyKey: checkoutKey() }),
      loadCardScript(),
    ]);
    if (continueHold) reportMovedHold();
    const hold = holdFrom(reply, askedAtMs);
    saveHeldRental(booking, hold);
    return { status: 'open', stripe, clientSecret: reply.clientSecret, hold };
  } catch (error) {
    if (isCode(error, 'already_paid')) return { status: 'paid', made: paidBooking(error) };
    const errors = fieldErrorsOf(error);
    return errors ? { status: 'details', errors } : { status: 'failed', failure: toCheckoutFailure(error) };
  }
}

const MOVED = 'booking-moved';

/** Notifies the other tabs of this browser that a hold was moved to this tab. */
function reportMovedHold(): void {
  deviceStorage.set(MOVED, crypto.randomUUID());
}

/** Calls back when another tab of this browser has moved a hold, possibly the one of this tab. */
export function onHoldMoved(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === MOVED) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
