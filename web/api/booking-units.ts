import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { updateBooking } from '#contract/booking-details.ts';
import { getDumpster, listFreeDumpsters } from '#contract/inventory.ts';
import { clearAttention, moveBooking, sendReminder } from '#contract/staff-bookings.ts';
import type { Permit } from '#domain/permits.ts';
import {
  bookingQuery,
  ifMatchOption,
  keepBooking,
  useBookingChange,
  type VersionInput,
} from '#web/api/bookings.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/** The units to which a booking can be moved. */
export function freeDumpstersQuery(id: number) {
  return queryOptions({
    queryKey: [listFreeDumpsters.name, id],
    queryFn: ({ signal }) => call(listFreeDumpsters, { params: { id }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The unit assigned to a booking. */
export function heldDumpsterQuery(dumpsterId: number) {
  return queryOptions({
    queryKey: [getDumpster.name, dumpsterId, 'held'],
    queryFn: ({ signal }) => call(getDumpster, { params: { id: dumpsterId }, signal }),
    refetchOnMount: 'always',
  });
}

export function useMoveBooking(id: number) {
  return useBookingChange(({ dumpsterId, ifMatch }: VersionInput & { dumpsterId: number }) =>
    callWithEtag(moveBooking, { params: { id }, body: { dumpsterId }, ...ifMatchOption(ifMatch) }),
  );
}

export function useClearAttention(id: number) {
  return useBookingChange(({ needsAttention, ifMatch }: VersionInput & { needsAttention: null }) =>
    callWithEtag(clearAttention, { params: { id }, body: { needsAttention }, ...ifMatchOption(ifMatch) }),
  );
}

export function useUpdateBooking(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & Permit) =>
    callWithEtag(updateBooking, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

/** Reloads the booking after a failure: whether a reminder is allowed depends on its status and the day. */
export function useSendReminder(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ifMatch }: VersionInput) =>
      callWithEtag(sendReminder, { params: { id }, ...ifMatchOption(ifMatch) }),
    onSuccess: (saved) => keepBooking(client, saved),
    onError: () => void client.invalidateQueries({ queryKey: bookingQuery(id).queryKey }),
  });
}
