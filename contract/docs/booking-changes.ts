import type * as bookingChanges from '#contract/booking-changes.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const bookingChangesDocs: DocsOf<typeof bookingChanges> = {
  makeBookingChange: {
    summary:
      'Reschedules, extends, shortens, resizes, exchanges or cancels a booking, changes its rental period, or adds a truck job while the dumpster is on site: `dump_and_return` (the full dumpster is emptied and brought back) or `relocate_on_site` (it is moved on the site). `remove_job` removes one of these jobs or an exchange before it is done, and takes its charge off the price or keeps it as a cancellation fee. With `preview` true it returns what the change does, and changes nothing. With `preview` false and the token of that preview it makes the change. A change that is not allowed is 409 conflict with `reasons`; a preview older than the booking or its price is 409 stale. No card is charged, and only a cancellation refunds: 202 while its outcome at Stripe is unknown.',
    headers: ['If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'stale',
      'busy',
      'provider_unavailable',
    ],
    crossings: 5,
  },
  listChangeDays: {
    summary:
      'Lists the days of a month with the reasons why a booking cannot be rescheduled to, extended to, shortened to, exchanged, emptied or moved on them. The reasons closed, full and too_soon are calendar rules, which a change may override.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
};
