import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasted } from '#web/test/actions.ts';
import { sampleBooking, sampleDeposit, samplePayments } from '#web/test/bookings.ts';
import { refusal } from '#web/test/office.tsx';
import { GET, PAYMENTS, read, show } from '#web/test/office-booking.tsx';

const REFUND = 'POST /api/refund-payment';
const CHARGE = 'POST /api/process-remaining-payment';
const STALE = refusal(409, 'stale', 'This booking was changed. Load it again before you save.');
const NOTHING_MOVED = /Nothing was (charged|refunded)/;

type Reply = typeof STALE | 'lost';
type Changes = Parameters<typeof samplePayments>[0];

/**
 * Shows booking 12, whose figures change with each attempt: `figures` are those before the first, after the first, and
 * so on. The answer of an attempt whose reply is 'lost' never arrives.
 */
function showAttempts(call: string, replies: Reply[], figures: Changes[]) {
  let attempts = 0;
  const now = () => Math.min(attempts, figures.length - 1);
  const asked = show({
    [GET]: () => read(now() + 1, { status: 'confirmed', finalPrice: 92_500 }),
    [PAYMENTS]: () => ({ body: samplePayments(figures[now()]) }),
    [call]: () => {
      const reply = replies[attempts];
      attempts += 1;
      if (!reply || reply === 'lost') throw new TypeError('Failed to fetch');
      return reply;
    },
  });
  return () => asked.filter((each) => each.call === call);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
type Dialog = Awaited<ReturnType<typeof dialog>>;

async function attempt(shown: Dialog, name: string) {
  fireEvent.click(await shown.findByRole('button', { name }));
  await pass(1600);
}

async function openCharge(dollars: string) {
  fireEvent.change(await screen.findByRole('spinbutton', { name: 'Charge amount' }), {
    target: { value: dollars },
  });
  fireEvent.click(screen.getByRole('button', { name: /^Charge the card/ }));
  return dialog('Charge the remaining balance?');
}

async function openRefund() {
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  return dialog('Refund Payment');
}

const charged = { status: 202, body: { state: 'processing', booking: sampleBooking() } };
const refunded = {
  body: {
    refunds: [{ id: 're_1', paymentId: 'pi_12', amount: 40_000, status: 'succeeded' }],
    booking: sampleBooking(),
    customerNotified: false,
  },
};
const refundable = (cents: number) => ({
  refundable: cents,
  payments: [sampleDeposit({ refundable: cents })],
});

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['more than what is left after it', 10_000],
  ['less than what is left after it', 30_000],
])('after a conflict a charge of %s is repeated as it was when its answer is lost', async (_what, left) => {
  const charges = showAttempts(
    CHARGE,
    [STALE, 'lost', charged],
    [{ remaining: 50_000 }, { remaining: left + 20_000 }, { remaining: left }],
  );
  const charge = await openCharge('200');
  await attempt(charge, 'Charge $200.00');
  await charge.findByText('Nothing was charged. Check the amount, then charge again.');
  fireEvent.click(charge.getByRole('button', { name: 'Charge $200.00' }));
  expect(charge.queryByText(NOTHING_MOVED)).toBe(null);
  await pass(1600);
  expect((await charge.findByRole('alert')).textContent).toContain('It may have been charged all the same.');
  expect(charge.queryByText(NOTHING_MOVED)).toBe(null);
  await attempt(charge, 'Charge $200.00');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const [first, second, third] = charges();
  expect(first).toMatchObject({ ifMatch: '"1"', body: { expectedRemaining: 50_000 } });
  expect(second).toMatchObject({ ifMatch: '"2"', body: { expectedRemaining: left + 20_000 } });
  expect(third).toEqual(second);
});

test('after a conflict a full refund whose answer is lost is repeated, and offers to cancel', async () => {
  const refunds = showAttempts(
    REFUND,
    [STALE, 'lost', refunded],
    [refundable(42_500), refundable(40_000), refundable(0)],
  );
  const refund = await openRefund();
  await attempt(refund, 'Refund $425.00');
  await refund.findByText(/^Nothing was refunded\. What you typed is still here/);
  await attempt(refund, 'Refund $400.00');
  expect((await refund.findByRole('alert')).textContent).toContain('It may have been refunded all the same.');
  expect(refund.queryByText(NOTHING_MOVED)).toBe(null);
  await attempt(refund, 'Refund $400.00');
  expect(await screen.findByRole('dialog', { name: 'Cancel booking #12?' })).toBeTruthy();
  const [, second, third] = refunds();
  expect(second).toMatchObject({ ifMatch: '"2"', body: { amount: 40_000 } });
  expect(third).toEqual(second);
});

test('a refund without an answer cannot be changed before it is repeated', async () => {
  const refunds = showAttempts(REFUND, ['lost', refunded], [refundable(40_000), refundable(0)]);
  const refund = await openRefund();
  await attempt(refund, 'Refund $400.00');
  await refund.findByText(/It may have been refunded all the same/);
  expect(refund.getByLabelText('Partial refund').matches(':disabled')).toBe(true);
  await attempt(refund, 'Refund $400.00');
  await dialog('Cancel booking #12?');
  const [first, second] = refunds();
  expect(second).toEqual(first);
});

test.each([
  ['charge', CHARGE, () => openCharge('200'), 'Charge $200.00', 'may have been charged'],
  ['refund', REFUND, openRefund, 'Refund $400.00', 'may have been refunded'],
] as const)(
  'a %s whose answer is lost may have been made, also when the repetition is stopped',
  async (...[, call, open, name, text]) => {
    const figures = { remaining: 50_000, ...refundable(40_000) };
    const sent = showAttempts(call, ['lost'], [figures]);
    const shown = await open();
    await attempt(shown, name);
    fireEvent.click(await shown.findByRole('button', { name }));
    fireEvent.click(shown.getByRole('button', { name: 'Cancel' }));
    expect(toasted()[1]).toContain(text);
    expect(toasted()[1]).not.toMatch(NOTHING_MOVED);
    await pass(5000);
    expect(sent()).toHaveLength(1);
  },
);

test.each([
  [
    ...(['charge', CHARGE, () => openCharge('200'), 'Charge $200.00'] as const),
    [{ remaining: 50_000 }, { remaining: 50_000 }, { remaining: 10_000 }],
    'An earlier attempt got no answer and may have been charged. Check the payments of this booking.',
  ],
  [
    ...(['refund', REFUND, openRefund, 'Refund $400.00'] as const),
    [refundable(40_000), refundable(40_000), refundable(0)],
    'An earlier attempt got no answer and may have been refunded. Nothing is left to refund.',
  ],
] as const)(
  'a conflict after a %s without an answer says that it may have been made',
  async (...[, call, open, name, figures, text]) => {
    showAttempts(call, ['lost', STALE], [...figures]);
    const shown = await open();
    await attempt(shown, name);
    await attempt(shown, name);
    await shown.findByText(text);
    expect(shown.queryByText(NOTHING_MOVED)).toBe(null);
    expect(shown.getByRole('button', { name: 'Close' })).toBeTruthy();
  },
);
