import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announced } from '#web/test/actions.ts';
import { sampleBooking, sampleBookingTransaction, samplePayments } from '#web/test/bookings.ts';
import { GET, inTurn, read, section, show, toasted } from '#web/test/office-booking.tsx';
import { sampleTransaction } from '#web/test/transactions.ts';

const PAYMENTS = 'GET /api/bookings/12/payments';
const RECORD = 'POST /api/bookings/12/payments';
const VOID = 'POST /api/bookings/12/payments/pay_1/void';
const check = sampleBookingTransaction({
  id: 'pay_1',
  kind: 'balance',
  amount: 10_000,
  paymentMethod: 'check',
  card: null,
  paymentDay: '2026-11-20',
  reference: '1042',
  recordedBy: 'Dana Cole',
});
const due = (changes = {}) => ({ body: samplePayments({ remaining: 20_000, ...changes }) });
const reply = (balanceDue: number) => ({
  body: {
    booking: sampleBooking({ balanceDue }),
    transaction: sampleTransaction({ id: check.id, amount: check.amount, paymentMethod: 'check' }),
  },
});
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('each payment has its state, method, day and link, and the balance due is below', async () => {
  show({ [PAYMENTS]: due({ transactions: [check, sampleBookingTransaction()] }) });
  const card = await section('Payments');
  await within(card).findByText('Balance due');
  expect(card.textContent).toContain('Nov 20, 2026, Check 1042, recorded by Dana Cole');
  expect(card.textContent).toContain('Visa ending in 4242');
  expect(card.textContent).toContain('Balance due $200.00');
  const link = within(card).getByRole('link', { name: 'Balance of $100.00' });
  expect(link.getAttribute('href')).toBe('/admin/transactions/pay_1');
});

test('a payment is recorded once, at most what is due, and its day is not in the future', async () => {
  const asked = show({ [GET]: inTurn(read(1), read(2)), [PAYMENTS]: due(), [RECORD]: reply(0) });
  fireEvent.click(await screen.findByRole('button', { name: 'Record payment' }));
  await screen.findByRole('dialog');
  fireEvent.change(field('Amount'), { target: { value: '200.01' } });
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }));
  expect(await dialog.findByText('Only $200.00 is due')).toBeTruthy();
  fireEvent.change(field('Amount'), { target: { value: '100' } });
  fireEvent.change(field('Method'), { target: { value: 'check' } });
  fireEvent.change(field('Day received'), { target: { value: '2026-11-20' } });
  fireEvent.change(field('Reference'), { target: { value: '1042' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }));
  await waitFor(() => expect(toasted()).toEqual(['Payment Recorded', '$100.00 is recorded.', 'plain']));
  expect(asked.filter(({ call }) => call === RECORD)).toMatchObject([
    {
      ifMatch: '"1"',
      body: { method: 'check', amount: 10_000, day: '2026-11-20', reference: '1042' },
    },
  ]);
});

test('a payment outside Stripe is voided with a reason; the one by card has no such button', async () => {
  const transactions = [check, sampleBookingTransaction()];
  const asked = show({
    [GET]: inTurn(read(1), read(2)),
    [PAYMENTS]: due({ transactions }),
    [VOID]: reply(30_000),
  });
  const buttons = await screen.findAllByRole('button', { name: /^Void/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Void Balance of $100.00']);
  fireEvent.click(buttons[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Void payment' }));
  expect(await dialog.findByText('Enter the reason')).toBeTruthy();
  fireEvent.change(field('Reason'), { target: { value: 'It bounced' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Void payment' }));
  await waitFor(() => expect(announced()).toBe('The payment is voided. $300.00 is due now.'));
  expect(asked.filter(({ call }) => call === VOID)).toMatchObject([{ body: { reason: 'It bounced' } }]);
});

test('a view-only user sees the payments and no buttons', async () => {
  show({ [PAYMENTS]: due({ transactions: [check] }) }, { role: 'view_only' });
  const card = await section('Payments');
  await within(card).findByText('Balance due');
  expect(within(card).queryAllByRole('button')).toEqual([]);
});
