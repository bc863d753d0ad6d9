import type * as dashboard from '#contract/dashboard.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dashboardDocs: DocsOf<typeof dashboard> = {
  getDashboard: {
    summary: 'Returns counts of bookings and sums of payments.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
