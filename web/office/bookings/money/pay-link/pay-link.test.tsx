import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BookingPayments } from '#contract/payments.ts';
import { toasted } from '#web/test/actions.ts';
import { samplePayments } from '#web/test/bookings.ts';
import { refusal } from '#web/test/office.tsx';
import { button, GET, inTurn, PAYMENTS, read, section, show } from '#web/test/office-booking.tsx';

const MAKE = 'POST /api/bookings/12/pay-link';
const WITHDRAW = 'DELETE /api/bookings/12/pay-link';
const URL_MADE = 'https://dumpsters.example/pay/4f1c';

const link = (changes: Partial<NonNullable<BookingPayments['payLink']>> = {}) => ({
  amount: 28_950,
  expiresAt: '2099-12-05T17:05:00.000Z',
  sentAt: '2026-11-21T17:05:00.000Z',
  ...changes,
});
const due = (changes: Partial<BookingPayments> = {}) => ({
  body: samplePayments({ remaining: 28_950, ...changes }),
});
const DUE = { [GET]: read(1, { finalPrice: 71_450 }) };
const OPEN = { ...DUE, [PAYMENTS]: due({ payLink: link() }) };
const MADE = { [MAKE]: { body: { url: URL_MADE, amount: 28_950, expiresAt: link().expiresAt } } };

const copied: string[] = [];
function clipboard(write: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: write } }));
}

beforeEach(() => {
  copied.length = 0;
  clipboard(async (text) => void copied.push(text));
});

test('without a card on file the customer is sent a link', async () => {
  const asked = show({
    ...DUE,
    ...MADE,
    [PAYMENTS]: inTurn(due({ card: null }), due({ card: null, payLink: link() })),
  });
  expect(await screen.findByText(/There is no card on file/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Charge/ })).toBe(null);
  fireEvent.click(button('Send payment link'));
  expect(await screen.findByText('Waiting for customer')).toBeTruthy();
  expect(toasted()).toEqual(['Payment Link Sent', 'The customer is mailed a link to pay $289.50.', 'plain']);
  expect(asked.filter(({ call }) => call === MAKE)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Send payment link' })).toBe(null);
});

test('a card that Stripe refused to save is named as the reason for a link', async () => {
  show({ ...DUE, [PAYMENTS]: due({ card: null, isCardRefused: true }) });
  expect(await screen.findByText(/^Card not saved\. Send the customer a link/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Charge/ })).toBe(null);
});

test('an open link shows its amount, its last day and when it was sent', async () => {
  show(OPEN);
  await screen.findByText('Waiting for customer');
  const expected = (await section('Actions')).textContent;
  expect(expected).toContain(
    '$289.50The payment link ends: Dec 5, 2099, 12:05 PMLast sent: Nov 21, 2026, 12:05 PM',
  );
  expect(screen.queryByText('Expired')).toBe(null);
});

test('an expired link is shown as expired', async () => {
  show({
    ...DUE,
    [PAYMENTS]: due({ payLink: link({ expiresAt: '2026-01-05T17:05:00.000Z', sentAt: null }) }),
  });
  expect(await screen.findByText('Expired')).toBeTruthy();
});

test('a link is copied, and the message says that the customer also got one by e-mail', async () => {
  show({ ...OPEN, ...MADE });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
  await waitFor(() =>
    expect(toasted()).toEqual([
      'Copied',
      'Payment link copied to clipboard. The customer is mailed one, too.',
      'plain',
    ]),
  );
  expect(copied).toEqual([URL_MADE]);
});

test('if the browser refuses the clipboard, the link is shown selected', async () => {
  clipboard(() => Promise.reject(new Error('refused')));
  show({ ...OPEN, ...MADE });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy the link' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Link').value).toBe(URL_MADE);
});

test('too many mails a day are refused in the words of the server', async () => {
  show({ ...OPEN, [MAKE]: refusal(429, 'too_many', 'At most three payment links a day.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Resend the payment link' }));
  await waitFor(() =>
    expect(toasted()).toEqual([
      'Error',
      'Failed to send the payment link. At most three payment links a day.',
      'destructive',
    ]),
  );
});

test('a link is withdrawn after a confirmation', async () => {
  const asked = show({
    ...OPEN,
    [PAYMENTS]: inTurn(due({ payLink: link() }), due()),
    [WITHDRAW]: { status: 204 },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the payment link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the payment link?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(toasted()[0]).toBe('Payment Link Withdrawn');
  expect(screen.queryByText('Waiting for customer')).toBe(null);
  expect(button('Send payment link')).toBeTruthy();
  expect(asked.filter(({ call }) => call === WITHDRAW)).toHaveLength(1);
});

test('while a link is withdrawn its dialog stays open, so that the answer closes no other dialog', async () => {
  show({ ...OPEN, [WITHDRAW]: () => new Promise<object>(() => {}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the payment link' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await dialog.findByRole('button', { name: 'Withdrawing...' });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.getByRole('dialog', { name: 'Withdraw the payment link?' })).toBeTruthy();
});

test('a link that is being paid is not withdrawn, and the dialog says why', async () => {
  show({ ...OPEN, [WITHDRAW]: refusal(409, 'conflict', 'The customer is paying just now.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the payment link' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  const expected = 'Failed to withdraw the payment link. The customer is paying just now.';
  expect((await dialog.findByRole('alert')).textContent).toBe(expected);
  expect(toasted()).toEqual(['Error', expected, 'destructive']);
});

test('charging the card while a link is open says that the link ends', async () => {
  show(OPEN);
  fireEvent.click(await screen.findByRole('button', { name: /^Charge the card/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The payment link that is open now ends.')).toBeTruthy();
});

test('a view-only user sees the open link and no buttons', async () => {
  show(OPEN, { role: 'view_only' });
  const card = await section('Status and Price');
  await within(card).findByText('Waiting for customer');
  expect(within(card).queryAllByRole('button')).toEqual([]);
});
