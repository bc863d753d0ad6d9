import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as savedViews from '#contract/saved-views.ts';

export const savedViewsDocs: DocsOf<typeof savedViews> = {
  listSavedViews: {
    summary: "Lists the caller's views of a list and those that colleagues share, by name. At most 500.",
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  createSavedView: {
    summary:
      'Saves the search, filters, order and columns of a list under a name, which the account can use once a list. An unknown filter is 400 and named. Sharing needs views:share. At most 100 an account and list.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 3,
  },
  updateSavedView: {
    summary:
      "Changes one's own view. Requires If-Match with the ETag that was read. What colleagues see can be changed with views:share only.",
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 3,
  },
  deleteSavedView: {
    summary: "Deletes one's own view; with views:manage also one that a colleague shares.",
    headers: ['If-Match'],
    errors: ['unauthenticated', 'forbidden', 'not_found', 'stale'],
    crossings: 2,
  },
};
