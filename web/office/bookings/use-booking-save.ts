import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { Booking } from '#contract/staff-bookings.ts';
import {
  bookingHistoryQuery,
  bookingQuery,
  reloadBooking,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';

type Callbacks<Saved> = {
  onSaved: (saved: Saved) => void;
  onFailed: (error: unknown) => void;
  /** The booking's value under the input; null without input. If it changes while the user types, saving is a conflict. */
  basisOf?: ((booking: Booking) => string | number | null) | null;
  /** For input that goes on after it was saved. */
  versionOf?: (saved: Saved) => VersionedBooking;
};

/** useEdit for a booking, on its page or in a row of the list. A reload updates both. */
export function useBookingSave<Input extends object, Saved = VersionedBooking>(
  read: VersionedBooking,
  change: UseMutationResult<Saved, Error, Input & { ifMatch?: string | null }>,
  { onSaved, onFailed, basisOf, versionOf }: Callbacks<Saved>,
) {
  const client = useQueryClient();
  const { id } = read.value;
  const { queryKey } = bookingQuery(id);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const edit = useEdit<Booking, Input, Saved>({
    latest: read,
    mayFollow: ({ base, latest }) => !basisOf || basisOf(base) === basisOf(latest),
    save: (input, { etag }) => change.mutateAsync({ ...input, ifMatch: etag }),
    versionOf,
    reload: () => {
      void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
      return reloadBooking(client, id);
    },
  });
  const { conflict } = edit;
  /** Resolves to whether the input was saved. */
  const saveBy = async (send: typeof edit.save, input: Input): Promise<boolean> => {
    const outcome = await send(input);
    if (outcome.status === 'saved') onSaved(outcome.saved);
    if (outcome.status === 'failed') onFailed(outcome.error);
    return outcome.status === 'saved';
  };
  return {
    save: (input: Input) => saveBy(edit.save, input),
    /** Saves the input of the conflict over the newer version. */
    overwrite: () => {
      if (conflict) void saveBy(edit.saveOver, conflict.input);
    },
    isPending: change.isPending,
    conflict,
    isLoading: isFetching || conflict?.isReading === true,
    reload: () => void edit.loadNewer(),
    discard: edit.discard,
  };
}
