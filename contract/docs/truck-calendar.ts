import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as truckCalendar from '#contract/truck-calendar.ts';

export const truckCalendarDocs: DocsOf<typeof truckCalendar> = {
  getTruckCalendar: {
    summary:
      'Returns the deliveries and pickups from one day to another, at most 42 days. At most 500 of them are listed, and at most 20 for each day; the counts of the days cover all.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
