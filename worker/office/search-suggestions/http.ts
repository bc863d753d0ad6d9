import { listSearchSuggestions } from '#contract/search-suggestions.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { suggestSearches } from './service.ts';

export function mountSearchSuggestions(app: App) {
  implement(app, listSearchSuggestions, ({ ctx, query }) => suggestSearches(ctx, query));
}
