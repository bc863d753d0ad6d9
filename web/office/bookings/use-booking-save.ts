import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  bookingHistoryQuery,
  bookingQuery,
  reloadBooking,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { useVersionedSave } from '#web/kit/form/versioned/use-versioned-save.ts';

type Callbacks<Saved> = {
  onSaved: (saved: Saved) => void;
  onFailed: (error: unknown) => void;
  /** The booking's value under the input; null without input. If it changes while the user types, saving is a conflict. */
  basis?: { value: string | number | null } | null;
};

/** useVersionedSave for a booking, on its page or in a row of the list. A reload updates both. */
export function useBookingSave<Input extends object, Saved extends VersionedBooking = VersionedBooking>(
  read: VersionedBooking,
  change: UseMutationResult<Saved, Error, Input & { ifMatch?: string | null }>,
  { onSaved, onFailed, basis = null }: Callbacks<Saved>,
) {
  const client = useQueryClient();
  const { id } = read.value;
  const { queryKey } = bookingQuery(id);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const { save, conflict, isReloading, discard } = useVersionedSave<Input, Saved, void>({
    etag: useBaseEtag(read.etag, basis),
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
      if (conflict) void save(conflict.input, read.etag);
    },
    isPending: change.isPending,
    conflict,
    isLoading: isFetching || isReloading,
    discard,
  };
}

/** The newest version in which the value under the input is still the one on which the input began. */
function useBaseEtag(etag: string | null, basis: Callbacks<never>['basis']): string | null {
  const [base, setBase] = useState({ etag, basis });
  const isSame = !basis || !base.basis || base.basis.value === basis.value;
  if (!isSame) return base.etag;
  if (base.etag !== etag || base.basis?.value !== basis?.value) setBase({ etag, basis });
  return etag;
}
