import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type PlaceQuestion, placeQuestion, updateBooking } from '#contract/booking-details.ts';
import type { BodyInput, ReplyOf } from '#contract/endpoint.ts';
import { getDumpster, listFreeDumpsters } from '#contract/inventory.ts';
import { clearAttention, moveBooking, sendReminder } from '#contract/staff-bookings.ts';
import {
  bookingQuery,
  ifMatchOption,
  keepBooking,
  useBookingChange,
  type VersionInput,
} from '#web/api/bookings.ts';
import { call, callWithEtag, isCode } from '#web/api/call.ts';

/** The units to which a booking can be moved. `role`: one of its units; without it, the one on site, else the next one. */
export function freeDumpstersQuery(id: number, role?: string) {
  const query = role === undefined ? {} : { role };
  return queryOptions({
    queryKey: [listFreeDumpsters.name, id, query],
    queryFn: ({ signal }) => call(listFreeDumpsters, { params: { id }, query, signal }),
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
  return useBookingChange(
    ({ ifMatch, ...body }: VersionInput & BodyInput<typeof moveBooking>) =>
      callWithEtag(moveBooking, { params: { id }, body, ...ifMatchOption(ifMatch) }),
    // The board says that Ctrl+Z does not undo it.
    { meta: { boardChange: 'A change of the unit' } },
  );
}

export function useClearAttention(id: number) {
  return useBookingChange(({ needsAttention, ifMatch }: VersionInput & { needsAttention: null }) =>
    callWithEtag(clearAttention, { params: { id }, body: { needsAttention }, ...ifMatchOption(ifMatch) }),
  );
}

export type DetailsInput = BodyInput<typeof updateBooking>;
export type SavedDetails = { value: ReplyOf<typeof updateBooking>; etag: string | null };

export function useUpdateBooking(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & DetailsInput) =>
    callWithEtag(updateBooking, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

/** What staff must agree to before the booking gets another place; null for any other error. */
export function findPlaceQuestion(error: unknown): PlaceQuestion | null {
  if (!isCode(error, 'conflict')) return null;
  return z.safeParse(placeQuestion, error.body).data ?? null;
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
