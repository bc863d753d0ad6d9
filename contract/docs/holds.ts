import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as holds from '#contract/holds.ts';
import { MAX_LISTED_HOLDS } from '#contract/holds.ts';

export const holdsDocs: DocsOf<typeof holds> = {
  listHolds: {
    summary: `Lists units held for customers who are paying, newest first, at most ${MAX_LISTED_HOLDS}, and the hold-days and truck moves used of each limit.`,
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  releaseHold: {
    summary:
      "Cancels the payment of a hold at Stripe and frees its days. If the payment has already succeeded, it becomes a booking instead: the result is 'paid', with the booking id.",
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy', 'provider_unavailable'],
    crossings: 9,
  },
};
