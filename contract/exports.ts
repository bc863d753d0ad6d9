import * as z from 'zod/mini';
import { textFilter } from './lists.ts';

/** What all lists as CSV files have in common. */
export const CSV_EXPORT = {
  method: 'GET',
  access: 'office:read',
  reply: z.string(),
  kind: 'raw',
  mediaType: 'text/csv',
  errors: ['invalid', 'unauthenticated', 'forbidden'],
} as const;

/** The search and filters of a list, without paging and sorting. */
export function exportQuery<F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ search: z.optional(textFilter), ...filters });
}
