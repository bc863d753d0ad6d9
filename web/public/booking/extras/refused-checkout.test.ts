import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { makeRate } from '#domain/test/rate-cards.ts';
import { CallError, UnexpectedReply } from '#web/api/call.ts';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { listHeldRentals, saveHeldRental } from '#web/public/booking/hold/held-rentals.ts';
import { notChargedText, unansweredFailure } from '#web/public/booking/payment/checkout-failure.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { handleRefusal, toCheckoutFailure } from './refused-checkout.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify({ requestId: 'r', ...(body as object) });
  return new CallError(new Response(null, { status, headers }), text);
};

const setup = (message: string) => ({ kind: 'setup', message, issues: [], retryAfterSeconds: 0 });

test.each([
  ['the server explains', answer(502, { code: 'provider_unavailable', message: 'Try later.' }), 'Try later.'],
  ['the server says nothing', answer(500, '<html>'), 'Failed to create payment intent'],
])('setup fails: %s', (_what, error, message) => {
  expect(toCheckoutFailure(error)).toEqual(setup(message));
});

test.each([
  ['the secret is missing', new UnexpectedReply('x'), 'No client secret returned from server'],
  ['nothing could be asked', new TypeError('fetch failed'), 'An error occurred while setting up payment'],
])('setup fails: %s', (_what, error, message) => {
  expect(unansweredFailure(error)).toEqual(setup(message));
});

test('an order that is only partly free keeps the rental that is held already', async () => {
  const booking = pendingBooking(FIRST_CATALOG, '7-day', entriesWith({ quantity: 4 }));
  if (!booking) throw new Error('The entries are not valid');
  vi.stubGlobal('fetch', async () => Response.json([]));
  const handlers = { onAlreadyPaid: vi.fn(), onDetailsRefused: vi.fn(), onCatalog: vi.fn() };
  const refuse = (extra: object) =>
    handleRefusal(answer(409, { code: 'sold_out', message: 'No.', reason: 'sold_out', ...extra }), {
      booking,
      handlers,
      client: new QueryClient(),
    });
  saveHeldRental({ ...booking, quantity: 2 });
  expect(await refuse({ left: 3 })).toMatchObject({ failure: { kind: 'sold_out', left: 3 } });
  expect(listHeldRentals()).toMatchObject([{ quantity: 2 }]);
  await refuse({});
  expect(listHeldRentals()).toEqual([]);
});

test('a sold-out size, a changed price and paused booking are different failures', () => {
  const body = (code: string) => answer(409, { code, message: 'No.', phone: '(555) 010-0000' });
  expect(toCheckoutFailure(body('sold_out')).kind).toBe('sold_out');
  expect(toCheckoutFailure(body('paused'))).toMatchObject({ kind: 'paused', phone: '(555) 010-0000' });
  const rate = makeRate();
  const price = { lines: [], total: 45_000, dueNow: 45_000, dueLater: 0 };
  const changed = { code: 'price_changed', message: 'No.', ...price, rateCardId: 8, quoteHash: 'h', rate };
  expect(toCheckoutFailure(answer(409, changed))).toMatchObject({
    kind: 'price_changed',
    price: { rateCardId: 8, hash: 'h', quote: price, rate },
  });
});

test('a limit has the waiting time that the server returned', () => {
  const limit = answer(429, { code: 'too_many', message: 'Slow down.' }, { 'Retry-After': '17' });
  expect(toCheckoutFailure(limit)).toMatchObject({ kind: 'too_many', retryAfterSeconds: 17 });
});

test('fields that the server refused are listed', () => {
  const issues = [{ path: 'bookingData.email', message: 'Invalid email address' }];
  expect(toCheckoutFailure(answer(400, { code: 'invalid', message: 'No.', issues })).issues).toEqual([
    'Invalid email address',
  ]);
});

test.each([
  ['an answer that is not JSON', toCheckoutFailure(answer(500, '<html>'))],
  ['an answer without the secret', unansweredFailure(new UnexpectedReply('x'))],
])('before the charge, %s leads to a text that says what to do', (_what, failure) => {
  expect(notChargedText(failure)).toBe(
    'Your card was not charged. Our server could not answer. Try again in a minute.',
  );
});
