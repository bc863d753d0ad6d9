import type { LiveEntity } from '#contract/live.ts';
import { type Filter, type FilterValues, namesOf } from '#web/kit/table/filters/filters.ts';

/** The filters and the default order of a list. */
export type ListDefinition = {
  /** The server's default order, such as '-id': shown until the server names another. */
  defaultSort: string;
  filters: readonly Filter[];
  /** What a row is: rows that another person changes are marked. Their key is its id. */
  entity?: LiveEntity;
  /** Filters that always apply and are not part of the address. */
  fixed?: FilterValues;
  /** Converts filter values to query values, if they differ. */
  asked?: (filters: FilterValues) => FilterValues;
};

/** The state of a list in the URL. */
export type ListState = {
  search: string;
  /** Null: the server chooses the order. */
  sort: string | null;
  limit: number;
  cursor: string | null;
  filters: FilterValues;
};

/** Changes of the URL's query: null removes a name. */
export type Patch = Readonly<Record<string, string | null>>;

export const PAGE_SIZES = [25, 50] as const;
const DEFAULT_SIZE = PAGE_SIZES[0];

export function readState(params: URLSearchParams, { filters }: ListDefinition): ListState {
  const limit = Number(params.get('limit'));
  const names = filters.flatMap(namesOf).filter((name) => params.get(name));
  return {
    search: params.get('search') ?? '',
    sort: params.get('sort'),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_SIZE,
    cursor: params.get('cursor'),
    filters: Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),
  };
}

/** The query of the call. */
export function makeListQuery(
  state: ListState,
  { fixed = {}, asked = asHeld }: ListDefinition,
): Record<string, string> {
  const search = state.search.trim();
  return {
    ...asked(state.filters),
    ...fixed,
    ...(search && { search }),
    ...(state.sort && { sort: state.sort }),
    ...(state.cursor && { cursor: state.cursor }),
    limit: String(state.limit),
  };
}

const asHeld = (filters: FilterValues) => filters;

/**
 * The query of the URL after a change. A cursor is valid for one search, order and set of filters, so a patch
 * without a cursor goes to the first page.
 */
export function patched(params: URLSearchParams, patch: Patch): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ cursor: null, ...patch })) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  if (next.get('limit') === String(DEFAULT_SIZE)) next.delete('limit');
  return next;
}

/** Removes the search and all filters. */
export function withoutFilters({ filters }: ListDefinition): Patch {
  return Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, null]));
}
