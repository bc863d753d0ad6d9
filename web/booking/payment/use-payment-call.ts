import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import { refreshAvailability, reloadAvailability } from '#web/api/availability.ts';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import type { PendingBooking } from '#web/booking/history/entries.ts';
import { clearHeldRental, isPartlyHeld } from '#web/booking/hold/held-rentals.ts';
import type { CheckoutFailure } from './checkout-failure.ts';
import { openPayment, type PaymentAnswer } from './open-payment.ts';

export type Handlers = {
  onAlreadyPaid: (made: BookingSummary | null) => void;
  /** The server refuses fields of the details form: asking again with the same ones cannot work. */
  onDetailsRefused: (errors: FieldErrors) => void;
};

/** The call that opens the payment, of which only the latest counts. */
export function useLatestPaymentCall(booking: PendingBooking, handlers: Handlers) {
  const client = useQueryClient();
  const count = useRef(0);
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;

  /** True until the next call, or until the step is left. */
  const watch = useCallback(() => {
    const watched = count.current;
    return () => watched === count.current;
  }, []);

  /** Null when a later call, or a payment made before, has made the answer pointless. */
  const ask = useCallback(
    async (continueHold: boolean) => {
      count.current += 1;
      const isLatest = watch();
      const answer = await openPayment(booking, continueHold);
      return isLatest() ? settleAnswer(answer, { booking, client, handlers: latestHandlers.current }) : null;
    },
    [booking, client, watch],
  );

  const drop = useCallback(() => {
    count.current += 1;
  }, []);
  return useMemo(() => ({ ask, watch, drop }), [ask, watch, drop]);
}

export type PaymentCall = ReturnType<typeof useLatestPaymentCall>;

/** What the step shows; null where another step takes over. */
async function settleAnswer(
  answer: PaymentAnswer,
  { booking, client, handlers }: { booking: PendingBooking; client: QueryClient; handlers: Handlers },
) {
  switch (answer.status) {
    case 'paid':
      handlers.onAlreadyPaid(answer.made);
      return null;
    case 'details':
      if (answer.errors.deliveryDate) await reloadAvailability(client);
      handlers.onDetailsRefused(answer.errors);
      return null;
    case 'failed':
      if (answer.failure.kind !== 'sold_out') return answer;
      return failSoldOut(answer.failure, booking, client);
    case 'open':
      return answer;
  }
}

async function failSoldOut(failure: CheckoutFailure, booking: PendingBooking, client: QueryClient) {
  const answer = { status: 'failed' as const, failure: { ...failure, isPartlyHeld: isPartlyHeld(booking) } };
  clearHeldRental(booking);
  await refreshAvailability(client);
  return answer;
}
