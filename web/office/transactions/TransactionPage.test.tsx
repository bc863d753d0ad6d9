import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { TransactionReply } from '#contract/transactions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { sampleDetail } from '#web/test/transactions.ts';
import TransactionPage from './TransactionPage.tsx';

const GET = 'GET /api/transactions/pi_3Deposit';

function show(replies: Parameters<typeof serve>[0], { id = 'pi_3Deposit', state = null as unknown } = {}) {
  const asked = serve(replies);
  showOffice(
    <Routes>
      <Route path="/admin/transactions/:id" element={<TransactionPage />} />
    </Routes>,
    { path: `/admin/transactions/${id}`, state },
  );
  return asked;
}
const shown = (body: TransactionReply) => show({ [GET]: { body } });
const region = (name: string) => screen.findByRole('region', { name });

test('a payment shows its details, its attempts in order, and its booking', async () => {
  shown(sampleDetail());
  const facts = (await region('Transaction Details')).textContent;
  for (const words of ['Payment', '$425.00 USD', 'Nov 21, 2026, 12:05 PM', 'Card', 'maria@example.com'])
    expect(facts).toContain(words);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment of $425.00');
  expect(screen.getByText('pi_3Deposit')).toBeTruthy();
  const attempts = within(await region('Payment Timeline')).getAllByRole('listitem');
  expect(attempts.map((attempt) => attempt.textContent)).toEqual([
    'FailedNov 21, 2026, 12:05 PMch_1Issuer declined: The bank did not say why.',
    'SucceededNov 21, 2026, 12:06 PMch_2Authorized: Payment complete.',
  ]);
  expect((await region('Metadata')).textContent).toBe('Metadatakinddepositcheckout_idc-1');
  const booking = await region('Related Booking');
  const expected = ['Maria Alvarez', '7-Day Rental', 'Pending', 'Dec 1, 2026', 'Lancaster, PA 17602'];
  for (const words of expected) expect(booking.textContent).toContain(words);
  expect(within(booking).getByRole('link', { name: 'View Booking Details' }).getAttribute('href')).toBe(
    '/admin/bookings/12',
  );
  expect(screen.queryByText('Refund reason')).toBeNull();
  expect(screen.queryByRole('note')).toBeNull();
});

test('a failed payment shows its reason; unknown values are left out', async () => {
  const error = { message: 'Your card was declined.', code: 'card_declined' };
  const missing = { receipt_email: null, metadata: {}, charges: { data: [] } };
  shown(
    sampleDetail(
      { ...missing, status: 'requires_payment_method', last_payment_error: error },
      { booking: null },
    ),
  );
  expect((await screen.findByRole('note')).textContent).toBe(
    'Last payment errorYour card was declined.Code: card_declined',
  );
  expect((await region('Transaction Details')).textContent).toContain('Not provided');
  expect((await region('Payment Timeline')).textContent).toContain('No charges yet.');
  expect((await region('Related Booking')).textContent).toContain('No Booking Found');
  expect(screen.getByText('Requires Payment Method')).toBeTruthy();
});

test.each([
  ['none', null, 'None given'],
  ['one that staff typed', 'late_again', 'late_again'],
  ['a lost dispute', 'dispute', 'Dispute'],
])('a refund shows its reason as it is: %s', async (_, reason, text) => {
  shown(sampleDetail({ id: 're_3Part', reason }, { type: 'refund' }));
  const facts = await region('Transaction Details');
  expect(within(facts).getByText('Refund reason').nextElementSibling?.textContent).toBe(text);
});

test('a refund shows its reason and links to the payment', async () => {
  const refund = {
    id: 're_3Part',
    amount: 1_500,
    reason: 'Delivered late',
    status: 'pending',
  } as const;
  shown(sampleDetail(refund, { type: 'refund' }));
  const facts = await region('Transaction Details');
  expect(facts.textContent).toContain('-$15.00 USD');
  expect(facts.textContent).toContain('Refund reasonDelivered late');
  expect(within(facts).getByRole('link', { name: 'pi_3Deposit' }).getAttribute('href')).toBe(
    '/admin/transactions/pi_3Deposit',
  );
  expect(screen.getByText('Refund Pending')).toBeTruthy();
});

test('a payment outside Stripe shows what staff recorded, and nothing of Stripe', async () => {
  const recorded = {
    paymentDay: '2026-11-20',
    reference: '1042',
    recordedBy: 'Dana Cole',
    voidedAt: '2026-11-22T18:00:00.000Z',
    voidedBy: 'Lee Park',
    voidReason: 'The check bounced',
  };
  shown(sampleDetail({ payment_method_types: ['check'], status: 'canceled' }, { recorded }));
  const facts = (await region('Transaction Details')).textContent;
  for (const words of [
    'Payment methodCheck',
    'Received onNov 20, 2026',
    'Reference1042',
    'Recorded byDana Cole',
    'VoidedLee Park, Nov 22, 2026, 1:00 PM',
    'Why it was voidedThe check bounced',
  ])
    expect(facts).toContain(words);
  expect(facts).not.toContain('Receipt');
  for (const title of ['Payment Timeline', 'Metadata']) expect(screen.queryByText(title)).toBeNull();
});

test('a payment shows the status of its dispute', async () => {
  shown(sampleDetail({}, { disputeStatus: 'appeal_needs_response' }));
  expect((await region('Transaction Details')).textContent).toContain('DisputeAppeal needs a response');
});

test('if Stripe does not answer, the page says that it shows stored data, and can load again', async () => {
  const replies = [
    sampleDetail({}, { storedAt: '2026-11-21T18:00:00.000Z' }),
    sampleDetail({ amount: 50_000 }),
  ];
  show({ [GET]: () => ({ body: replies.shift() }) });
  expect((await screen.findByText(/Stripe could not be asked/)).textContent).toContain(
    'Nov 21, 2026, 1:00 PM',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await screen.findByRole('heading', { name: 'Payment of $500.00' });
  expect(screen.queryByText(/Stripe could not be asked/)).toBeNull();
});

test('a transaction that does not exist links back to the list with its filters', async () => {
  show(
    { [GET]: refusal(404, 'not_found', 'There is no such transaction.') },
    { state: { list: '?type=refund' } },
  );
  expect(await screen.findByRole('heading', { name: 'Transaction Not Found' })).toBeTruthy();
  expect(screen.getByText('Failed to get transaction: 404')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Transactions' }).getAttribute('href')).toBe(
    '/admin/transactions?type=refund',
  );
});

test('a temporary failure can be retried', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong on our side. Please try again.')];
  show({ [GET]: () => replies.shift() ?? { body: sampleDetail() } });
  expect(await screen.findByText('Failed to get transaction: 500')).toBeTruthy();
  expect(screen.getByText('Something went wrong on our side. Please try again.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Payment of'));
});
