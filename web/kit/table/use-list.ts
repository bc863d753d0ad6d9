import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListEndpoint, Page, RowOf } from '#web/api/call.ts';
import { type ListSource, makeListSource, pageQuery } from '#web/api/lists.ts';
import { type Chip, listChips } from '#web/kit/table/filters/filters.ts';
import {
  type ListDefinition,
  type ListState,
  makeListQuery,
  type Patch,
  patched,
  readState,
  withoutFilters,
} from './list-state.ts';

export type List<Row, PageType extends Page<Row> = Page<Row>> = {
  definition: ListDefinition;
  /** The state in the URL. */
  state: ListState;
  /** The latest page that came; after a failure the one before. Null until the first is there. */
  page: PageType | null;
  error: Error | null;
  isFetching: boolean;
  /** True while `page` is that of another filter or order. */
  isOutdated: boolean;
  /** The order of the rows: '-id' is descending. */
  order: string;
  chips: Chip[];
  /** Whether a search or a filter is active. */
  isNarrowed: boolean;
  /** Changes the URL, with a new history entry unless `replace`. Goes to the first page unless it names a cursor. */
  change: (patch: Patch, how?: { replace: boolean }) => void;
  clearFilters: () => void;
  /** Filters and search. */
  clearAll: () => void;
  refresh: () => void;
};

/**
 * A server list whose search, filters, order and page are in the URL, so it can be shared and Back works.
 *
 *     const USERS: ListDefinition = { defaultSort: 'id', filters: [{ field: 'role', label: 'Role', kind: 'select', options }] };
 *     const list = useList(listUsers, USERS);
 *     return <ListView list={list} columns={COLUMNS} ... />;
 *
 * After a write, invalidate the list by its endpoint: `client.invalidateQueries({ queryKey: [listUsers.name] })`.
 * Keep the definition outside of the component. Two lists in one place (tabs) each need a `key`.
 */
export function useList<E extends ListEndpoint>(endpoint: E, definition: ListDefinition): List<RowOf<E>> {
  return useListOf(makeListSource(endpoint), definition);
}

/** The same of a list whose pages hold more than rows. */
export function useListOf<Row, PageType extends Page<Row>>(
  source: ListSource<Row, PageType>,
  definition: ListDefinition,
): List<Row, PageType> {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params, definition), [params, definition]);
  const query = useQuery(pageQuery(source, makeListQuery(state, definition)));
  const [latest, setLatest] = useState(query.data);
  if (query.data && query.data !== latest) setLatest(query.data);
  const page = query.data ?? latest ?? null;
  // Two changes may come before the address has followed the first: the second one builds on it.
  const latestParams = useRef(params);
  useEffect(() => {
    latestParams.current = params;
  }, [params]);
  const change = useCallback(
    (patch: Patch, how: { replace: boolean } = { replace: false }) => {
      latestParams.current = patched(latestParams.current, patch);
      setParams(latestParams.current, how);
    },
    [setParams],
  );
  const chips = useMemo(() => listChips(definition.filters, state.filters), [definition, state]);
  return {
    definition,
    state,
    page,
    error: query.error,
    isFetching: query.isFetching,
    isOutdated: query.isPlaceholderData || (query.data === undefined && page !== null),
    order: state.sort ?? page?.sort ?? definition.defaultSort,
    chips,
    isNarrowed: chips.length > 0 || state.search.trim() !== '',
    change,
    clearFilters: () => change(withoutFilters(definition)),
    clearAll: () => change({ search: null, ...withoutFilters(definition) }),
    refresh: () => void query.refetch(),
  };
}
