import { expect, test, vi } from 'vitest';
import { type CardConfirmation, confirmCard } from './confirm-card.ts';

const owner = {
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  phone: '555-010-7788',
  address: { line1: '418 Alder Ridge Road', city: 'Springfield', state: 'NY', zip: '12345' },
};

function confirmation(answer: unknown, changes: Partial<CardConfirmation> = {}) {
  const confirmPayment = vi.fn(async () => answer);
  const given = {
    stripe: { confirmPayment },
    elements: { submit: async () => ({}) },
    clientSecret: 'pi_1_secret',
    owner,
    returnUrl: 'https://shop.example/payment-success?booking_id=pending',
    mayConfirm: async () => true,
    ...changes,
  } as unknown as CardConfirmation;
  return { given, confirmPayment };
}

test('a successful payment returns its intent', async () => {
  const { given, confirmPayment } = confirmation({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  expect(await confirmCard(given)).toEqual({
    type: 'paid',
    payment: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' },
    status: 'succeeded',
  });
  expect(confirmPayment).toHaveBeenCalledWith({
    elements: given.elements,
    redirect: 'if_required',
    confirmParams: {
      return_url: 'https://shop.example/payment-success?booking_id=pending',
      payment_method_data: {
        billing_details: {
          name: 'Dana Whitfield',
          email: 'dana@example.com',
          phone: '555-010-7788',
          address: {
            line1: '418 Alder Ridge Road',
            line2: '',
            city: 'Springfield',
            state: 'NY',
            postal_code: '12345',
            country: 'US',
          },
        },
      },
    },
  });
});

test.each([
  ['+1 (518) 555-0100 ext. 72501', '+1 (518) 555-0100'],
  ['518-555-0100 518-555-0101', ''],
])('the phone number %s is passed as %j, which Stripe accepts', async (phone, sent) => {
  const { given, confirmPayment } = confirmation({}, { owner: { ...owner, phone } });
  await confirmCard(given);
  expect(confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      confirmParams: expect.objectContaining({
        payment_method_data: { billing_details: expect.objectContaining({ phone: sent }) },
      }),
    }),
  );
});

test('billing details that the card fields ask for are not sent again', async () => {
  const intent = { paymentIntent: { id: 'pi_1', status: 'processing' } };
  const { given, confirmPayment } = confirmation(intent, { owner: null });
  expect(await confirmCard(given)).toMatchObject({ type: 'paid', status: 'processing' });
  expect(confirmPayment).toHaveBeenCalledWith({
    elements: given.elements,
    redirect: 'if_required',
    confirmParams: { return_url: given.returnUrl },
  });
});

test("a decline carries the provider's words", async () => {
  const { given } = confirmation({ error: { type: 'card_error', message: 'Your card was declined.' } });
  expect(await confirmCard(given)).toEqual({
    type: 'failed',
    title: 'Payment Failed',
    text: 'Your card was declined.',
    isUncharged: true,
    isDeclined: true,
  });
});

test('a failure without a message gets a default message', async () => {
  const { given } = confirmation({ error: {} });
  expect(await confirmCard(given)).toMatchObject({ text: 'An error occurred during payment processing.' });
});

test('a payment that had gone through before is no failure', async () => {
  const { given } = confirmation({ error: { payment_intent: { id: 'pi_1', status: 'succeeded' } } });
  expect(await confirmCard(given)).toMatchObject({ type: 'paid' });
});

test('an unexpected failure can be tried again', async () => {
  const { given } = confirmation(null, {
    mayConfirm: async () => {
      throw new Error('boom');
    },
  });
  expect(await confirmCard(given)).toEqual({
    type: 'failed',
    title: 'Error',
    text: 'There was a problem processing your payment. Please try again.',
    isUncharged: false,
    isDeclined: false,
  });
});

test('a lost reply is not reported as uncharged', async () => {
  const { given } = confirmation({ error: { type: 'api_connection_error', message: 'No network.' } });
  expect(await confirmCard(given)).toMatchObject({
    text: 'No network.',
    isUncharged: false,
    isDeclined: false,
  });
});

test('incomplete fields send no request', async () => {
  const mayConfirm = vi.fn(async () => true);
  const { given, confirmPayment } = confirmation(null, {
    elements: { submit: async () => ({ error: { message: 'Your card number is incomplete.' } }) } as never,
    mayConfirm,
  });
  expect(await confirmCard(given)).toMatchObject({ text: 'Your card number is incomplete.' });
  expect([mayConfirm.mock.calls.length, confirmPayment.mock.calls.length]).toEqual([0, 0]);
});

test('a card is not charged if the hold or the price has changed', async () => {
  const { given, confirmPayment } = confirmation(null, { mayConfirm: async () => false });
  expect(await confirmCard(given)).toEqual({ type: 'withheld' });
  expect(confirmPayment).not.toHaveBeenCalled();
});

test.each(['lock_timeout', 'rate_limit'])('%s is asked again and is never a refusal', async (code) => {
  vi.useFakeTimers();
  const busy = { error: { type: 'invalid_request_error', code, message: 'This object cannot be accessed.' } };
  const paid = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  const { given, confirmPayment } = confirmation(busy);
  const lasting = confirmCard(given);
  await vi.runAllTimersAsync();
  expect(await lasting).toEqual({
    type: 'failed',
    title: 'Payment Failed',
    text: 'Our payment provider is busy at this moment.',
    isUncharged: false,
    isDeclined: false,
  });
  expect(confirmPayment).toHaveBeenCalledTimes(3);
  confirmPayment.mockResolvedValueOnce(busy).mockResolvedValueOnce(paid);
  const short = confirmCard(given);
  await vi.runAllTimersAsync();
  expect(await short).toMatchObject({ type: 'paid', status: 'succeeded' });
  vi.useRealTimers();
});
