import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchPalette } from '#contract/palette.ts';
import { call } from '#web/api/call.ts';

/** What a text finds; not asked for without one. The matches of the text before stay until the new ones are there. */
export function paletteQuery(q: string) {
  return queryOptions({
    queryKey: [searchPalette.name, q],
    queryFn: ({ signal }) => call(searchPalette, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
}
