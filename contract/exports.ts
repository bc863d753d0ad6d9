import * as z from 'zod/mini';
import { textFilter } from './lists.ts';

/** The response settings that all CSV endpoints share. */
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
