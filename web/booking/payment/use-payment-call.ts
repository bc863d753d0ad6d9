import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { Agreement } from '#domain/catalog/agreement.ts';
import type { PendingBooking } from '#web/booking/catalog/pending-booking.ts';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import { unansweredFailure } from './checkout-failure.ts';
import { openPayment } from './open-payment.ts';

export type Handlers = {
  /** Both null until the booking exists. */
  onAlreadyPaid: (made: { booking: BookingSummary | null; agreement: Agreement | null }) => void;
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
      const { handleRefusal } = await loadRefusals();
      if (!isLatest()) return null;
      return handleRefusal(answer.error, { booking, client, handlers: latestHandlers.current });
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

/** Most payments open. If the script does not load, the panel for an unreachable server has the message. */
async function loadRefusals() {
  try {
    return await import('#web/booking/extras/refused-checkout.ts');
  } catch {
    return { handleRefusal: () => ({ status: 'failed' as const, failure: unansweredFailure(null) }) };
  }
}
