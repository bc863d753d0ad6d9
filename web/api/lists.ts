import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/endpoint.ts';
import { callPage, type ListEndpoint, type Page, type RowOf } from '#web/api/call.ts';

/** The source of a list and the type of its pages. */
export type ListSource<Row, PageType extends Page<Row> = Page<Row>> = {
  /** The name of the endpoint. */
  name: string;
  fetch: (query: Record<string, string>, signal: AbortSignal) => Promise<PageType>;
};

/** The source of a list whose reply is an array of rows. */
export function makeListSource<E extends ListEndpoint>(endpoint: E): ListSource<RowOf<E>> {
  const fetch = (query: Record<string, string>, signal: AbortSignal) =>
    callPage(endpoint, { query: query as QueryInput<E>, signal });
  return { name: endpoint.name, fetch };
}

/** One page of a list. Reloaded whenever the list is opened; the previous page stays while it loads. */
export function pageQuery<Row, PageType extends Page<Row>>(
  source: ListSource<Row, PageType>,
  query: Record<string, string>,
) {
  return queryOptions({
    queryKey: [source.name, query],
    queryFn: ({ signal }) => source.fetch(query, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
