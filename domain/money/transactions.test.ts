import { expect, it } from 'vitest';
import { paymentStatusInLedger, refundStatusInLedger, transactionStatusLabel } from './transactions.ts';

it.each([
  ['payment', 'succeeded', 'Succeeded'],
  ['payment', 'processing', 'Processing'],
  ['payment', 'requires_payment_method', 'Requires Payment Method'],
  ['payment', 'requires_action', 'Requires Action'],
  ['payment', 'canceled', 'Canceled'],
  ['refund', 'succeeded', 'Refunded'],
  ['refund', 'pending', 'Refund Pending'],
  ['refund', 'failed', 'Refund Failed'],
] as const)('a %s with the status %s is shown as %s', (type, status, label) => {
  expect(transactionStatusLabel(type, status)).toBe(label);
});

it.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['of tomorrow', null],
  [null, null],
])('a refund that Stripe calls %s is %s in the ledger', (stripeStatus, status) => {
  expect(refundStatusInLedger(stripeStatus)).toBe(status);
});

it.each([
  ['succeeded', 'succeeded'],
  ['requires_payment_method', 'requires_payment_method'],
  ['requires_confirmation', null],
  ['pending', null],
])('a payment that Stripe calls %s is %s in the ledger', (stripeStatus, status) => {
  expect(paymentStatusInLedger(stripeStatus)).toBe(status);
});
