import type * as bulkActions from '#contract/bulk-actions.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const bulkActionsDocs: DocsOf<typeof bulkActions> = {
  startBulkAction: {
    summary:
      'Sets the status of up to 1,000 bookings (any but cancelled), or sends their reminders, in the background. The bookings are `ids`, or all that match `filter`. Each one is changed as by its own call: with the rights that the account has then, and its own result. By default no customer is e-mailed.',
    headers: ['Idempotency-Key'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 4,
  },
  listBulkActions: {
    summary: 'Lists the latest 20 actions of the caller on many bookings, newest first.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getBulkAction: {
    summary:
      'Returns an action of the caller with 50 of its bookings from `offset`: first those that failed, then those that wait.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  retryBulkAction: {
    summary: 'Tries the failed bookings of a finished action again. Changes nothing while the action runs.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 4,
  },
  markBulkActionsSeen: {
    summary: 'Marks finished actions of the caller as seen. Returns their number.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
};
