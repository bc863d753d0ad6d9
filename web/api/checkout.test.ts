import { afterEach, expect, test, vi } from 'vitest';
import type { BookingData } from '#contract/checkout.ts';
import { CallError, isCode } from './call.ts';
import { nextPollDelayMs, startCheckout } from './checkout.ts';

const errorOf = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ message: 'No.', requestId: 'r', ...body }), { status, headers });
const opened = { clientSecret: 's', expiresAt: 'e', now: 'n' };
const data = {} as BookingData;

afterEach(() => vi.unstubAllGlobals());

function answers(...responses: Response[]) {
  const fetched = vi.fn(async () => responses.shift() ?? Response.json(opened));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('a 409 busy of the same key is retried after the time that the server names', async () => {
  const fetched = answers(
    errorOf(409, { code: 'busy' }, { 'Retry-After': '3' }),
    errorOf(409, { code: 'busy' }),
  );
  const waits: number[] = [];
  const wait = async (seconds: number) => void waits.push(seconds);
  expect(await startCheckout({ data, idempotencyKey: 'k', wait })).toEqual(opened);
  expect([fetched.mock.calls.length, waits]).toEqual([3, [3, 1]]);
});

test('continuing a hold whose payment is under way is refused at once', async () => {
  const fetched = answers(errorOf(409, { code: 'busy' }));
  const continued = startCheckout({ data: { continueHold: true } as BookingData, idempotencyKey: 'k' });
  expect(isCode(await continued.catch((e: unknown) => e), 'busy')).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('any other error is thrown at once', async () => {
  const fetched = answers(errorOf(409, { code: 'sold_out' }));
  const error = await startCheckout({ data, idempotencyKey: 'k' }).catch((e: unknown) => e);
  expect(isCode(error, 'sold_out')).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(1);
});

const asked = (
  count: number,
  data?: Parameters<typeof nextPollDelayMs>[0]['data'],
  error: unknown = null,
) => ({
  data,
  error,
  dataUpdateCount: count,
  errorUpdateCount: 0,
});
const paid = { status: 'succeeded', booking: null } as const;

test('polling follows after 1, 2, 4 ... seconds and ends after a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((count) => nextPollDelayMs(asked(count, paid)));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 29_000, false]);
  const sum = waits.reduce((total: number, wait) => total + Number(wait), 0);
  expect(sum).toBe(60_000);
});

test('polling ends with a final status', () => {
  expect(nextPollDelayMs(asked(1, { status: 'requires_payment_method', booking: null }))).toBe(false);
  expect(nextPollDelayMs(asked(1, { status: 'canceled', booking: null }))).toBe(false);
  expect(nextPollDelayMs(asked(1, { status: 'processing', booking: null }))).toBe(1000);
});

test('Retry-After is respected, and an unknown payment or maintenance ends polling', () => {
  const limit = new CallError(errorOf(429, {}, { 'Retry-After': '5' }), '');
  expect(nextPollDelayMs(asked(1, undefined, limit))).toBe(5000);
  const unknown = new CallError(
    errorOf(404, {}),
    JSON.stringify({ message: 'No.', code: 'not_found', requestId: 'r' }),
  );
  expect(nextPollDelayMs(asked(1, undefined, unknown))).toBe(false);
  const maintenance = new CallError(
    errorOf(503, {}, { 'Retry-After': '120' }),
    JSON.stringify({ message: 'No.', code: 'maintenance', requestId: 'r' }),
  );
  expect(nextPollDelayMs(asked(1, paid, maintenance))).toBe(false);
});
