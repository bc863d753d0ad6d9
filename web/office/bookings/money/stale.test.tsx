import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBooking, sampleDeposit, samplePayments } from '#web/test/bookings.ts';
import { GET, inTurn, PAYMENTS, read, show } from '#web/test/office-booking.tsx';

const REFUND = 'POST /api/refund-payment';
const CHARGE = 'POST /api/process-remaining-payment';
const WITHDRAW = 'DELETE /api/bookings/12/pay-link';

const stale = (changed: string[], events: string[]) => ({
  status: 409,
  body: {
    code: 'stale',
    requestId: 'r',
    message: 'This booking was changed by Lee Park at 2:14 PM. Load it again before you save.',
    changedBy: 'lee',
    changedByName: 'Lee Park',
    changedAt: '2026-11-21T19:14:00.000Z',
    changed,
    events,
  },
});
const refundedBefore = stale(
  ['paymentStatus', 'refundAmount', 'refundDate', 'refundReason'],
  ['Refund of $25.00 started: Late'],
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('a refund of a booking that a colleague changed keeps the input, says what changed, and can be sent', async () => {
  const left = samplePayments({
    refundable: 40_000,
    payments: [sampleDeposit({ refundable: 40_000 })],
  });
  const asked = show({
    [GET]: inTurn(read(1), read(3, { version: 3, refundAmount: 2_500 })),
    [PAYMENTS]: inTurn({ body: samplePayments() }, { body: left }),
    [REFUND]: inTurn<object>(refundedBefore, {
      body: {
        refunds: [{ id: 're_1', paymentId: 'pi_12', amount: 1_000, status: 'succeeded' }],
        booking: sampleBooking(),
        customerNotified: false,
      },
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  const refund = await dialog('Refund Payment');
  fireEvent.click(refund.getByLabelText('Partial refund'));
  fireEvent.change(refund.getByLabelText('Refund amount'), { target: { value: '10' } });
  fireEvent.change(refund.getByLabelText(/^Reason/), { target: { value: 'Delivered late' } });
  fireEvent.click(refund.getByLabelText(/^Notify/));
  fireEvent.click(refund.getByRole('button', { name: 'Refund $10.00' }));
  await pass(1600);
  await refund.findByText(/check the new figures, then refund again/);
  const notice = refund.getByRole('alert').textContent;
  expect(notice).toContain('This booking was changed by Lee Park');
  expect(notice).toContain('Refund of $25.00 started: Late');
  expect(notice).toContain('Refunded so farNow: $25.00');
  expect(refund.getByLabelText('Full refund ($400.00)')).toBeTruthy();
  expect(refund.getByLabelText<HTMLInputElement>('Refund amount').value).toBe('10');
  expect(refund.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Delivered late');
  fireEvent.click(refund.getByRole('button', { name: 'Refund $10.00' }));
  await pass(1600);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const sent = asked.filter(({ call }) => call === REFUND);
  const reason = 'Delivered late';
  const body = { bookingId: 12, amount: 1_000, reason, notifyCustomer: false, discountAmount: 1_000 };
  expect(sent.map((call) => [call.ifMatch, call.body])).toEqual([
    ['"1"', body],
    ['"3"', body],
  ]);
});

test('a refund after a colleague refunded everything can only be closed', async () => {
  const none = samplePayments({ refundable: 0, payments: [sampleDeposit({ refundable: 0 })] });
  show({
    [GET]: inTurn(read(1), read(2, { version: 2, refundAmount: 42_500, paymentStatus: 'refunded' })),
    [PAYMENTS]: inTurn({ body: samplePayments() }, { body: none }),
    [REFUND]: refundedBefore,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  const refund = await dialog('Refund Payment');
  fireEvent.click(refund.getByRole('button', { name: 'Refund $425.00' }));
  await pass(1600);
  await refund.findByText('Nothing was refunded here: nothing is left to refund.');
  fireEvent.click(refund.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test.each([
  [
    'what is still due',
    50_000,
    'Nothing was charged. Check the amount, then charge again.',
    'Charge $289.50',
  ],
  ['more than is due', 10_000, 'Only $100.00 is due', 'Close'],
])('a charge of %s after a colleague changed the booking says so', async (...[, remaining, text, button]) => {
  const asked = show({
    [GET]: inTurn(read(1, { finalPrice: 71_450 }), read(2, { version: 2, finalPrice: 42_500 + remaining })),
    [PAYMENTS]: inTurn(
      { body: samplePayments({ remaining: 28_950 }) },
      { body: samplePayments({ remaining }) },
    ),
    [CHARGE]: stale(['finalPrice'], []),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Charge the card/ }));
  const charge = await dialog('Charge the remaining balance?');
  fireEvent.click(charge.getByRole('button', { name: 'Charge $289.50' }));
  await pass(1600);
  await charge.findByText(text);
  fireEvent.click(charge.getByRole('button', { name: button }));
  await pass(1600);
  const versions = asked.filter(({ call }) => call === CHARGE).map(({ ifMatch }) => ifMatch);
  expect(versions).toEqual(button === 'Close' ? ['"1"'] : ['"1"', '"2"']);
});

test('a link of a booking that a colleague changed can be withdrawn under the newer version', async () => {
  const payLink = { amount: 17_500, expiresAt: '2026-12-05T17:00:00.000Z', sentAt: null };
  const asked = show({
    [GET]: inTurn(read(1), read(2, { version: 2 })),
    [PAYMENTS]: { body: samplePayments({ remaining: 17_500, payLink }) },
    [WITHDRAW]: inTurn<object>(stale(['status'], []), { status: 204 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  const withdraw = await dialog('Withdraw the payment link?');
  fireEvent.click(withdraw.getByRole('button', { name: 'Withdraw' }));
  expect((await withdraw.findByRole('alert')).textContent).toContain('changed by Lee Park');
  await waitFor(() => expect(asked.filter(({ call }) => call === GET)).toHaveLength(2));
  await pass(50);
  fireEvent.click(withdraw.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const versions = asked.filter(({ call }) => call === WITHDRAW).map(({ ifMatch }) => ifMatch);
  expect(versions).toEqual(['"1"', '"2"']);
});

const link = (amount: number) => ({ amount, expiresAt: '2026-12-05T17:00:00.000Z', sentAt: null });

test.each([
  ['replaced', link(12_500), 'Check the amount of the open payment link, then withdraw it.'],
  ['withdrew', null, 'The payment link has ended. The customer can no longer pay with it.'],
])('a link that a colleague %s is not withdrawn under the old amount', async (...[, payLink, text]) => {
  const asked = show({
    [GET]: inTurn(read(1), read(2, { version: 2 })),
    [PAYMENTS]: inTurn(
      { body: samplePayments({ remaining: 17_500, payLink: link(17_500) }) },
      { body: samplePayments({ remaining: 12_500, payLink }) },
    ),
    [WITHDRAW]: inTurn<object>(stale([], ['Payment link for $175.00 withdrawn']), { status: 204 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  const withdraw = await dialog('Withdraw the payment link?');
  expect(withdraw.getByText('$175.00')).toBeTruthy();
  fireEvent.click(withdraw.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(asked.filter(({ call }) => call === GET)).toHaveLength(2));
  await pass(50);
  expect(withdraw.getByText(text)).toBeTruthy();
  expect(withdraw.queryByText('$175.00')).toBe(null);
  expect(withdraw.queryByText('$125.00') !== null).toBe(payLink !== null);
  const buttons = withdraw.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(payLink ? ['Cancel', 'Withdraw'] : ['Close']);
  fireEvent.click(withdraw.getByRole('button', { name: payLink ? 'Withdraw' : 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const versions = asked.filter(({ call }) => call === WITHDRAW).map(({ ifMatch }) => ifMatch);
  expect(versions).toEqual(payLink ? ['"1"', '"2"'] : ['"1"']);
});
