import { queryOptions } from '@tanstack/react-query';
import { listSearchSuggestions, type SuggestionList } from '#contract/search-suggestions.ts';
import { call } from '#web/api/call.ts';

/** What a search that found nothing probably means. Enabled only then, so that other searches cost nothing more. */
export function searchSuggestionsQuery(
  list: SuggestionList,
  { q, isEmpty }: { q: string; isEmpty: boolean },
) {
  return queryOptions({
    queryKey: [listSearchSuggestions.name, list, q],
    queryFn: ({ signal }) => call(listSearchSuggestions, { query: { list, q }, signal }),
    enabled: isEmpty && q !== '',
    gcTime: 60_000,
  });
}
