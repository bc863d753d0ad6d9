import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as today from '#contract/today.ts';

export const todayDocs: DocsOf<typeof today> = {
  getToday: {
    summary:
      'Returns the deliveries, exchanges and pickups of today, and how many bookings, payments and notifications wait for staff. Each number is the total of a list.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
