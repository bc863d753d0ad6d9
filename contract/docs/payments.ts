import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as payments from '#contract/payments.ts';

export const paymentsDocs: DocsOf<typeof payments> = {
  getBookingPayments: {
    summary:
      'Returns the payments of a booking: paid, due and refundable amounts, the card on file, and open operations.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 1,
  },
  processRemainingPayment: {
    summary:
      'Charges the card on file. 202 with {state} while the outcome is unknown; 402 when the customer must act, and a payment link is e-mailed. The Idempotency-Key is required: a call repeated with it charges once and answers the state so far.',
    headers: ['Idempotency-Key', 'If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'card_declined',
      'authentication_required',
      'forbidden',
      'not_found',
      'conflict',
      'nothing_due',
      'busy',
      'stale',
      'too_many',
      'provider_unavailable',
    ],
    crossings: 17,
  },
  refundPayment: {
    summary:
      'Refunds part or all of the amount paid, newest card payment first, then payments outside Stripe, which staff pay out. 202 while a part is pending at the bank or being retried. The Idempotency-Key is required: a call repeated with it refunds once and answers the state so far.',
    headers: ['Idempotency-Key', 'If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'busy',
      'stale',
      'provider_unavailable',
    ],
    crossings: 22,
  },
  resolveOperation: {
    summary:
      'Reads the open charge or refund from Stripe now. With stop (after ten minutes), parts that Stripe has not made are cancelled.',
    headers: ['If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'busy',
      'stale',
      'provider_unavailable',
    ],
    crossings: 17,
  },
  createPayLink: {
    summary:
      'Creates a link where the customer can pay the remaining balance. Returns one URL to copy and e-mails another to the customer. At most three a day. The Idempotency-Key is required: a call repeated with it returns another URL of the same link, without an e-mail.',
    headers: ['Idempotency-Key', 'If-Match'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'nothing_due',
      'busy',
      'stale',
      'too_many',
      'provider_unavailable',
    ],
    crossings: 13,
  },
  withdrawPayLink: {
    summary: 'Cancels the open payment link, first at Stripe. Its URLs stop working.',
    headers: ['If-Match'],
    errors: [
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'busy',
      'stale',
      'provider_unavailable',
    ],
    crossings: 8,
  },
};
