import { useQuery } from '@tanstack/react-query';
import type { SuggestionList } from '#contract/search-suggestions.ts';
import { searchSuggestionsQuery } from '#web/api/search-suggestions.ts';
import { RowButton } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props = { list: List<unknown>; suggestFrom: SuggestionList };

/** 'Did you mean Okafor?' Each suggestion is a button that searches for it. */
export function SearchSuggestions({ list, suggestFrom }: Props) {
  const q = list.state.search.trim();
  const { data = [] } = useQuery(searchSuggestionsQuery(suggestFrom, { q, isEmpty: true }));
  return (
    <div role="status" className="mt-4 flex flex-wrap items-center justify-center gap-2 empty:hidden">
      {data.length > 0 && <span className="text-ink">Did you mean</span>}
      {data.map((search) => (
        <RowButton key={search} onClick={() => list.change({ search })}>
          <bdi>{search}</bdi>?
        </RowButton>
      ))}
    </div>
  );
}
