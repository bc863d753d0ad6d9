import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  findClientMatches,
  getClient,
  listClientBookings,
  listClients,
  mergeClients,
  separateClient,
} from '#contract/clients.ts';
import { call, callPage } from '#web/api/call.ts';

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

/** Known clients by name, phone number, e-mail address or an address that they booked for. */
export function clientMatchesQuery(search: string) {
  return queryOptions({
    queryKey: [findClientMatches.name, search],
    queryFn: ({ signal }) => call(findClientMatches, { query: { q: search }, signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  });
}

/** A client with the keys that are merged into it. Reloaded whenever it is opened. */
export function clientQuery(key: string) {
  return queryOptions({
    queryKey: [getClient.name, key],
    queryFn: ({ signal }) => call(getClient, { params: { key }, signal }),
    refetchOnMount: 'always',
  });
}

/** Two keys: of the client that keeps its key, and the other one. */
export type ClientPair = { key: string; otherKey: string };

export function useMergeClients() {
  return useClientChange(({ key, otherKey }: ClientPair) =>
    call(mergeClients, { params: { key }, body: { key: otherKey } }),
  );
}

export function useSeparateClient() {
  return useClientChange(({ key, otherKey }: ClientPair) =>
    call(separateClient, { params: { key }, body: { key: otherKey } }),
  );
}

/** Also after a failure: then another user has changed the clients. */
function useClientChange<Result>(mutationFn: (pair: ClientPair) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [listClients, findClientMatches, getClient, listClientBookings].map(({ name }) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
