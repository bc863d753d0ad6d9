import type { BookingData } from '#contract/checkout.ts';
import { quoteHash } from '#domain/catalog/quote-hash.ts';
import type { Day } from '#domain/shared/days.ts';
import { CallError } from '#web/api/call.ts';
import { startCheckout } from '#web/api/checkout.ts';
import { deviceStorage } from '#web/kit/ui/browser/storage.ts';
import type { PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { findUtm } from '#web/public/booking/catalog/utm.ts';
import { saveHeldRental } from '#web/public/booking/hold/held-rentals.ts';
import { type HoldDeadline, holdFrom } from '#web/public/booking/hold/hold-clock.ts';
import { checkoutKey, deviceId } from '#web/public/booking/hold/request-ids.ts';
import { type CardScript, loadCardScript } from '#web/public/card/stripe.ts';
import { type CheckoutFailure, unansweredFailure } from './checkout-failure.ts';
import { turnstileToken } from './turnstile.ts';

export type OpenPayment = {
  status: 'open';
  stripe: CardScript;
  clientSecret: string;
  hold: HoldDeadline;
  /** The day of the pickup that is reserved, if it is later than the last rental day. */
  pickupDay: Day | null;
  /** How many cards were declined for this payment. */
  failedAttempts: number;
};

export type FailedPayment = { status: 'failed'; failure: CheckoutFailure };

/** 'refused': the server answered with an error. */
export type PaymentAnswer = OpenPayment | FailedPayment | { status: 'refused'; error: CallError };

/** Holds the days and opens the payment. `continueHold` ends another unfinished booking of this browser. */
export async function openPayment(booking: PendingBooking, continueHold: boolean): Promise<PaymentAnswer> {
  const askedAtMs = performance.now();
  try {
    const token = await turnstileToken();
    const data: BookingData = {
      ...(await bookedData(booking)),
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
    const { clientSecret, pickupDay = null, failedAttempts = 0 } = reply;
    return { status: 'open', stripe, clientSecret, hold, pickupDay, failedAttempts };
  } catch (error) {
    return error instanceof CallError
      ? { status: 'refused', error }
      : { status: 'failed', failure: unansweredFailure(error) };
  }
}

/** What the customer chose and agreed to, with the price on the screen. */
async function bookedData(booking: PendingBooking): Promise<BookingData> {
  const { id: _id, status: _status, days: _days, price, quantity, ...details } = booking;
  const utm = findUtm();
  return {
    ...details,
    ...(quantity > 1 && { quantity }),
    rateCardId: price.rateCardId,
    quoteHash: price.hash ?? (await quoteHash(price.rateCardId, price.quote)),
    terms: true,
    ...(utm && { utm }),
  };
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
