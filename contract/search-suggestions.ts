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
  access: 'office:read',
  query: z.strictObject({
    list: z.enum(SUGGESTION_LISTS, "Must be 'bookings' or 'clients'"),
    q: textFilter.check(z.minLength(1, 'Type something to find')),
  }),
  reply: z.array(z.string()),
});
