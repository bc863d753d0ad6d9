import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listClientBookings } from '#contract/clients.ts';
import { callPage } from '#web/api/call.ts';

type PageQuery = { limit: number; cursor?: string | null };

/** One page of a client's bookings, latest delivery first. Reloaded whenever it is opened. */
export function clientBookingsQuery(key: string, { limit, cursor }: PageQuery) {
  const query = { limit: String(limit), ...(cursor && { cursor }) };
  return queryOptions({
    queryKey: [listClientBookings.name, key, query],
    queryFn: ({ signal }) => callPage(listClientBookings, { params: { key }, query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
