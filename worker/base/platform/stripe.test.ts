import { beforeEach, describe, expect, it } from 'vitest';
import { makeContext } from '#worker/base/context.ts';
import { captureLog } from '#worker/test/http.ts';
import { createPaidBooking } from '#worker/test/payments.ts';
import { addUnits, control, makeTestContext, startOver, testEnv } from '#worker/test/world.ts';
import { ProviderError } from './stripe.ts';

beforeEach(async () => {
  await startOver();
  await addUnits(1);
  captureLog();
});

type Request = { method: string; path: string; idempotencyKey: string | null };
const refundCalls = async () =>
  (await control<Request[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/refunds',
  );
const failNext = (rule: object) =>
  control('fail-next', { path: '/v1/refunds', method: 'POST', when: 'before', ...rule });

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('status 429', () => {
  it.each(['lock_timeout', 'rate_limit'])('%s is tried again under the same key', async (code) => {
    const { depositIntent } = await createPaidBooking();
    const { ctx } = makeTestContext();
    const key = crypto.randomUUID();
    await failNext({ status: 429, code, times: 2 });
    const refund = await ctx.stripe.createRefund({ payment_intent: depositIntent, amount: 500 }, key);
    expect(refund).toMatchObject({ amount: 500, status: 'succeeded' });
    const keys = (await refundCalls()).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([key, key, key]);
  });

  it.each(['request', 'background'] as const)(
    'that goes on is given up after a few tries: %s',
    async (timeouts) => {
      const { depositIntent } = await createPaidBooking();
      const { stripe } = makeContext(testEnv, { timeouts });
      await failNext({ status: 429, code: 'rate_limit', times: 50 });
      const error = await failureOf(
        stripe.createRefund({ payment_intent: depositIntent }, crypto.randomUUID()),
      );
      expect(error).toBeInstanceOf(ProviderError);
      // Not 'refused', because a repeated request can still succeed.
      expect(error).toMatchObject({ outcome: 'unknown', code: 'rate_limit', isCardError: false });
      expect((await refundCalls()).length).toBeLessThanOrEqual(4);
    },
  );
});

it('a 429 that Stripe says not to repeat is sent once, and its outcome is unknown', async () => {
  const { depositIntent } = await createPaidBooking();
  const { ctx } = makeTestContext();
  await failNext({ status: 429, code: 'rate_limit', shouldRetry: false, times: 50 });
  const error = await failureOf(
    ctx.stripe.createRefund({ payment_intent: depositIntent }, crypto.randomUUID()),
  );
  expect(error).toMatchObject({ outcome: 'unknown', code: 'rate_limit' });
  expect(await refundCalls()).toHaveLength(1);
});

it('a key that was used with other parameters leaves the outcome unknown', async () => {
  const { depositIntent } = await createPaidBooking();
  const { ctx } = makeTestContext();
  const key = crypto.randomUUID();
  await ctx.stripe.createRefund({ payment_intent: depositIntent, amount: 500 }, key);
  const error = await failureOf(ctx.stripe.createRefund({ payment_intent: depositIntent, amount: 600 }, key));
  expect(error).toMatchObject({ outcome: 'unknown', isKeyRefused: false });
});

it('a request that cannot be encoded is refused, and never sent', async () => {
  const { depositIntent } = await createPaidBooking();
  const { ctx } = makeTestContext();
  const params = { payment_intent: depositIntent, metadata: { note: 'half an emoji: \ud83d' } };
  const error = await failureOf(ctx.stripe.createRefund(params, crypto.randomUUID()));
  expect(error).toMatchObject({ outcome: 'refused', code: 'request_not_sent' });
  expect(await refundCalls()).toEqual([]);
});
