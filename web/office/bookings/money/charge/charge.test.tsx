import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { toasted } from '#web/test/actions.ts';
import { sampleBooking, samplePayments } from '#web/test/bookings.ts';
import { refusal } from '#web/test/office.tsx';
import { button, GET, inTurn, leave, PAYMENTS, read, section, show } from '#web/test/office-booking.tsx';
import { sampleTransaction } from '#web/test/transactions.ts';

const CHARGE = 'POST /api/process-remaining-payment';
const DUE = { [GET]: read(1, { finalPrice: 71_450 }), [PAYMENTS]: { body: due() } };
const DECLINED = refusal(
  402,
  'card_declined',
  'The card was declined. The customer is mailed a payment link.',
);

function due(changes: Parameters<typeof samplePayments>[0] = {}) {
  return samplePayments({ remaining: 28_950, ...changes });
}

const charged = () => ({
  booking: sampleBooking({
    finalPrice: 71_450,
    additionalPaymentAmount: 28_950,
    paymentStatus: 'fully_paid',
  }),
  transaction: sampleTransaction({ id: 'pi_13', amount: 28_950, receiptEmail: null }),
});

const amount = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Charge amount' });
const charges = (asked: ReturnType<typeof show>) => asked.filter(({ call }) => call === CHARGE);
/** The time in which a charge can still be stopped. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: /^Charge the card/ }));
  return within(await screen.findByRole('dialog', { name: 'Charge the remaining balance?' }));
}

async function confirmCharge() {
  const dialog = await openDialog();
  fireEvent.click(dialog.getByRole('button', { name: /^Charge \$/ }));
  return dialog;
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('the balance due is shown with the card on file, and is the default amount', async () => {
  show(DUE);
  const actions = await section('Actions');
  await within(actions).findByRole('heading', { name: 'Payment Due' });
  expect(actions.textContent).toContain('Payment Due$289.50Card on file: Visa ending in 4242');
  expect(amount().value).toBe('289.50');
  const dialog = await openDialog();
  expect(dialog.getByText(/is charged to/).textContent).toContain(
    '$289.50 is charged to Visa ending in 4242 for booking #12.',
  );
});

test('without a balance due there is no charge form', async () => {
  show();
  await screen.findByRole('button', { name: 'Refund Payment' });
  expect(screen.queryByText('Payment Due')).toBe(null);
});

test('the balance is charged after a moment, and the page shows that it is paid', async () => {
  const asked = show({
    ...DUE,
    [GET]: inTurn(
      read(1, { finalPrice: 71_450 }),
      read(2, { finalPrice: 71_450, paidAmount: 71_450, additionalPaymentAmount: 28_950 }),
    ),
    [PAYMENTS]: inTurn({ body: due() }, { body: due({ paid: 71_450, remaining: 0 }) }),
    [CHARGE]: { body: charged() },
  });
  const dialog = await confirmCharge();
  expect(dialog.getByRole('button', { name: 'Processing...' })).toBeTruthy();
  await pass(1400);
  expect(charges(asked)).toEqual([]);
  await pass(200);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(toasted()).toEqual([
    'Payment Processed',
    'The remaining balance has been successfully charged.',
    'plain',
  ]);
  expect(charges(asked)).toEqual([
    {
      call: CHARGE,
      ifMatch: '"1"',
      body: { bookingId: 12, chargeAmount: 28_950, expectedRemaining: 28_950 },
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(screen.queryByText('Payment Due')).toBe(null);
  expect((await section('Actions')).textContent).toContain('Paid so far$714.50');
});

const ways = [
  ['Cancel', () => fireEvent.click(button('Cancel'))],
  ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['leaving the page', leave],
] as const;

test.each(ways)('%s in the moment before stops it, and nothing is sent', async (_way, stop) => {
  const asked = show(DUE);
  await confirmCharge();
  await pass(1000);
  stop();
  expect(screen.queryByRole('dialog')).toBe(null);
  await pass(5000);
  expect(charges(asked)).toEqual([]);
});

test('a charge that was sent can no longer be stopped', async () => {
  const asked = show({ ...DUE, [CHARGE]: () => new Promise<object>(() => {}) });
  const dialog = await confirmCharge();
  await pass(1600);
  expect(charges(asked)).toHaveLength(1);
  expect(dialog.getByText('On its way. This can no longer be stopped.')).toBeTruthy();
  for (const [, stop] of ways.slice(0, 2)) stop();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a Cancel right after the charge was sent does not say that nothing was charged', async () => {
  const asked = show({ ...DUE, [CHARGE]: () => new Promise<object>(() => {}) });
  await confirmCharge();
  const before = currentToast();
  // Outside `act` the next event comes before React's next render, as in a browser.
  vi.advanceTimersByTime(1600);
  fireEvent.click(button('Cancel'));
  await waitFor(() => expect(charges(asked)).toHaveLength(1));
  expect(currentToast()).toBe(before);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a part can be charged; an invalid amount is shown at the field', async () => {
  const asked = show({ ...DUE, [CHARGE]: { body: charged() } });
  await section('Actions');
  await screen.findByText('Payment Due');
  for (const [typed, expected] of [
    ['289.51', 'Only $289.50 is due'],
    ['0.49', 'At least $0.50 can be charged'],
    ['1.005', 'Use at most two decimals'],
    ['-1', 'Must not be negative'],
    ['', 'Enter an amount in dollars'],
  ] as const) {
    fireEvent.change(amount(), { target: { value: typed } });
    fireEvent.click(button(/^Charge the card/));
    expect(screen.getByText(expected)).toBeTruthy();
    expect([document.activeElement, amount().value]).toEqual([amount(), typed]);
  }
  fireEvent.change(amount(), { target: { value: '100' } });
  const dialog = await confirmCharge();
  expect(dialog.getByText('$189.50 stays due.')).toBeTruthy();
  await pass(1600);
  await waitFor(() => expect(charges(asked)[0]?.body).toMatchObject({ chargeAmount: 10_000 }));
});

test('a declined card is shown, the dialog can only be closed, and the page waits for the customer', async () => {
  const link = { amount: 28_950, expiresAt: '2099-12-05T17:05:00.000Z', sentAt: null };
  const asked = show({
    ...DUE,
    [PAYMENTS]: inTurn({ body: due() }, { body: due({ payLink: link }) }),
    [CHARGE]: DECLINED,
  });
  const dialog = await confirmCharge();
  await pass(1600);
  const expected =
    'Failed to process the remaining payment. The card was declined. The customer is mailed a payment link.';
  expect((await dialog.findByRole('alert')).textContent).toBe(expected);
  expect(toasted()).toEqual(['Payment Error', expected, 'destructive']);
  expect(await screen.findByText('Waiting for customer')).toBeTruthy();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(charges(asked)).toHaveLength(1);
});

test('a charge without an answer is repeated under the same key, so the card is charged once', async () => {
  const asked = show({
    ...DUE,
    [CHARGE]: inTurn<object>(refusal(502, 'provider_unavailable', 'Stripe does not answer.'), {
      body: charged(),
    }),
  });
  const dialog = await confirmCharge();
  await pass(1600);
  expect((await dialog.findByRole('alert')).textContent).toContain('Stripe does not answer.');
  fireEvent.click(await dialog.findByRole('button', { name: 'Charge $289.50' }));
  await pass(1600);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const [first, second] = charges(asked);
  expect(second).toEqual(first);
});

test('a duplicate request is repeated silently; another running operation is shown', async () => {
  const busy = refusal(409, 'busy', 'This is being worked on.');
  const asked = show({
    ...DUE,
    [CHARGE]: inTurn<object>({ ...busy, headers: { 'Retry-After': '1' } }, busy),
  });
  const dialog = await confirmCharge();
  await pass(1600);
  expect(charges(asked)).toHaveLength(1);
  await pass(1100);
  expect(charges(asked)).toHaveLength(2);
  expect((await dialog.findByRole('alert')).textContent).toContain('This is being worked on.');
});

test('an unknown outcome is shown until it is known', async () => {
  const operation = {
    kind: 'charge' as const,
    amount: 28_950,
    startedAt: '2026-11-21T18:00:00.000Z',
    isStoppable: false,
  };
  show({
    ...DUE,
    [PAYMENTS]: inTurn({ body: due() }, { body: due({ operation }) }, { body: due({ remaining: 0 }) }),
    [CHARGE]: { status: 202, body: { state: 'processing', booking: sampleBooking() } },
  });
  await confirmCharge();
  await pass(1600);
  expect(await screen.findByText('A charge of $289.50 is still being processed')).toBeTruthy();
  expect(toasted()[0]).toBe('Payment Processing');
  for (const name of [/^Charge the card/, 'Send payment link', 'Refund Payment']) {
    const off = button(name);
    expect(off.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(off.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('Nothing else can be charged');
    fireEvent.click(off);
    expect(screen.queryByRole('dialog')).toBe(null);
  }
  fireEvent.click(button('Refresh'));
  await waitFor(() => expect(screen.queryByText(/is still being processed/)).toBe(null));
});

test('above the limit a super administrator enters the password, and an administrator sees whom to ask', async () => {
  const above = { ...DUE, [PAYMENTS]: { body: due({ chargeableWithoutPassword: 10_000 }) } };
  show(above);
  await screen.findByText('Payment Due');
  fireEvent.click(button(/^Charge the card/));
  expect(
    screen.getByText('You can charge $100.00 here. Above that, ask a super administrator.'),
  ).toBeTruthy();
  leave();
  const wrong = refusal(403, 'forbidden', 'The password is not correct.');
  const asked = show({ ...above, [CHARGE]: wrong }, { role: 'super_admin' });
  const dialog = await confirmCharge();
  expect(dialog.getByText('Password is required')).toBeTruthy();
  const password = dialog.getByLabelText<HTMLInputElement>('Your password');
  fireEvent.change(password, { target: { value: 'quiet truck' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Charge $289.50' }));
  await pass(1600);
  expect((await dialog.findByRole('alert')).textContent).toContain('The password is not correct.');
  expect(charges(asked)[0]?.body).toMatchObject({ chargeAmount: 28_950, password: 'quiet truck' });
  expect(password.value).toBe('quiet truck');
});

test('a view-only user sees the balance due and no buttons', async () => {
  show(DUE, { role: 'view_only' });
  const card = await section('Status and Price');
  await within(card).findByText('Payment Due');
  expect(card.textContent).toContain('Card on file: Visa ending in 4242');
  expect(within(card).queryAllByRole('button')).toEqual([]);
});

test('a dispatcher may send a payment link, but neither charge, refund nor set the price', async () => {
  show(DUE, { role: 'dispatcher' });
  const card = await section('Actions');
  expect(await within(card).findByRole('button', { name: 'Send payment link' })).toBeTruthy();
  expect(within(card).queryByRole('spinbutton')).toBeNull();
  expect(within(card).queryByRole('button', { name: /charge|refund|update/i })).toBeNull();
});

test('payments that do not load show an error and can be loaded again', async () => {
  show({
    ...DUE,
    [PAYMENTS]: inTurn<object>(refusal(500, 'internal', 'Something went wrong.'), { body: due() }),
  });
  expect(await screen.findByText('The payments could not be loaded.')).toBeTruthy();
  fireEvent.click(button('Retry'));
  expect(await screen.findByText('Payment Due')).toBeTruthy();
});
