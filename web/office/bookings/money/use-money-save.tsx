import { type UseMutationResult, useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import { fieldLabel, fieldText } from '#domain/rental/booking-fields.ts';
import { bookingQuery, type VersionedBooking, type VersionInput } from '#web/api/bookings.ts';
import { bookingPaymentsQuery, useMoneyRefresh } from '#web/api/payments.ts';
import { ConflictSummary } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { isOutcomeUnknown, staleOf } from '#web/kit/form/versioned/stale.ts';
import { useVersionedSave } from '#web/kit/form/versioned/use-versioned-save.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';

/** The figures that a dialog is based on, and the version of the booking that has them. */
export type Figures = { payments: BookingPayments; etag: string | null };

type Callbacks<Input, Reply> = {
  onSaved: (reply: Reply, input: Input) => void;
  onFailed: (error: unknown) => void;
};

/**
 * useVersionedSave for a dialog about money. The dialog's figures stay as they were when it opened until the server
 * answers 409 stale. Then `stale` says what changed, and they follow the booking until the next attempt, which freezes
 * them again: an attempt without an answer can be repeated with the same body under the same key, and the server
 * answers as it did before.
 */
export function useMoneySave<Input extends object, Reply>(
  { read, ...initialFigures }: Figures & { read: VersionedBooking },
  change: UseMutationResult<Reply, Error, Input & VersionInput>,
  { onSaved, onFailed }: Callbacks<Input, Reply>,
) {
  const [base, setBase] = useState<Figures>(initialFigures);
  const [isUnknown, setUnknown] = useState(false);
  const { save, conflict, discard } = useVersionedSave<Input, Reply, void>({
    etag: base.etag,
    save: (input, ifMatch) => change.mutateAsync({ ...input, ifMatch }),
    onSaved,
    onFailed: (error) => {
      if (isOutcomeUnknown(error)) setUnknown(true);
      onFailed(error);
    },
  });
  const stale = conflict?.stale ?? null;
  const { current, isReading, loadFailed, refresh } = useNewerFigures(read, stale !== null);
  const figures = current ?? base;
  return {
    ...figures,
    stale,
    /** An attempt got no answer: the server may have carried it out. Stays true until the dialog is closed. */
    isUnknown,
    isPending: change.isPending,
    isLoading: isReading,
    loadFailed,
    refresh,
    /** Why the last attempt failed, unless that is a conflict. */
    failure: change.error && !staleOf(change.error) ? change.error : null,
    /** Starts an attempt: freezes the figures on the screen until its answer. Returns false while newer ones are missing. */
    begin: (): boolean => {
      if (isReading || loadFailed) return false;
      change.reset();
      setBase(figures);
      discard();
      return true;
    },
    /** Call it after `begin`. Resolves to whether the server did it. */
    save: (input: Input) => save(input, figures.etag),
  };
}

/** The figures of the booking as it is now, after a conflict. `current`: null until they are loaded. */
function useNewerFigures(read: VersionedBooking, isStale: boolean) {
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    ...bookingPaymentsQuery(read),
    enabled: isStale,
  });
  const isBookingRead = useIsFetching({ queryKey: bookingQuery(read.value.id).queryKey }) > 0;
  const { refresh } = useMoneyRefresh(read.value.id);
  const isReading = isStale && (isBookingRead || isFetching);
  const isLoaded = isStale && data !== undefined && !isPlaceholderData && !isError;
  const current: Figures | null = isLoaded ? { payments: data, etag: read.etag } : null;
  return { current, isReading, loadFailed: isStale && !isReading && !isLoaded, refresh };
}

type StaleFiguresProps = {
  booking: VersionedBooking;
  saving: Pick<ReturnType<typeof useMoneySave>, 'stale' | 'isLoading' | 'loadFailed' | 'refresh'>;
  /** What was not done, and how to go on. */
  text: string;
};

/** What changed since a dialog about money was opened. The figures below it are the new ones. */
export function StaleFigures({ booking, saving, text }: StaleFiguresProps) {
  const { stale, isLoading, loadFailed, refresh } = saving;
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
