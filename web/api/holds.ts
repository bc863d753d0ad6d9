import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import { listHolds, releaseHold } from '#contract/holds.ts';
import { listDumpsterSchedule, listSchedules, listSizeAvailability } from '#contract/inventory.ts';
import { listBookings } from '#contract/staff-bookings.ts';
import { call } from '#web/api/call.ts';

export const holdsQuery = queryOptions({
  queryKey: [listHolds.name],
  queryFn: ({ signal }) => call(listHolds, { signal }),
  refetchOnMount: 'always',
});

/** Queries that depend on holds: free days, or a new booking. */
const CHANGED = [
  listHolds,
  listSizeAvailability,
  listSchedules,
  listDumpsterSchedule,
  listBookings,
  getDashboard,
];

export function useReleaseHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(releaseHold, { params: { id } }),
    // A failure may also mean that the hold has changed.
    onSettled: () =>
      void Promise.all(CHANGED.map(({ name }) => client.invalidateQueries({ queryKey: [name] }))),
  });
}
