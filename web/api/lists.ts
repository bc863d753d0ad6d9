import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/endpoint.ts';
import { callPage, type ListEndpoint, type Page, type RowOf } from '#web/api/call.ts';

/** Where a list comes from, and what its pages hold beside their rows. */
export type ListSource<Row, Shown extends Page<Row> = Page<Row>> = {
  /** Of its endpoint. */
  name: string;
  fetch: (query: Record<string, string>, signal: AbortSignal) => Promise<Shown>;
};

/** A list whose reply is its rows. */
export function rowsOf<E extends ListEndpoint>(endpoint: E): ListSource<RowOf<E>> {
  const fetch = (query: Record<string, string>, signal: AbortSignal) =>
    callPage(endpoint, { query: query as QueryInput<E>, signal });
  return { name: endpoint.name, fetch };
}

/** One page of a list, asked for again whenever the list is entered; the page before stays until it is there. */
export function pageQuery<Row, Shown extends Page<Row>>(
  source: ListSource<Row, Shown>,
  query: Record<string, string>,
) {
  return queryOptions({
    queryKey: [source.name, query],
    queryFn: ({ signal }) => source.fetch(query, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
