import { queryOptions } from '@tanstack/react-query';
import { getCatalogNames } from '#contract/catalog-names.ts';
import { call } from '#web/api/call.ts';

const FRESH_MS = 5 * 60_000;

/** The sizes and rental periods to choose from and filter by. They change when a catalog is published. */
export function catalogNamesQuery() {
  return queryOptions({
    queryKey: [getCatalogNames.name],
    queryFn: ({ signal }) => call(getCatalogNames, { signal }),
    staleTime: FRESH_MS,
  });
}
