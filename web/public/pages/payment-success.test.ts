import { beforeEach, expect, test } from 'vitest';
import { takePaymentFromAddress } from '#web/public/card/return-address.ts';
import { computePaymentView } from './PaymentSuccessPage.tsx';

const payment = { paymentIntent: 'pi_1', clientSecret: 's' };
const news = { latest: null, isPolling: true, isUnknown: false };

beforeEach(() => window.history.replaceState(null, '', '/payment-success'));

test('the payment is read from the URL and removed from it', () => {
  window.history.replaceState(
    null,
    '',
    '/payment-success?booking_id=pending&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded',
  );
  expect(takePaymentFromAddress()).toEqual(payment);
  expect(window.location.search).toBe('?booking_id=pending');
});

test('a URL without a payment returns null', () => {
  window.history.replaceState(null, '', '/payment-success?payment_intent=pi_1');
  expect(takePaymentFromAddress()).toBeNull();
  expect(computePaymentView(null, news)).toEqual({ status: 'missing' });
});

test.each([
  ['nothing is known yet', { ...news }, 'asking'],
  [
    'paid, the booking is still being made',
    { ...news, latest: { status: 'succeeded', booking: null } },
    'asking',
  ],
  [
    'paid, no booking after a minute',
    { ...news, isPolling: false, latest: { status: 'succeeded', booking: null } },
    'succeeded',
  ],
  ['the bank is at work', { ...news, latest: { status: 'processing', booking: null } }, 'processing'],
  ['declined', { ...news, latest: { status: 'requires_payment_method', booking: null } }, 'failed'],
  ['canceled', { ...news, latest: { status: 'canceled', booking: null } }, 'failed'],
  ['another payment', { ...news, isUnknown: true }, 'missing'],
  ['no answer', { ...news, isPolling: false }, 'unreachable'],
] as const)('%s', (_what, given, status) => {
  expect(computePaymentView(payment, given).status).toBe(status);
});
