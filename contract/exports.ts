import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textFilter } from './lists.ts';
import { bookingFilters } from './staff-bookings.ts';
import { transactionFilters } from './transactions.ts';

/** The search and filters of a list, without paging and sorting. */
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
  summary: 'Exports the bookings that match the search and filters, as CSV.',
  query: exportQuery(bookingFilters),
});

export const exportTransactions = endpoint({
  ...csv,
  name: 'exportTransactions',
  method: 'GET',
  path: '/api/transactions.csv',
  summary: 'Exports the payments and refunds that match the search and filters, as CSV.',
  query: exportQuery(transactionFilters),
});
