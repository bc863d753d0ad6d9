import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefundPart } from '#contract/payments.ts';
import { toasted } from '#web/test/actions.ts';
import { sampleBooking, sampleDeposit, samplePayments } from '#web/test/bookings.ts';
import { refusal } from '#web/test/office.tsx';
import { GET, inTurn, PAYMENTS, read, section, show } from '#web/test/office-booking.tsx';

const REFUND = 'POST /api/refund-payment';
const FAILURE_TEXT = 'Failed to process the refund. Please try again or contact support.';

const balance = {
  ...sampleDeposit(),
  id: 'pi_13',
  kind: 'balance' as const,
  amount: 30_000,
  refundable: 30_000,
};
/** A deposit of $425.00 and a balance of $300.00. */
const paid = (changes: Parameters<typeof samplePayments>[0] = {}) =>
  samplePayments({ paid: 72_500, refundable: 72_500, payments: [balance, sampleDeposit()], ...changes });
const PAID = { [GET]: read(1, { finalPrice: 72_500 }), [PAYMENTS]: { body: paid() } };

const part = (paymentId: string, amount: number, status: RefundPart['status'] = 'succeeded'): RefundPart => ({
  id: `re_${paymentId}`,
  paymentId,
  amount,
  status,
});
const refunded = (refunds: RefundPart[], customerNotified = true) => ({
  body: { refunds, booking: sampleBooking(), customerNotified },
});

const refunds = (asked: ReturnType<typeof show>) =>
  asked.filter(({ call }) => call === REFUND).map(({ body }) => body);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function openDialog(name = 'Refund Payment') {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Refund Payment' }));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

const press = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: /^Refund/ }));
const preview = (dialog: Dialog) => dialog.getByText(/^What goes back/).parentElement?.textContent;
const amountField = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>('Refund amount');
const typeAmount = (dialog: Dialog, value: string) => {
  fireEvent.click(dialog.getByLabelText('Partial refund'));
  fireEvent.change(amountField(dialog), { target: { value } });
};
const typeReason = (dialog: Dialog, value: string) =>
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value } });

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('by default each payment is refunded in full, and the customer is notified', async () => {
  const asked = show({
    ...PAID,
    [GET]: inTurn(
      read(1, { finalPrice: 72_500 }),
      read(2, { paymentStatus: 'refunded', refundAmount: 72_500 }),
    ),
    [PAYMENTS]: inTurn({ body: paid() }, { body: paid({ refundable: 0, refunded: 72_500 }) }),
    [REFUND]: refunded([part('pi_13', 30_000), part('pi_12', 42_500)]),
  });
  const dialog = await openDialog();
  expect(preview(dialog)).toBe(
    'What goes back, newest payment firstBalance of Nov 21, 2026$300.00Deposit of Nov 21, 2026$425.00',
  );
  expect(dialog.getByLabelText<HTMLInputElement>(/^Notify the customer/).checked).toBe(true);
  press(dialog);
  expect(dialog.getByRole('button', { name: 'Processing...' })).toBeTruthy();
  await pass(1400);
  expect(refunds(asked)).toEqual([]);
  await pass(200);
  const offered = await screen.findByRole('dialog', { name: 'Cancel booking #12?' });
  fireEvent.click(within(offered).getByRole('button', { name: 'Keep booking' }));
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(refunds(asked)).toEqual([{ bookingId: 12, amount: 72_500, reason: '', notifyCustomer: true }]);
  expect(toasted()).toEqual([
    'Refund Processed',
    'Full refund of $725.00 has been processed, and the customer has been notified.',
    'plain',
  ]);
  expect((await section('Actions')).textContent).toContain('Refunded so far$725.00');
  expect(screen.queryByRole('button', { name: 'Refund Payment' })).toBe(null);
});

test('while a refund can be stopped the focus stays on its buttons, and leaving is not asked about', async () => {
  show(PAID);
  const dialog = await openDialog();
  typeReason(dialog, 'Late delivery');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(dialog.getByText('What you typed is not saved.')).toBeTruthy();
  press(dialog);
  expect(dialog.queryByText('What you typed is not saved.')).toBe(null);
  const last = dialog.getByRole('button', { name: 'Processing...' });
  last.focus();
  fireEvent.keyDown(last, { key: 'Tab' });
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test('a part is refunded with a reason, without an e-mail to the customer', async () => {
  const asked = show({ ...PAID, [REFUND]: refunded([part('pi_13', 1_050)], false) });
  const dialog = await openDialog();
  typeAmount(dialog, '10.50');
  typeReason(dialog, 'Late delivery');
  fireEvent.click(dialog.getByLabelText(/^Notify the customer/));
  expect(preview(dialog)).toContain('Balance of Nov 21, 2026$10.50 of $300.00');
  press(dialog);
  await pass(1600);
  await waitFor(() => expect(toasted()[1]).toBe('Partial refund of $10.50 has been processed.'));
  expect(refunds(asked)).toEqual([
    {
      bookingId: 12,
      amount: 1_050,
      reason: 'Late delivery',
      notifyCustomer: false,
      discountAmount: 1_050,
    },
  ]);
});

test('a part is a discount unless staff say that it is due again, and all of it is due again', async () => {
  const asked = show({ ...PAID, [REFUND]: refunded([part('pi_13', 1_050)], false) });
  const dialog = await openDialog();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /is due again$/ }).checked).toBe(true);
  typeAmount(dialog, '10.50');
  const lower = 'The price is lower by $10.50: it is not due again';
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: lower }).checked).toBe(true);
  fireEvent.click(dialog.getByRole('radio', { name: 'The price stays: $10.50 is due again' }));
  press(dialog);
  await pass(1600);
  await waitFor(() => expect(refunds(asked)).toHaveLength(1));
  expect(refunds(asked)[0]).not.toHaveProperty('discountAmount');
});

test('cash goes back last, in the way that staff choose, and each part is named', async () => {
  const cash = { ...balance, id: 'pay_13', paymentMethod: 'cash', last4: null };
  const asked = show({
    ...PAID,
    [PAYMENTS]: { body: paid({ payments: [sampleDeposit(), cash] }) },
    [REFUND]: refunded([part('pi_12', 42_500), part('pay_13', 1_000)], false),
  });
  const dialog = await openDialog();
  typeAmount(dialog, '10');
  expect(dialog.queryByLabelText('Paid out by')).toBe(null);
  typeAmount(dialog, '435');
  expect(dialog.getByText('$425.00 to card 4242, $10.00 in cash.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Paid out by'), { target: { value: 'transfer' } });
  fireEvent.change(dialog.getByLabelText(/^Reference/), { target: { value: 'T-9' } });
  expect(dialog.getByText('$425.00 to card 4242, $10.00 by bank transfer.')).toBeTruthy();
  press(dialog);
  await pass(1600);
  await waitFor(() =>
    expect(refunds(asked)).toMatchObject([
      { amount: 43_500, paidOut: { method: 'transfer', reference: 'T-9' } },
    ]),
  );
});

test('a missing or too high amount shows an error, and nothing is sent', async () => {
  const asked = show(PAID);
  const dialog = await openDialog();
  for (const [typed, expected] of [
    ['', 'Please enter a valid refund amount.'],
    ['0', 'Please enter a valid refund amount.'],
    ['-5', 'Please enter a valid refund amount.'],
    ['1.001', 'Please enter a valid refund amount.'],
    ['725.01', 'Refund amount cannot exceed the original payment amount.'],
  ] as const) {
    typeAmount(dialog, typed);
    press(dialog);
    expect(dialog.getByText(`Invalid Amount: ${expected}`)).toBeTruthy();
    expect(toasted()).toEqual(['Invalid Amount', expected, 'destructive']);
    expect([document.activeElement, amountField(dialog).value]).toEqual([amountField(dialog), typed]);
  }
  typeAmount(dialog, '1');
  typeReason(dialog, 'x'.repeat(2001));
  press(dialog);
  expect(dialog.getByText('Must be at most 2000 characters')).toBeTruthy();
  await pass(5000);
  expect(refunds(asked)).toEqual([]);
});

test('Cancel before sending stops it and keeps the input; a new dialog starts empty', async () => {
  const asked = show(PAID);
  const dialog = await openDialog();
  typeAmount(dialog, '20');
  typeReason(dialog, 'Late delivery');
  press(dialog);
  await pass(1000);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await pass(5000);
  expect(refunds(asked)).toEqual([]);
  expect(toasted()).toEqual(['Stopped', 'Nothing was refunded.', 'plain']);
  expect(amountField(dialog).value).toBe('20');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBe(null);
  const again = await openDialog();
  expect(again.getByLabelText<HTMLInputElement>(/^Full refund/).checked).toBe(true);
  expect(again.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('');
});

test('Escape before sending stops it, and asks whether to discard the input', async () => {
  const asked = show(PAID);
  const dialog = await openDialog();
  typeReason(dialog, 'Late delivery');
  press(dialog);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await pass(5000);
  expect(refunds(asked)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Discard it' }));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('a failed refund keeps the dialog and the input, and is repeated under its key', async () => {
  const asked = show({
    ...PAID,
    [REFUND]: inTurn<object>(refusal(502, 'provider_unavailable', 'Stripe does not answer.'), refunded([])),
  });
  const dialog = await openDialog();
  typeReason(dialog, 'Late delivery');
  press(dialog);
  await pass(1600);
  expect((await dialog.findByRole('alert')).textContent).toBe(`${FAILURE_TEXT} Stripe does not answer.`);
  expect(toasted()).toEqual(['Refund Error', `${FAILURE_TEXT} Stripe does not answer.`, 'destructive']);
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Late delivery');
  press(dialog);
  await pass(1600);
  await waitFor(() => expect(refunds(asked)).toHaveLength(2));
  const [first, second] = asked.filter(({ call }) => call === REFUND);
  expect(second).toEqual(first);
});

test('a partly completed refund shows the completed and the open parts', async () => {
  const waiting = { ...part('pi_12', 42_500, 'pending'), id: null };
  show({
    ...PAID,
    [REFUND]: { ...refunded([part('pi_13', 30_000), waiting], false), status: 202 },
  });
  const dialog = await openDialog();
  press(dialog);
  await pass(1600);
  const expected = (await dialog.findByText('Part of this refund is still processing')).parentElement
    ?.textContent;
  expect(expected).toContain('Balance of Nov 21, 2026: $300.00Refunded');
  expect(expected).toContain('Deposit of Nov 21, 2026: $425.00Will be retried automatically');
  expect(toasted()[1]).toBe('Full refund of $725.00: $300.00 has been refunded, $425.00 is still under way.');
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
});

test.each([
  ['appeal_under_review', true, 'Under dispute', 'Appeal under review.'],
  ['needs_response', true, 'Under dispute', 'Dispute needs a response.'],
  ['prevented', false, 'Dispute prevented', 'No loss is recorded.'],
  ['lost', false, 'Dispute lost', 'It counts as refunded.'],
  ['warning_needs_response', false, 'Inquiry needs a response', 'No money has moved.'],
])('a dispute with the status %s is shown', async (...[disputeStatus, isDisputed, title, text]) => {
  show({ ...PAID, [PAYMENTS]: { body: paid({ payments: [sampleDeposit({ disputeStatus, isDisputed })] }) } });
  const notice = (await screen.findByText(title)).closest('[role=note]');
  expect(notice?.textContent).toContain('Deposit of Nov 21, 2026, $425.00');
  expect(notice?.textContent).toContain(text);
});

test('a payment under dispute is shown but not refunded', async () => {
  show({
    ...PAID,
    [PAYMENTS]: { body: paid({ payments: [balance, sampleDeposit({ isDisputed: true })] }) },
  });
  const dispute = await screen.findByText('Under dispute');
  expect(dispute.parentElement?.textContent).toContain('Deposit of Nov 21, 2026, $425.00');
  expect(screen.getByRole('link', { name: 'View the payment' }).getAttribute('href')).toBe(
    '/admin/transactions/pi_12',
  );
  const dialog = await openDialog();
  press(dialog);
  expect(dialog.getByText('Invalid Amount: $300.00 can be refunded during the dispute.')).toBeTruthy();
  typeAmount(dialog, '300');
  expect(preview(dialog)).toContain('Balance of Nov 21, 2026$300.00');
});

test('if the final price is below the paid amount, the difference is proposed', async () => {
  show({ ...PAID, [GET]: read(1, { finalPrice: 60_000 }) });
  expect((await screen.findByText(/more than the final price/)).textContent).toContain('$125.00');
  const dialog = await openDialog('Refund the difference');
  expect(amountField(dialog).value).toBe('125.00');
  expect(dialog.getByRole('button', { name: 'Refund $125.00' })).toBeTruthy();
});

test.each([
  ['refunded', { paymentStatus: 'refunded' as const }],
  ['free of charge', { depositAmount: 0, paidAmount: 0, finalPrice: 0 }],
])('a booking that is %s has nothing to refund', async (_what, changes) => {
  show({ [GET]: read(1, changes), [PAYMENTS]: { body: paid({ remaining: 1000 }) } });
  await screen.findByText('Payment Due');
  expect(screen.queryByRole('button', { name: 'Refund Payment' })).toBe(null);
});
