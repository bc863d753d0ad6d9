import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as transactions from '#contract/transactions.ts';

export const transactionsDocs: DocsOf<typeof transactions> = {
  listTransactions: {
    summary:
      'Lists payments and refunds, latest first, with sums. Supports search, filters, sorting and paging.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getTransaction: {
    summary:
      'Returns a payment or refund as read from Stripe, or as last stored when Stripe does not respond; one outside Stripe as staff recorded it.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  exportTransactions: {
    summary: 'Exports the payments and refunds that match the search and filters, as CSV.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
