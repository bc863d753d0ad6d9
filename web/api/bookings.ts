import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getCurrentUser } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type Booking,
  getBooking,
  listBookingHistory,
  listBookings,
  setBookingStatus,
  setFinalPrice,
} from '#contract/staff-bookings.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { addBegun, call, callWithEtag, isBegun, type Page } from '#web/api/call.ts';
import { askBookingPage } from './booking-parts.ts';

/** A booking and the ETag of the version that is shown. */
export type VersionedBooking = { value: Booking; etag: string | null };

/** A list row as a booking with its ETag. */
export function versionedRow(row: Booking): VersionedBooking {
  return { value: row, etag: `"${row.version}"` };
}

/** Reloaded whenever its page is opened: other users may have changed it. */
export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: [getBooking.name, id],
    queryFn: ({ signal }) => callWithEtag(getBooking, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/**
 * The booking for its page. The first time, the replies of the other calls of the page come with it: they are what its
 * cards ask for next.
 */
export function bookingPageQuery(client: QueryClient, id: number) {
  const query = bookingQuery(id);
  return queryOptions({
    ...query,
    queryFn: ({ signal }) => {
      const isFirst = client.getQueryData(query.queryKey) === undefined;
      if (isFirst && !isBegun(`/api/bookings/${id}`)) addBegun(askBookingPage(String(id)));
      return callWithEtag(getBooking, { params: { id }, signal });
    },
  });
}

export function bookingHistoryQuery(id: number) {
  return queryOptions({
    queryKey: [listBookingHistory.name, id],
    queryFn: ({ signal }) => call(listBookingHistory, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The version that a change is ifMatchOption on. The server rejects the change if the record is newer. */
export type VersionInput = { ifMatch?: string | null };

export type SavedStatus = { value: ReplyOf<typeof setBookingStatus>; etag: string | null };
export type StatusInput = {
  status: BookingStatus;
  notifyCustomer?: boolean;
  /** For 'completed': false keeps the pickup open. */
  pickedUp?: boolean;
  override?: CalendarRefusal[];
  /** For a cancelled booking: its refunds that are due again, in cents. */
  dueAgain?: number;
};

export function useSetBookingStatus(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & StatusInput) =>
    callWithEtag(setBookingStatus, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

export type SavedPrice = { value: ReplyOf<typeof setFinalPrice>; etag: string | null };

export type FinalPriceInput = { finalPrice: number; notifyCustomer: boolean };

export function useSetFinalPrice(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & FinalPriceInput) =>
    callWithEtag(setFinalPrice, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

export const ifMatchOption = (ifMatch: string | null | undefined) => (ifMatch ? { ifMatch } : {});

export function useBookingChange<Input, Saved extends VersionedBooking>(
  change: (input: Input) => Promise<Saved>,
  options: { meta?: { boardChange: string } } = {},
) {
  const client = useQueryClient();
  return useMutation({ ...options, mutationFn: change, onSuccess: (saved) => keepBooking(client, saved) });
}

/** Updated here, or not affected by a booking. */
const KEPT: readonly unknown[] = [
  getBooking.name,
  listBookings.name,
  listBookingHistory.name,
  getCurrentUser.name,
];

/**
 * Updates a saved booking in all loaded queries. Its row stays in the list even if the filters no longer match:
 * rows that disappear under the pointer cause wrong clicks.
 */
export function keepBooking(client: QueryClient, saved: VersionedBooking): void {
  const { id } = saved.value;
  client.setQueryData(bookingQuery(id).queryKey, saved);
  replaceRow(client, saved.value);
  askAgain(client, [getBooking.name, id]);
  askAgain(client, [listBookings.name]);
  // Clients, figures and schedules depend on bookings; they are loaded again when they are next shown.
  const predicate = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) => !KEPT.includes(name);
  void client.invalidateQueries({ predicate, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: [listBookingHistory.name, id] });
}

/** Updates a booking in the loaded lists. */
function replaceRow(client: QueryClient, booking: Booking): void {
  client.setQueriesData<Page<Booking>>(
    { queryKey: [listBookings.name] },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.id === booking.id ? booking : row)) },
  );
}

/** Reloads a booking and updates it in the loaded lists. An error is kept in the booking's query, too. */
export async function reloadBooking(client: QueryClient, id: number): Promise<VersionedBooking> {
  const query = bookingQuery(id);
  // A request in flight may return the version before the change.
  await client.cancelQueries({ queryKey: query.queryKey });
  const read = await client.fetchQuery({ ...query, staleTime: 0 });
  replaceRow(client, read.value);
  return read;
}

/** Restarts requests in flight: they started before the change and may return the old version. */
function askAgain(client: QueryClient, queryKey: readonly unknown[]): void {
  const isUnderway = client.isFetching({ queryKey }) > 0;
  void client.invalidateQueries({ queryKey, refetchType: isUnderway ? 'active' : 'none' });
}
