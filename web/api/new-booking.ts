import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import { createBooking, listBookingOptions } from '#contract/new-booking.ts';
import { call } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** What can be booked for a day; the previous choice stays while it loads. */
export function bookingOptionsQuery(query: QueryInput<typeof listBookingOptions>) {
  return queryOptions({
    queryKey: [listBookingOptions.name, query],
    queryFn: ({ signal }) => call(listBookingOptions, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

type NewBookingInput = { body: BodyInput<typeof createBooking>; idempotencyKey: string };

/** Makes a booking. The same input can be sent again: it is made once. */
export function useCreateBooking() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewBookingInput) =>
      retryWhileBusy(() => call(createBooking, { body, idempotencyKey })),
    // Lists, clients, figures and schedules depend on it.
    onSuccess: () => void client.invalidateQueries({ refetchType: 'none' }),
    onError: () => void client.invalidateQueries({ queryKey: [listBookingOptions.name] }),
  });
}
