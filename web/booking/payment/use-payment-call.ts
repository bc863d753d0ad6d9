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
  /** The server rejected fields of the details form. A retry with the same values would fail again. */
  onDetailsRefused: (errors: FieldErrors) => void;
};

/** Opens the payment. Only the latest call counts. */
export function useLatestPaymentCall(booking: PendingBooking, handlers: Handlers) {
  const client = useQueryClient();
  const count = useRef(0);
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;

  /** Returns a function that is true until the next call or until the step is left. */
  const watch = useCallback(() => {
    const watched = count.current;
    return () => watched === count.current;
  }, []);

  /** Resolves to null if a later call or an earlier payment makes the reply irrelevant. */
  const ask = useCallback(
    async (continueHold: boolean) => {
      count.current += 1;
      const isLatest = watch();
      const answer = await openPayment(booking, continueHold);
      return isLatest() ? handleAnswer(answer, { booking, client, handlers: latestHandlers.current }) : null;
    },
    [booking, client, watch],
  );

  const drop = useCallback(() => {
    count.current += 1;
  }, []);
  return useMemo(() => ({ ask, watch, drop }), [ask, watch, drop]);
}

export type PaymentCall = ReturnType<typeof useLatestPaymentCall>;

/** What the step shows; null if the flow goes to another step. */
async function handleAnswer(
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
