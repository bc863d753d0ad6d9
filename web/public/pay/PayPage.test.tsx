import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PayLinkView } from '#contract/pay-links.ts';
import type { PaymentRef } from '#web/api/checkout.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { takePaymentFromAddress } from '#web/public/card/return-address.ts';
import { SUMMARY_LABELS } from '#web/test/bookings.ts';
import { serveCards } from '#web/test/card.ts';
import { refusal, serve } from '#web/test/office.tsx';
import { payTokenFromUrl } from './link-state.ts';
import { PayPage } from './PayPage.tsx';

const READ = 'GET /api/pay/Vt0k3n';
const OPEN = 'POST /api/create-payment-intent';
const OPENED = {
  body: { clientSecret: 'pi_1_secret', expiresAt: '2026-12-05T00:00:00Z', now: '2026-11-21T00:00:00Z' },
};

const link = (changes: Partial<PayLinkView> = {}) => ({
  body: {
    bookingId: 17,
    amount: 31_250,
    businessName: 'Acme Dumpsters',
    street: '12 Quarry Road, Albany',
    priceLines: [{ name: 'Final price', value: '$637.50' }],
    rentalType: '7-day',
    dumpsterType: '15-yard',
    ...SUMMARY_LABELS,
    deliveryDate: '2026-12-01',
    endDate: '2026-12-07',
    state: 'open',
    kind: 'balance',
    isWholePrice: false,
    terms: null,
    expiresAt: '2026-12-05T00:00:00Z',
    ...changes,
  },
});

function show(token: string | null = 'Vt0k3n', returned: PaymentRef | null = null) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PayPage token={token} returned={returned} />
    </QueryClientProvider>,
  );
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const panel = (name: string) => screen.findByRole('heading', { level: 2, name });
/** The button that pays, once the card fields are ready: pressed before, it does nothing. */
async function payButton() {
  const button = await screen.findByRole('button', { name: 'Pay $312.50' });
  await waitFor(() => expect(button.closest('form')?.ariaBusy).toBe('false'));
  return button;
}
const pay = async () => fireEvent.click(await payButton());
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const said = async () => (await screen.findByRole('alert')).textContent;
const contactsOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.split(':')[0]);

let bank: ReturnType<typeof serveCards>;
beforeEach(() => {
  bank = serveCards();
  window.history.replaceState(null, '', '/pay/Vt0k3n');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an open link shows what is paid for and accepts a card', async () => {
  const asked = serve({ [READ]: link(), [OPEN]: OPENED });
  show();
  await title('Pay your remaining balance');
  const facts = await screen.findByRole('region', { name: 'Payment summary' });
  expect(facts.textContent).toBe(
    'Amount due$312.5015BusinessAcme DumpstersBooking#17Address12 Quarry Road, AlbanyDumpster15-YardFirst dayTue, Dec 1, 2026Last dayMon, Dec 7, 2026How the amount is calculatedFinal price$637.50',
  );
  await pay();
  await title('Payment received');
  expect((await panel('Thank you!')).parentElement?.textContent).toContain('You have paid $312.50');
  expect(document.activeElement?.textContent).toBe('Thank you!');
  expect(facts.textContent).toContain('Amount paid$312.50');
  expect(bank.confirmed).toEqual([{ return_url: `${window.location.origin}/pay/Vt0k3n` }]);
  expect(asked[1]).toMatchObject({ call: OPEN, body: { bookingId: 17, payToken: 'Vt0k3n' } });
});

test('the link of a deposit asks for the terms first, and sends the accepted version', async () => {
  const terms = { version: '2026-11', rateCardId: 1 };
  const asked = serve({ [READ]: link({ kind: 'deposit', terms }), [OPEN]: OPENED });
  show();
  await title('Pay your deposit');
  const box = await screen.findByRole('checkbox', { name: 'I agree to the terms and conditions' });
  expect(asked.map(({ call }) => call)).toEqual([READ]);
  fireEvent.click(box);
  await pay();
  await title('Payment received');
  expect(asked[1]?.body).toEqual({ bookingId: 17, payToken: 'Vt0k3n', terms: true, termsVersion: '2026-11' });
});

test('a rental of one day has one day', async () => {
  serve({ [READ]: link({ endDate: '2026-12-01', pickupDay: '2026-12-01' }), [OPEN]: OPENED });
  show();
  expect((await screen.findByText('Day')).parentElement?.textContent).toBe('DayTue, Dec 1, 2026');
});

test('a declined card says why, and the next one pays', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  bank.answers = [{ error: { type: 'card_error', message: 'Your card was declined.' } }];
  show();
  await pay();
  const problem = await screen.findByRole('alert');
  within(problem).getByText('Your card was declined.');
  expect(contactsOf(problem)).toEqual(['tel', 'mailto']);
  await pay();
  await title('Payment received');
  expect(bank.confirmed).toHaveLength(2);
});

test('a payment that is still processing is not shown as paid and can be checked again', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  bank.answers = [{ paymentIntent: { id: 'pi_1', status: 'processing' } }];
  show();
  await pay();
  await title('Your payment is being processed');
  expect(screen.getByText(/Please do not pay again/)).toBeTruthy();
  bank.status = 'succeeded';
  await press('Check again');
  await title('Payment received');
});

test('a reload right after paying does not ask for another payment', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  bank.status = 'succeeded';
  show();
  await title('Payment received');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('a link that the server reports as paid is not charged, on opening or right before the charge', async () => {
  let isPaid = true;
  serve({ [READ]: link(), [OPEN]: () => (isPaid ? refusal(409, 'nothing_due', 'This is paid.') : OPENED) });
  show();
  await title('Payment received');
  cleanup();
  isPaid = false;
  show();
  const button = await payButton();
  isPaid = true;
  fireEvent.click(button);
  await title('Payment received');
  expect(bank.confirmed).toEqual([]);
});

test('a customer who returns from a bank that declined sees it and can try again', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  const returned = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=failed';
  window.history.replaceState(null, '', `/pay/Vt0k3n${returned}`);
  show(payTokenFromUrl(), takePaymentFromAddress());
  expect(await said()).toMatch(/^Your bank did not approve the payment, and you were not charged\./);
  expect(contactsOf(screen.getByRole('alert'))).toEqual(['tel', 'mailto']);
  expect(window.location.pathname + window.location.search).toBe('/pay/Vt0k3n');
  await pay();
  await title('Payment received');
});

test('a payment in the URL that does not belong to the link is ignored', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  show('Vt0k3n', { paymentIntent: 'pi_2', clientSecret: 'pi_2_secret' });
  await screen.findByRole('button', { name: 'Pay $312.50' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['paid', 'Payment received', 'There is nothing left to pay here'],
  ['withdrawn', 'This payment link was withdrawn', 'This link can no longer be paid'],
  ['expired', 'This payment link has expired', 'Payment links work for 14 days'],
] as const)('a link that is %s opens no payment, and says whom to ask', async (state, heading, reason) => {
  const asked = serve({ [READ]: link({ state }) });
  show();
  await title(heading);
  const { parentElement } = await panel(reason);
  expect(parentElement?.querySelector('a[href^="tel:"]')).toBeTruthy();
  expect(parentElement?.querySelector('a[href^="mailto:"]')).toBeTruthy();
  expect(asked.map(({ call }) => call)).toEqual([READ]);
});

test.each([[null], ['gone']])('an unknown link says so: %s', async (token) => {
  serve({ 'GET /api/pay/gone': refusal(404, 'not_found', 'There is nothing here.') });
  show(token);
  await title('We could not find this payment');
});

test('a link that cannot be read can be retried', async () => {
  let tries = 0;
  const answer = () => (++tries > 1 ? link() : { status: 500, body: undefined });
  serve({ [READ]: answer, [OPEN]: OPENED });
  show();
  await title('We could not load your payment');
  await press('Retry');
  await screen.findByRole('button', { name: 'Pay $312.50' });
});

test('while staff work on the payment, the customer is asked to wait', async () => {
  let tries = 0;
  const answer = () => (++tries > 1 ? OPENED : refusal(409, 'busy', 'Busy.'));
  serve({ [READ]: link(), [OPEN]: answer });
  show();
  const { parentElement } = await panel('Just a moment, please');
  expect(parentElement?.textContent).toContain('Our office is working on this payment right now.');
  await press('Try again');
  await screen.findByRole('button', { name: 'Pay $312.50' });
});

test('a link that was withdrawn after it was opened charges nothing', async () => {
  let state: PayLinkView['state'] = 'open';
  const answer = () => (state === 'open' ? OPENED : refusal(409, 'conflict', 'This link was withdrawn.'));
  serve({ [READ]: () => link({ state }), [OPEN]: answer });
  show();
  const button = await payButton();
  state = 'withdrawn';
  fireEvent.click(button);
  await title('This payment link was withdrawn');
  expect(bank.confirmed).toEqual([]);
});

test('if staff start to work on it while the customer types, the card stays and nothing is charged', async () => {
  let isBusy = false;
  serve({ [READ]: link(), [OPEN]: () => (isBusy ? refusal(409, 'busy', 'Busy.') : OPENED) });
  show();
  const button = await payButton();
  isBusy = true;
  fireEvent.click(button);
  expect(await said()).toMatch(/^You were not charged\. Our office is working on this payment right now\./);
  expect(contactsOf(screen.getByRole('alert'))).toEqual(['tel', 'mailto']);
  isBusy = false;
  await pay();
  await title('Payment received');
  expect(bank.confirmed).toHaveLength(1);
});

test.each([
  [
    'the provider is out of reach',
    refusal(502, 'provider_unavailable', 'Payments are out of reach.'),
    'Payments are out of reach.',
  ],
  ['maintenance', refusal(503, 'maintenance', 'We are updating.'), 'We are updating.'],
  ['the link still says open', refusal(409, 'conflict', 'It is no longer open.'), 'It is no longer open.'],
])('no payment can be opened: %s', async (_what, answer, words) => {
  serve({ [READ]: link(), [OPEN]: answer });
  show();
  const { parentElement } = await panel('You cannot pay right now');
  expect(parentElement?.textContent).toContain(words);
});

test('card fields that do not load show an error and can be retried', async () => {
  serve({ [READ]: link(), [OPEN]: OPENED });
  bank.canLoad = false;
  show();
  await panel('You cannot pay right now');
  bank.canLoad = true;
  await press('Try again');
  await screen.findByRole('button', { name: 'Pay $312.50' });
});

test('a URL without a readable token returns null', () => {
  for (const [path, token] of [
    ['/pay', null],
    ['/pay/', null],
    ['/pay/a%20b', 'a b'],
    ['/pay/%', '%'],
  ] as const) {
    window.history.replaceState(null, '', path);
    expect(payTokenFromUrl()).toBe(token);
  }
});
