import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Transaction, TransactionSummary } from '#contract/transactions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { sampleTransaction } from '#web/test/transactions.ts';
import TransactionsPage from './TransactionsPage.tsx';

const LIST = 'GET /api/transactions?limit=25';
const SUMMARY: TransactionSummary = {
  total: 4_512_300,
  totalTax: 360_984,
  refunded: 32_500,
  refundedTax: 0,
  pending: 6_500,
  count: 1204,
  refundCount: 1,
};
const page = (transactions: Transaction[], summary = SUMMARY) => ({
  body: { transactions, summary },
  headers: { 'X-Total-Count': String(transactions.length), 'X-Sort': '-created' },
});

let office: ReturnType<typeof showOffice>;
function show(replies: Parameters<typeof serve>[0], search = '') {
  const asked = serve(replies);
  office = showOffice(<TransactionsPage />, { path: `/admin/transactions${search}` });
  return asked;
}

const card = (title: string) =>
  screen.getByRole('heading', { level: 3, name: title }).closest('li')?.textContent?.replace(title, '');
const row = async (id: string) => (await screen.findByRole('rowheader', { name: id })).closest('tr')!;
const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

test('the cards show the totals of the whole ledger', async () => {
  show({ [LIST]: page([sampleTransaction()]) });
  await waitFor(() =>
    expect(card('Total Revenue')).toBe(
      '$45,123.001,204 transactionsPayments that succeeded, without $3,609.84 of sales tax.',
    ),
  );
  expect(card('Total Refunded')).toBe(
    '$325.001 refundRefunds that succeeded and lost disputes, without sales tax.',
  );
  expect(card('Pending')).toBe(
    '$65.00Awaiting processingPayments and refunds that have neither succeeded nor failed, with their sales tax.',
  );
  expect(card('Net Revenue')).toBe(
    '$44,798.00Total minus refundedRevenue less refunds and lost disputes, without sales tax.',
  );
});

test('a row shows amount and time, and links to the transaction and its booking', async () => {
  const refund = sampleTransaction({
    id: 're_3Part',
    type: 'refund',
    amount: 1_500,
    bookingId: null,
    reason: 'Late\ndelivery',
  });
  show({ [LIST]: page([refund, sampleTransaction()]) });
  const paid = await row('pi_3Deposit');
  for (const words of ['Nov 21, 2026', '12:05 PM', 'Payment', '$425.00', 'Succeeded', '#12'])
    expect(paid.textContent).toContain(words);
  expect(within(paid).getByRole('link', { name: 'Booking #12' }).getAttribute('href')).toBe(
    '/admin/bookings/12',
  );
  expect(within(paid).getByRole('link', { name: 'Details of pi_3Deposit' }).getAttribute('href')).toBe(
    '/admin/transactions/pi_3Deposit',
  );
  const back = await row('re_3Part');
  for (const words of ['Refund', '-$15.00', 'Refunded', 'None']) expect(back.textContent).toContain(words);
  fireEvent.click(within(back).getByRole('button', { name: 'Details of re_3Part' }));
  expect(screen.getByText(/Late\s+delivery/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'maria@example.com' })).toBeTruthy();
});

test('a row outside Stripe opens with what staff recorded', async () => {
  const recorded = {
    paymentDay: '2026-11-20',
    reference: null,
    recordedBy: 'Dana Cole',
    voidedAt: null,
    voidedBy: null,
    voidReason: null,
  };
  const id = 'rfd_1';
  const paidOut = sampleTransaction({ id, type: 'refund', paymentMethod: 'transfer', recorded });
  show({ [LIST]: page([paidOut]) });
  fireEvent.click(within(await row(id)).getByRole('button', { name: `Details of ${id}` }));
  const shown = screen.getByText('Paid out on').closest('dl')?.textContent;
  for (const words of ['Paid out onNov 20, 2026', 'ReferenceNone', 'Recorded byDana Cole', 'Bank transfer'])
    expect(shown).toContain(words);
  expect(shown).not.toContain('Receipt');
});

test('offers every status by its label; succeeded payments and refunds are different choices', async () => {
  const asked = show({
    [LIST]: page([sampleTransaction()]),
    'GET /api/transactions?type=payment&status=succeeded&limit=25': page([]),
    'GET /api/transactions?status=refunded&limit=25': page([]),
    'GET /api/transactions?type=refund&status=succeeded&limit=25': page([]),
  });
  await row('pi_3Deposit');
  expect(
    within(choice('Status'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'Any',
    'Succeeded',
    'Processing',
    'Requires Payment Method',
    'Requires Action',
    'Canceled',
    'Refunded',
    'Refund Pending',
    'Refund Failed',
  ]);
  fireEvent.change(choice('Status'), { target: { value: 'refunded' } });
  expect(await screen.findByText('No transactions found')).toBeTruthy();
  fireEvent.change(choice('Status'), { target: { value: 'succeeded' } });
  await waitFor(() => expect(asked.at(-1)?.call).toContain('type=payment&status=succeeded'));
  expect(office.where()?.search).toBe('?status=succeeded');
  fireEvent.change(choice('Type'), { target: { value: 'refund' } });
  await waitFor(() => expect(asked.at(-1)?.call).toContain('type=refund&status=succeeded'));
});

test('the filters in the URL are sent to the server', async () => {
  const asked = show(
    { 'GET /api/transactions?created=2026-11-21&id=pi_3&bookingId=12&limit=25': page([sampleTransaction()]) },
    '?created=2026-11-21&id=pi_3&bookingId=12',
  );
  await row('pi_3Deposit');
  expect(asked).toHaveLength(1);
  for (const chip of ['Date: Nov 21, 2026', 'Transaction ID: pi_3', 'Booking ID: 12'])
    expect(screen.getByRole('button', { name: `Remove the filter ${chip}` })).toBeTruthy();
});

test('a ledger that does not load shows an error; earlier rows stay', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong.')];
  show({ [LIST]: () => replies.shift() ?? page([sampleTransaction()]) });
  expect(await screen.findByText('Error Loading Transactions')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await row('pi_3Deposit');
  replies.push(refusal(500, 'internal', 'Something went wrong.'));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Error Loading Transactions')).toBeTruthy();
  expect(card('Total Refunded')).toBe(
    '$325.001 refundRefunds that succeeded and lost disputes, without sales tax.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Error Loading Transactions')).toBeNull());
});
