import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findRate } from '#domain/catalog/entries.ts';
import { refreshAvailability, reloadAvailability } from '#web/api/availability.ts';
import type { PendingBooking } from '#web/booking/catalog/pending-booking.ts';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import { clearHeldRental, isPartlyHeld } from '#web/booking/hold/held-rentals.ts';
import type { CheckoutFailure } from './checkout-failure.ts';
import { openPayment, type PaymentAnswer } from './open-payment.ts';

export type Handlers = {
  onAlreadyPaid: (made: BookingSummary | null) => void;
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
      handlers.onDetailsRefused(answer.errors, answer.termsVersion);
      return null;
    case 'outdated': {
      const catalog = await findCatalog();
      if (catalog && !isOfferedBy(catalog, booking)) handlers.onCatalog(catalog);
      else if (answer.errors) handlers.onDetailsRefused(answer.errors);
      else return { status: 'failed' as const, failure: answer.failure };
      return null;
    }
    case 'failed':
      if (answer.failure.kind === 'sold_out') return failSoldOut(answer.failure, booking, client);
      if (answer.failure.kind !== 'price_changed') return answer;
      return { ...answer, failure: await withNewPrice(answer.failure) };
    case 'open':
      return answer;
  }
}

/** The failure with the price of the reply, and with the catalog if the server can be reached. */
async function withNewPrice(failure: CheckoutFailure): Promise<CheckoutFailure> {
  try {
    const { newPriceOf } = await import('#web/booking/extras/load-catalog.ts');
    return { ...failure, price: newPriceOf(failure.body), catalog: await findCatalog() };
  } catch {
    return { ...failure, kind: 'setup' };
  }
}

/** Null if the server cannot be reached. */
async function findCatalog(): Promise<PublicCatalog | null> {
  try {
    const { loadCatalog } = await import('#web/booking/extras/load-catalog.ts');
    return await loadCatalog();
  } catch {
    return null;
  }
}

function isOfferedBy(catalog: PublicCatalog, booking: PendingBooking): boolean {
  const { rentalType, dumpsterType, material } = booking;
  return findRate(catalog, { rentalOption: rentalType, dumpsterSize: dumpsterType, material }) !== null;
}

async function failSoldOut(failure: CheckoutFailure, booking: PendingBooking, client: QueryClient) {
  const answer = { status: 'failed' as const, failure: { ...failure, isPartlyHeld: isPartlyHeld(booking) } };
  clearHeldRental(booking);
  await refreshAvailability(client);
  return answer;
}
