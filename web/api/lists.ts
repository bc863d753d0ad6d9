import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/endpoint.ts';
import { callPage, type ListEndpoint } from '#web/api/call.ts';

/** One page of a list, asked for again whenever the list is entered; the page before stays until it is there. */
export function pageQuery<E extends ListEndpoint>(endpoint: E, query: Record<string, string>) {
  return queryOptions({
    queryKey: [endpoint.name, query],
    queryFn: ({ signal }) => callPage(endpoint, { query: query as QueryInput<E>, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
