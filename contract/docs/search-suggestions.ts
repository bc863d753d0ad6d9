import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as searchSuggestions from '#contract/search-suggestions.ts';

export const searchSuggestionsDocs: DocsOf<typeof searchSuggestions> = {
  listSearchSuggestions: {
    summary:
      'For a search that finds nothing: the same text with near words of clients in place of unknown ones, at most three, each one found in the list. Screens ask for it only when a search found nothing.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
};
