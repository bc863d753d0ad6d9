import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import type { BookingSummary } from '#contract/bookings.ts';
import { alreadyPaidReply } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { Agreement } from '#domain/catalog/agreement.ts';
import type { PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import type { FieldErrors } from '#web/public/booking/field-errors.ts';
import { unexplainedFailure } from './checkout-failure.ts';
import { openPayment } from './open-payment.ts';

export type Handlers = {
  /** Both null until the booking exists. */
  onAlreadyPaid: (made: {
    booking: BookingSummary | null;
    agreement: Agreement | null;
    orderNumbers?: number[] | undefined;
  }) => void;
  /** The server rejected fields of the details form. A retry with the same values would fail again. */
  onDetailsRefused: (errors: FieldErrors, termsVersion?: string) => void;
  /** The server has another catalog. What it no longer offers is cleared. */
  onCatalog: (catalog: PublicCatalog) => void;
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

  /** Resolves to null if a later call makes the reply irrelevant, or if the flow goes to another step. */
  const ask = useCallback(
    async (continueHold: boolean) => {
      count.current += 1;
      const isLatest = watch();
      const answer = await openPayment(booking, continueHold);
      if (answer.status !== 'refused') return isLatest() ? answer : null;
      const { error } = answer;
      // Decided here: after a payment nothing may depend on a script that is still to be loaded.
      if (error.reply?.code === 'already_paid') {
        if (isLatest()) latestHandlers.current.onAlreadyPaid(paidBooking(error.body));
        return null;
      }
      const refusals = await loadRefusals().catch(() => null);
      if (!isLatest()) return null;
      if (!refusals) return { status: 'failed' as const, failure: unexplainedFailure(error.reply) };
      return refusals.handleRefusal(error, { booking, client, handlers: latestHandlers.current });
    },
    [booking, client, watch],
  );

  const drop = useCallback(() => {
    count.current += 1;
  }, []);
  return useMemo(() => ({ ask, watch, drop }), [ask, watch, drop]);
}

export type PaymentCall = ReturnType<typeof useLatestPaymentCall>;

export type RefusalContext = { booking: PendingBooking; client: QueryClient; handlers: Handlers };

/** The booking does not exist yet if the payment has just succeeded. */
function paidBooking(body: unknown) {
  const { booking = null, agreement = null, orderNumbers } = z.safeParse(alreadyPaidReply, body).data ?? {};
  return { booking, agreement, orderNumbers };
}

/** Few payments are refused, so what explains a refusal is loaded then. */
const loadRefusals = () => import('#web/public/booking/extras/refused-checkout.ts');
