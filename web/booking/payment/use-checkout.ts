import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import { type BookingData, TERMS_VERSION } from '#contract/checkout.ts';
import { refreshAvailability, reloadAvailability } from '#web/api/availability.ts';
import { isCode } from '#web/api/call.ts';
import { openCheckout, paidBooking } from '#web/api/checkout.ts';
import { checkoutKey } from '#web/booking/checkout-key.ts';
import { deviceId } from '#web/booking/device-id.ts';
import type { PendingBooking } from '#web/booking/entries.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/booking/field-errors.ts';
import { forgetHeld, rememberHeld } from '#web/booking/held.ts';
import { type Hold, holdFrom } from '#web/booking/hold-clock.ts';
import { type CardScript, loadCardScript } from '#web/card/stripe.ts';
import { toast } from '#web/ui/toast-store.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { turnstileToken } from './turnstile.ts';

export type Checkout =
  | { at: 'opening' }
  | { at: 'open'; stripe: CardScript; clientSecret: string; hold: Hold }
  | { at: 'refused'; refusal: Refusal };

type Handlers = {
  onAlreadyPaid: (made: BookingSummary | null) => void;
  /** The server refuses fields of the details form: asking again with the same ones cannot work. */
  onDetailsRefused: (errors: FieldErrors) => void;
};

/** Opens the payment of a booking when the step is entered, and again when asked. */
export function useCheckout(booking: PendingBooking, handlers: Handlers) {
  const client = useQueryClient();
  const [checkout, setCheckout] = useState<Checkout>({ at: 'opening' });
  const latest = useRef({ asked: 0, handlers });
  latest.current.handlers = handlers;

  /** Null when a later question, or a payment made before, has made the answer pointless. */
  const ask = useCallback(async (): Promise<Checkout | null> => {
    latest.current.asked += 1;
    const mine = latest.current.asked;
    const answer = await openPayment(booking);
    if (mine !== latest.current.asked) return null;
    if (answer.at === 'paid') {
      latest.current.handlers.onAlreadyPaid(answer.made);
      return null;
    }
    if (answer.at === 'details') {
      if (answer.errors.deliveryDate) await reloadAvailability(client);
      latest.current.handlers.onDetailsRefused(answer.errors);
      return null;
    }
    if (answer.at === 'refused' && answer.refusal.why === 'sold_out') {
      forgetHeld();
      await refreshAvailability(client);
    }
    return answer;
  }, [booking, client]);

  const open = useCallback(async () => {
    setCheckout({ at: 'opening' });
    const answer = await ask();
    if (!answer) return;
    setCheckout(answer);
    if (answer.at === 'refused' && answer.refusal.why === 'setup') toastRefusal(answer.refusal);
  }, [ask]);

  useEffect(() => {
    void open();
    return () => {
      latest.current.asked += 1;
    };
  }, [open]);

  /** Before the card is charged: whether the hold and the price still stand as the page shows them. */
  const reaffirm = async (shownSecret: string): Promise<boolean> => {
    const answer = await ask();
    if (!answer || answer.at === 'opening') return false;
    if (answer.at === 'refused') {
      const { why } = answer.refusal;
      if (why === 'sold_out' || why === 'price_changed') setCheckout(answer);
      else toastRefusal(answer.refusal);
      return false;
    }
    setCheckout(answer);
    if (answer.clientSecret === shownSecret) return true;
    toast({
      title: 'Please enter your card again',
      text: 'Your hold had ended and was renewed.',
      look: 'plain',
    });
    return false;
  };

  return { checkout, open, reaffirm };
}

type Answer =
  | Exclude<Checkout, { at: 'opening' }>
  | { at: 'paid'; made: BookingSummary | null }
  | { at: 'details'; errors: FieldErrors };

async function openPayment(booking: PendingBooking): Promise<Answer> {
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
    };
    const [reply, stripe] = await Promise.all([
      openCheckout({ data, idempotencyKey: checkoutKey() }),
      loadCardScript(),
    ]);
    rememberHeld(booking);
    return { at: 'open', stripe, clientSecret: reply.clientSecret, hold: holdFrom(reply, askedAtMs) };
  } catch (error) {
    if (isCode(error, 'already_paid')) return { at: 'paid', made: paidBooking(error) };
    const errors = fieldErrorsOf(error);
    return errors ? { at: 'details', errors } : { at: 'refused', refusal: refusalOf(error) };
  }
}

function toastRefusal({ message }: Refusal): void {
  toast({ title: 'Payment Setup Error', text: message, look: 'destructive' });
}
