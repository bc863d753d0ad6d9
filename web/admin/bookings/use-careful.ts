import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingHistoryQuery, bookingQuery, type Read } from '#web/api/bookings.ts';
import { type Stale, staleOf } from '#web/api/stale.ts';

type Told = { onSaved: (saved: Read) => void; onFailed: (error: unknown) => void };

/**
 * Saves on top of the version that is on the screen. When somebody was quicker, the newer booking is fetched and
 * what was wanted waits: `overtaken`, until it is saved again, over the newer version, or forgotten.
 */
export function useCareful<Wanted extends object>(
  read: Read,
  change: UseMutationResult<Read, Error, Wanted & { ifMatch?: string | null }>,
  { onSaved, onFailed }: Told,
) {
  const client = useQueryClient();
  const { id } = read.value;
  const { queryKey } = bookingQuery(id);
  const isLoading = useIsFetching({ queryKey }) > 0;
  const [overtaken, setOvertaken] = useState<{ stale: Stale; wanted: Wanted } | null>(null);
  const overtake = (stale: Stale, wanted: Wanted) => {
    setOvertaken({ stale, wanted });
    void client.invalidateQueries({ queryKey });
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
