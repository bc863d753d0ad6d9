import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingHistoryQuery, bookingQuery, type Read, reloadBooking } from '#web/api/bookings.ts';
import { type Stale, staleOf } from '#web/api/stale.ts';

type Callbacks<Saved> = { onSaved: (saved: Saved) => void; onFailed: (error: unknown) => void };

/**
 * Saves with If-Match, on a page or in a row of a list. On 409 stale it loads the booking again and keeps the input
 * as `overtaken`, until it is saved over the newer version or forgotten.
 */
export function useCareful<Wanted extends object, Saved extends Read = Read>(
  read: Read,
  change: UseMutationResult<Saved, Error, Wanted & { ifMatch?: string | null }>,
  { onSaved, onFailed }: Callbacks<Saved>,
) {
  const client = useQueryClient();
  const { id } = read.value;
  const { queryKey } = bookingQuery(id);
  const isLoading = useIsFetching({ queryKey }) > 0;
  const [overtaken, setOvertaken] = useState<{ stale: Stale; wanted: Wanted } | null>(null);
  const overtake = (stale: Stale, wanted: Wanted) => {
    setOvertaken({ stale, wanted });
    void reloadBooking(client, id);
    void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
  };
  /** Tells whether it was saved. */
  const save = async (wanted: Wanted): Promise<boolean> => {
    try {
      const saved = await change.mutateAsync({ ...wanted, ifMatch: read.etag });
      setOvertaken(null);
      onSaved(saved);
      return true;
    } catch (error) {
      const stale = staleOf(error);
      if (stale) overtake(stale, wanted);
      else onFailed(error);
      return false;
    }
  };
  return { save, isPending: change.isPending, overtaken, isLoading, forget: () => setOvertaken(null) };
}
