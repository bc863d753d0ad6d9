import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textFilter } from './lists.ts';

/** The lists whose words are known. The palette and the finder of clients use those of the bookings. */
export const SUGGESTION_LISTS = ['bookings', 'clients'] as const;
export type SuggestionList = (typeof SUGGESTION_LISTS)[number];

/** At most this many, the nearest first. */
export const MAX_SUGGESTIONS = 3;

export const listSearchSuggestions = endpoint({
  name: 'listSearchSuggestions',
  method: 'GET',
  path: '/api/search-suggestions',
  summary:
    'For a search that finds nothing: the same text with near words of clients in place of unknown ones, at most three, each one found in the list. Screens ask for it only when a search found nothing.',
  access: 'office:read',
  query: z.strictObject({
    list: z.enum(SUGGESTION_LISTS, "Must be 'bookings' or 'clients'"),
    q: textFilter.check(z.minLength(1, 'Type something to find')),
  }),
  reply: z.array(z.string()),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});
