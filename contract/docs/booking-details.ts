import type * as bookingDetails from '#contract/booking-details.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const bookingDetailsDocs: DocsOf<typeof bookingDetails> = {
  updateBooking: {
    summary:
      'Corrects the customer, the address, the placement, the street permit or the notes of a booking. If-Match is required. A change of ZIP code, state or placement that changes the price is 409 conflict with `lines` and `difference` until `acceptPrice` is true; then the zone and the quote change, and the final price by the same difference. A state that contradicts the ZIP code and has another tax is 400. The customer at Stripe follows. A booking on a street that needs a permit has attention `permit` until it has one that is valid on its pickup day.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale', 'busy'],
    crossings: 2,
  },
};
