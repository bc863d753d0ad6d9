import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import {
  bookingHistoryQuery,
  bookingQuery,
  reloadBooking,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { useVersionedSave } from '#web/form/versioned/use-versioned-save.ts';

type Callbacks<Saved> = { onSaved: (saved: Saved) => void; onFailed: (error: unknown) => void };

/** useVersionedSave for a booking, on its page or in a row of the list. A reload updates both. */
export function useBookingSave<Input extends object, Saved extends VersionedBooking = VersionedBooking>(
  read: VersionedBooking,
  change: UseMutationResult<Saved, Error, Input & { ifMatch?: string | null }>,
  { onSaved, onFailed }: Callbacks<Saved>,
) {
  const client = useQueryClient();
  const { id } = read.value;
  const { queryKey } = bookingQuery(id);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const { save, conflict, isReloading, discard } = useVersionedSave<Input, Saved, void>({
    etag: read.etag,
    save: (input, ifMatch) => change.mutateAsync({ ...input, ifMatch }),
    reload: () => {
      void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
      return reloadBooking(client, id);
    },
    onSaved,
    onFailed,
  });
  return {
    save: (input: Input) => save(input),
    /** Saves the input of the conflict over the newer version. */
    overwrite: () => {
      if (conflict) void save(conflict.input);
    },
    isPending: change.isPending,
    conflict,
    isLoading: isFetching || isReloading,
    discard,
  };
}
