import type * as bookingPage from '#contract/booking-page.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const bookingPageDocs: DocsOf<typeof bookingPage> = {
  getBookingPage: {
    summary:
      'Returns what the page of a booking shows first: the replies of the calls for the booking, its payments, jobs, proposed price, history, texts, dump tickets and stop records. Its ETag is that of the booking.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
};
