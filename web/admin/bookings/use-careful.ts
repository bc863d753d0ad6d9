import { type UseMutationResult, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingHistoryQuery, bookingQuery, type Read } from '#web/api/bookings.ts';
import { type Stale, staleOf } from '#web/api/stale.ts';

type Told = { onSaved: (saved: Read) => void; onFailed: (error: Error) => void };

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
  const save = (wanted: Wanted) => {
    const told = {
      onSuccess: (saved: Read) => {
        setOvertaken(null);
        onSaved(saved);
      },
      onError: (error: Error) => {
        const stale = staleOf(error);
        if (!stale) return onFailed(error);
        setOvertaken({ stale, wanted });
        void client.invalidateQueries({ queryKey });
        void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
      },
    };
    change.mutate({ ...wanted, ifMatch: read.etag }, told);
  };
  return { save, isPending: change.isPending, overtaken, isLoading, forget: () => setOvertaken(null) };
}
