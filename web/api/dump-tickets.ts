import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addDumpTicket,
  listDumpTickets,
  type NewDumpTicket,
  voidDumpTicket,
} from '#contract/dump-tickets.ts';
import {
  bookingHistoryQuery,
  bookingQuery,
  ifMatchOption,
  type VersionedBooking,
  type VersionInput,
} from '#web/api/bookings.ts';
import { call } from '#web/api/call.ts';

/**
 * The dump tickets of a booking. Loaded for each version, because each ticket makes a new one.
 */
export function dumpTicketsQuery({ value: { id }, etag }: VersionedBooking) {
  return queryOptions({
    queryKey: [listDumpTickets.name, id, etag],
    queryFn: ({ signal }) => call(listDumpTickets, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useAddDumpTicket(id: number) {
  return useFeeChange(id, ({ ifMatch, ...body }: NewDumpTicket & VersionInput) =>
    call(addDumpTicket, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

export function useVoidDumpTicket(id: number, ifMatch: string | null) {
  return useFeeChange(id, (feeId: number) =>
    call(voidDumpTicket, { params: { id, feeId }, ...ifMatchOption(ifMatch) }),
  );
}

/** Pending until the booking is reloaded: a price change on the old version would be rejected. */
function useFeeChange<Input, Reply>(id: number, change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  const askAgain = () => {
    void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
    return client.invalidateQueries({ queryKey: bookingQuery(id).queryKey });
  };
  return useMutation({
    mutationFn: change,
    onSuccess: askAgain,
    // Another user may have changed the tickets, or the reply was lost: reload them.
    onError: () => void askAgain(),
  });
}
