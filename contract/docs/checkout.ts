import type * as checkout from '#contract/checkout.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const checkoutDocs: DocsOf<typeof checkout> = {
  createPaymentIntent: {
    summary:
      "Holds a unit for the days and opens the payment of the deposit ('pending'), or opens the payment of a booking's remaining balance (its id).",
    // If-Match applies to an existing booking that staff collect a payment for.
    headers: ['Idempotency-Key', 'If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'nothing_due',
      'sold_out',
      'price_changed',
      'terms_changed',
      'already_paid',
      'own_hold',
      'conflict',
      'busy',
      'stale',
      'paused',
      'too_many',
      'provider_unavailable',
      'unavailable',
    ],
    crossings: 5,
  },
  getBookingStatus: {
    summary:
      "Returns Stripe's status of a payment, and the booking once it exists. The client secret authorizes the call.",
    errors: ['invalid', 'not_found', 'too_many', 'provider_unavailable'],
    crossings: 5,
  },
};
