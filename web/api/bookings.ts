import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listClientBookings, listClients } from '#contract/clients.ts';
import { getDashboard } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  getDumpster,
  listDumpsterSchedule,
  listSchedules,
  listSizeAvailability,
} from '#contract/inventory.ts';
import {
  type Booking,
  clearAttention,
  getBooking,
  listBookingHistory,
  listBookings,
  listFreeDumpsters,
  moveBooking,
  sendReminder,
  setBookingStatus,
  setFinalPrice,
} from '#contract/staff-bookings.ts';
import type { BookingStatus } from '#domain/bookings.ts';
import { call, callWithEtag, type Page } from '#web/api/call.ts';

/** A booking, and the mark of the version that is shown. */
export type Read = { value: Booking; etag: string | null };

/** A row of a list as a booking that can be changed under its version. */
export function readOfRow(row: Booking): Read {
  return { value: row, etag: `"${row.version}"` };
}

/** Asked for again whenever its page is entered: others work on it, too. */
export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: [getBooking.name, id],
    queryFn: ({ signal }) => callWithEtag(getBooking, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

export function bookingHistoryQuery(id: number) {
  return queryOptions({
    queryKey: [listBookingHistory.name, id],
    queryFn: ({ signal }) => call(listBookingHistory, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The units to which a booking can be moved, as of now. */
export function freeDumpstersQuery(id: number) {
  return queryOptions({
    queryKey: [listFreeDumpsters.name, id],
    queryFn: ({ signal }) => call(listFreeDumpsters, { params: { id }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The unit that holds a booking's days. */
export function heldDumpsterQuery(dumpsterId: number) {
  return queryOptions({
    queryKey: [getDumpster.name, dumpsterId, 'held'],
    queryFn: ({ signal }) => call(getDumpster, { params: { id: dumpsterId }, signal }),
    refetchOnMount: 'always',
  });
}

/** A change may name the version that it is based on; the server refuses it when somebody was quicker. */
export type Based = { ifMatch?: string | null };

export type SavedStatus = { value: ReplyOf<typeof setBookingStatus>; etag: string | null };
export type StatusInput = { status: BookingStatus; notifyCustomer?: boolean };

export function useSetBookingStatus(id: number) {
  return useBookingChange(({ ifMatch, ...body }: Based & StatusInput) =>
    callWithEtag(setBookingStatus, { params: { id }, body, ...based(ifMatch) }),
  );
}

export type SavedPrice = { value: ReplyOf<typeof setFinalPrice>; etag: string | null };

export function useSetFinalPrice(id: number) {
  return useBookingChange(({ finalPrice, ifMatch }: Based & { finalPrice: number }) =>
    callWithEtag(setFinalPrice, { params: { id }, body: { finalPrice }, ...based(ifMatch) }),
  );
}

export function useMoveBooking(id: number) {
  return useBookingChange(({ dumpsterId, ifMatch }: Based & { dumpsterId: number }) =>
    callWithEtag(moveBooking, { params: { id }, body: { dumpsterId }, ...based(ifMatch) }),
  );
}

export function useClearAttention(id: number) {
  return useBookingChange(({ needsAttention, ifMatch }: Based & { needsAttention: null }) =>
    callWithEtag(clearAttention, { params: { id }, body: { needsAttention }, ...based(ifMatch) }),
  );
}

/** Whether it may be sent changes with the status and the day: after a refusal the page shows what is there. */
export function useSendReminder(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ifMatch }: Based) => callWithEtag(sendReminder, { params: { id }, ...based(ifMatch) }),
    onSuccess: (saved) => keepBooking(client, saved),
    onError: () => void client.invalidateQueries({ queryKey: bookingQuery(id).queryKey }),
  });
}

export const based = (ifMatch: string | null | undefined) => (ifMatch ? { ifMatch } : {});

function useBookingChange<Input, Saved extends Read>(change: (input: Input) => Promise<Saved>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (saved) => keepBooking(client, saved) });
}

/** What follows from a booking's status, price or unit, and is asked for when it is entered the next time. */
const FOLLOWERS = [
  listClients,
  listClientBookings,
  getDashboard,
  listDumpsterSchedule,
  listSchedules,
  listSizeAvailability,
];

/**
 * Shows a saved booking wherever it is on the screen. Its row stays where it is, whatever the list's filters now
 * say of it: rows that vanish under the pointer are pressed by mistake.
 */
function keepBooking(client: QueryClient, saved: Read): void {
  const { id } = saved.value;
  client.setQueryData(bookingQuery(id).queryKey, saved);
  replaceRow(client, saved.value);
  askAgain(client, [getBooking.name, id]);
  askAgain(client, [listBookings.name]);
  for (const { name } of FOLLOWERS) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  void client.invalidateQueries({ queryKey: [listBookingHistory.name, id] });
}

/** Shows a booking in the lists that are on the screen. */
export function replaceRow(client: QueryClient, booking: Booking): void {
  client.setQueriesData<Page<Booking>>(
    { queryKey: [listBookings.name] },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.id === booking.id ? booking : row)) },
  );
}

/** Loads a booking again and shows it wherever it is on the screen. A failure is kept in its query. */
export async function reloadBooking(client: QueryClient, id: number): Promise<void> {
  const query = bookingQuery(id);
  // An answer that is on its way may be older than the change.
  await client.cancelQueries({ queryKey: query.queryKey });
  try {
    const { value } = await client.fetchQuery({ ...query, staleTime: 0 });
    replaceRow(client, value);
  } catch {
    return;
  }
}

/** What is under way was asked before the change and may answer after it, with what was before. */
function askAgain(client: QueryClient, queryKey: readonly unknown[]): void {
  const isUnderway = client.isFetching({ queryKey }) > 0;
  void client.invalidateQueries({ queryKey, refetchType: isUnderway ? 'active' : 'none' });
}
