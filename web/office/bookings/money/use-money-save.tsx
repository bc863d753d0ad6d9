import { type UseMutationResult, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import { fieldLabel, fieldText } from '#domain/rental/booking-fields.ts';
import { bookingQuery, type VersionedBooking, type VersionInput } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { isUnread, type Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { isOutcomeUnknown, parseStale } from '#web/kit/form/versioned/stale.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';

/** The figures that a dialog is based on, and the version of the booking that has them. */
export type Figures = { payments: BookingPayments; etag: string | null };

type Callbacks<Input, Reply> = {
  onSaved: (reply: Reply, input: Input) => void;
  onFailed: (error: unknown) => void;
};

/**
 * useEdit for a dialog about money. The dialog's figures stay as they were when it opened until the server answers 409
 * stale. Then `stale` says what changed, and they follow the booking until the next attempt, which freezes them again: an
 * attempt without an answer can be repeated with the same body under the same key, and the server answers as it did
 * before.
 */
export function useMoneySave<Input extends object, Reply>(
  { read, payments, etag }: Figures & { read: VersionedBooking },
  change: UseMutationResult<Reply, Error, Input & VersionInput>,
  { onSaved, onFailed }: Callbacks<Input, Reply>,
) {
  const client = useQueryClient();
  const [isUnknown, setUnknown] = useState(false);
  const [opened] = useState({ value: payments, etag });
  const { latest, isFetching } = useLatestFigures(read, opened);
  const edit = useEdit<BookingPayments, Input, Reply>({
    latest,
    start: opened,
    mayFollow: ({ isConflict }) => isConflict,
    save: (input, { etag: ifMatch }) => change.mutateAsync({ ...input, ifMatch }),
    reload: async () => {
      const booking = await client.fetchQuery({ ...bookingQuery(read.value.id), staleTime: 0 });
      const value = await client.fetchQuery({ ...bookingPaymentsQuery(booking), staleTime: 0 });
      return { value, etag: booking.etag };
    },
  });
  const { base, conflict } = edit;
  const isLoading = conflict !== null && (conflict.isReading || isFetching);
  const loadFailed = isUnread(conflict) && !isLoading;
  return {
    payments: base.value,
    stale: conflict?.stale ?? null,
    /** An attempt got no answer: the server may have carried it out. Stays true until the dialog is closed. */
    isUnknown,
    isPending: change.isPending,
    isLoading,
    loadFailed,
    refresh: () => void edit.loadNewer(),
    /** Why the last attempt failed, unless that is a conflict. */
    failure: change.error && !parseStale(change.error) ? change.error : null,
    /** Starts an attempt: freezes the figures on the screen until its answer. Returns false while newer ones are missing. */
    begin: (): boolean => {
      if (isLoading || loadFailed) return false;
      change.reset();
      edit.discard();
      return true;
    },
    /** Call it after `begin`. */
    save: async (input: Input) => {
      const outcome = await edit.save(input);
      if (outcome.status === 'saved') onSaved(outcome.saved, input);
      if (outcome.status !== 'failed') return;
      if (isOutcomeUnknown(outcome.error)) setUnknown(true);
      onFailed(outcome.error);
    },
  };
}

/** The newest figures that the page has read. */
function useLatestFigures(read: VersionedBooking, opened: Versioned<BookingPayments>) {
  const { queryKey } = bookingQuery(read.value.id);
  const isBookingRead = useIsFetching({ queryKey }) > 0;
  const query = useQuery({ ...bookingPaymentsQuery(read), enabled: false });
  const { data, isFetching, isPlaceholderData, isError } = query;
  const [latest, setLatest] = useState(opened);
  const isNew = data !== undefined && (data !== latest.value || read.etag !== latest.etag);
  if (isNew && !isPlaceholderData && !isError) setLatest({ value: data, etag: read.etag });
  return { latest, isFetching: isBookingRead || isFetching };
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
    <ConflictNotice
      kind="booking"
      stale={{ ...stale, changed: stale.changed.filter((field) => MONEY_FIELDS.includes(field)) }}
      fieldText={(field) => ({
        label: fieldLabel(field),
        current: fieldText(field, fields[field]),
        input: null,
      })}
      isLoading={isLoading}
      text={isLoading ? 'Loading the new figures...' : text}
      onReload={loadFailed ? refresh : undefined}
      failedText="The new figures could not be loaded."
    />
  );
}

const MONEY_FIELDS = ['status', 'finalPrice', 'paymentStatus', 'refundAmount', 'additionalPaymentAmount'];
