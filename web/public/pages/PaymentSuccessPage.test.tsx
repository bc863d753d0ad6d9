import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeAgreement, makeCard } from '#domain/test/rate-cards.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { site } from '#web/config.ts';
import { type Receipt, saveReceipt } from '#web/public/rental/stored-receipts.ts';
import { SUMMARY_LABELS } from '#web/test/bookings.ts';
import { refusal, serve } from '#web/test/office.tsx';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';
import { findStored, savePayment } from './stored-payment.ts';

const STATUS = 'POST /api/booking-status';
const PAYMENT = { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_1' };
const RECEIPT: Receipt = {
  id: 17,
  rentalType: '7-day',
  dumpsterType: '15-yard',
  ...SUMMARY_LABELS,
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  depositAmount: 42_500,
  contact: null,
  hasUnit: true,
  agreement: null,
};

/** The page as it is loaded at its bare address. */
function showKept() {
  const { receipt, payment } = findStored();
  show({ payment, storedReceipt: receipt });
}

function show(page: Parameters<typeof PaymentSuccessPage>[0]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PaymentSuccessPage {...page} />
    </QueryClientProvider>,
  );
}

function expectContact() {
  const links = within(document.body)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toContain(`tel:${site.businessPhone.replace(/\D/g, '')}`);
  expect(links).toContain(`mailto:${site.businessEmail}`);
}

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ['Your bank is still processing the payment', { body: { status: 'processing', booking: null } }],
  ['You were not charged', { body: { status: 'requires_payment_method', booking: null } }],
  ['You were not charged', { body: { status: 'canceled', booking: null } }],
  ['Was this page opened from a payment?', refusal(404, 'not_found', 'No such payment.')],
])('%s: phone and e-mail are there', async (title, reply) => {
  serve({ [STATUS]: reply });
  show({ payment: PAYMENT, storedReceipt: null });
  await screen.findByRole('heading', { name: title });
  expectContact();
});

test.each([
  ['Your payment went through', { body: { status: 'succeeded', booking: null } }],
  ['We have no answer yet', refusal(500, 'internal', 'Something went wrong on our side.')],
])('%s after a minute of questions: phone and e-mail are there', async (title, reply) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({ [STATUS]: reply });
  show({ payment: PAYMENT, storedReceipt: null });
  await vi.advanceTimersByTimeAsync(90_000);
  await screen.findByRole('heading', { name: title });
  expectContact();
});

test('in maintenance the page offers to check again, which shows the status afterwards', async () => {
  let isOn = true;
  serve({
    [STATUS]: () =>
      isOn
        ? refusal(503, 'maintenance', 'We are updating.')
        : { body: { status: 'processing', booking: null } },
  });
  show({ payment: PAYMENT, storedReceipt: null });
  const again = await screen.findByRole('button', { name: 'Check again' });
  isOn = false;
  fireEvent.click(again);
  await screen.findByRole('heading', { name: 'Your bank is still processing the payment' });
});

test('the confirmation has phone and e-mail', async () => {
  show({ payment: null, storedReceipt: RECEIPT });
  await screen.findByRole('heading', { name: 'What happens next' });
  expectContact();
});

test('a device without anything stored shows the price that the server returns, also after a reload', async () => {
  const { id, contact: _contact, hasUnit, agreement: _agreement, ...summary } = RECEIPT;
  const booking = { ...summary, id, status: 'pending', depositAmount: 10_000 };
  const agreement = makeAgreement(makeCard());
  serve({ [STATUS]: { body: { status: 'succeeded', booking, contact: null, hasUnit, agreement } } });
  show({ payment: PAYMENT, storedReceipt: null });
  await screen.findByText('7-Day Rental, 15-Yard');
  expect(screen.getByText('$375.00')).toBeTruthy();
  await screen.findByRole('heading', { name: 'What is included, and what costs extra' });
  cleanup();
  showKept();
  await screen.findByText('7-Day Rental, 15-Yard');
});

test('the URL without a payment shows the receipt of the last booking of the tab', async () => {
  saveReceipt(1, { ...RECEIPT, id: 16 });
  saveReceipt(2, RECEIPT);
  showKept();
  await screen.findByText('#17');
});

test('a receipt that was shown here before stays, also when a later booking was paid', async () => {
  saveReceipt(1, { ...RECEIPT, id: 16 });
  saveReceipt(2, RECEIPT);
  window.history.replaceState({ visit: 1 }, '');
  showKept();
  await screen.findByText('#16');
});

test('a payment with an unknown outcome is polled before an older receipt is shown', async () => {
  saveReceipt(1, RECEIPT);
  savePayment(PAYMENT);
  serve({ [STATUS]: { body: { status: 'processing', booking: null } } });
  showKept();
  await screen.findByRole('heading', { name: 'Your bank is still processing the payment' });
});

test('a tab without a payment shows that none was found', async () => {
  showKept();
  await screen.findByRole('heading', { name: 'Was this page opened from a payment?' });
  expectContact();
});
