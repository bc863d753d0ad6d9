import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as recordedPayments from '#contract/recorded-payments.ts';

const errors = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy', 'stale'] as const;

export const recordedPaymentsDocs: DocsOf<typeof recordedPayments> = {
  recordPayment: {
    summary:
      'Records a payment outside Stripe (cash, check or transfer), at most the remaining amount. Ends an open payment link. 409 while a charge or refund runs. The day is not before the booking was made. The Idempotency-Key is required: a call repeated with it records nothing more.',
    headers: ['Idempotency-Key', 'If-Match'],
    errors: [...errors, 'nothing_due'],
    crossings: 8,
  },
  voidPayment: {
    summary:
      'Voids a payment outside Stripe that was recorded by mistake, or whose check bounced. Its row stays, with the status canceled. A refunded payment cannot be voided.',
    headers: ['If-Match'],
    errors,
    crossings: 7,
  },
};
