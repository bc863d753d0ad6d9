import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import { fieldLabel, fieldText } from '#domain/booking-fields.ts';
import { bookingQuery, type VersionedBooking } from '#web/api/bookings.ts';
import { CallError } from '#web/api/call.ts';
import { bookingPaymentsQuery, useMoneyRefresh } from '#web/api/payments.ts';
import { ConflictSummary } from '#web/form/versioned/ConflictNotice.tsx';
import { type Stale, staleOf } from '#web/form/versioned/use-versioned-save.ts';
import { RowButton } from '#web/table/RowButton.tsx';

type Props = {
  booking: VersionedBooking;
  current: Pick<ReturnType<typeof useCurrentFigures>, 'stale' | 'isLoading' | 'loadFailed' | 'refresh'>;
  /** What was not done, and how to go on. */
  text: string;
};

/** What changed since a dialog about money was opened. The figures below it are the new ones. */
export function StaleFigures({ booking, current, text }: Props) {
  const { stale, isLoading, loadFailed, refresh } = current;
  if (!stale) return null;
  const fields: Record<string, unknown> = booking.value;
  return (
    <ConflictSummary
      kind="booking"
      stale={{ ...stale, changed: stale.changed.filter((field) => MONEY_FIELDS.includes(field)) }}
      fieldText={(field) => ({
        label: fieldLabel(field),
        current: fieldText(field, fields[field]),
        input: null,
      })}
      isLoading={isLoading}
      text={isLoading ? 'Loading the new figures...' : text}
    >
      {loadFailed && (
        <p className="mt-3 text-sm">
          The new figures could not be loaded. <RowButton onClick={refresh}>Try again</RowButton>
        </p>
      )}
    </ConflictSummary>
  );
}

const MONEY_FIELDS = ['status', 'finalPrice', 'paymentStatus', 'refundAmount', 'additionalPaymentAmount'];

/** The figures that a dialog is based on, and the version of the booking that has them. */
export type Figures = { payments: BookingPayments; etag: string | null };

/**
 * The figures of a dialog about money. They stay as they were when it opened until the server answers 409 stale. Then
 * `stale` says what changed, and they follow the booking until the next attempt, which freezes them again: an attempt
 * without an answer can be repeated with the same body under the same key, and the server answers as it did before.
 */
export function useCurrentFigures(booking: VersionedBooking, initialFigures: Figures) {
  const [base, setBase] = useState(initialFigures);
  const [stale, setStale] = useState<Stale | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const current = useQuery({ ...bookingPaymentsQuery(booking), enabled: stale !== null });
  const isReading = useIsFetching({ queryKey: bookingQuery(booking.value.id).queryKey }) > 0;
  const { refresh } = useMoneyRefresh(booking.value.id);
  const { data, isFetching, isPlaceholderData, isError } = current;
  const isLoading = stale !== null && (isReading || isFetching);
  const isLoaded = data !== undefined && !isPlaceholderData && !isError;
  const figures: Figures = stale !== null && isLoaded ? { payments: data, etag: booking.etag } : base;
  return {
    figures,
    stale,
    /** An attempt got no answer: the server may have carried it out. Stays true until the dialog is closed. */
    isUnknown,
    isLoading,
    /** The newer figures are not here: nothing can be sent. `refresh` asks for them again. */
    loadFailed: stale !== null && !isLoading && !isLoaded,
    refresh,
    /** Call it when an attempt starts: keeps the figures on the screen until its answer. */
    freeze: () => {
      setBase(figures);
      setStale(null);
    },
    recordFailure: (error: unknown) => {
      setStale(staleOf(error));
      if (isOutcomeUnknown(error)) setUnknown(true);
    },
  };
}

/** Whether the server may have carried out a call that failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof CallError) || error.reply === null) return true;
  const { code } = error.reply;
  // With Retry-After the same request is still running.
  return code === 'internal' || (code === 'busy' && error.retryAfter !== null);
}
