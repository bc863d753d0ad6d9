import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textFilter } from './lists.ts';
import { bookingFilters } from './staff-bookings.ts';
import { transactionFilters } from './transactions.ts';

/** All that a list finds, in the list's own order: no page, no sort. */
function exportQuery<F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ search: z.optional(textFilter), ...filters });
}

const csv = {
  access: 'office:read',
  reply: z.string(),
  kind: 'raw',
  mediaType: 'text/csv',
  errors: ['invalid', 'unauthenticated', 'forbidden'],
} as const;

export const exportBookings = endpoint({
  ...csv,
  name: 'exportBookings',
  method: 'GET',
  path: '/api/bookings.csv',
  summary: 'The bookings that a search and filters find, as a file for spreadsheets.',
  query: exportQuery(bookingFilters),
});

export const exportTransactions = endpoint({
  ...csv,
  name: 'exportTransactions',
  method: 'GET',
  path: '/api/transactions.csv',
  summary: 'The payments and refunds that a search and filters find, as a file for spreadsheets.',
  query: exportQuery(transactionFilters),
});
