import { Hono } from 'hono';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { AppError } from '#domain/shared/errors.ts';
import { answerError } from '#worker/base/http/errors.ts';
import { baseHeaders } from '#worker/base/http/guards/guards.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { call, captureLog, debugEnv, post, readError } from '#worker/test/http.ts';
import { makeBookingData, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

/** A call that reads the database. */
const READING = '/api/next-available-date/7-day?dumpsterType=15-yard';

const broken = {
  ...debugEnv,
  DB: failingDatabase(testEnv.DB, 'D1_ERROR: no such table: secrets_table'),
};

it('answers an unexpected error with a request id only, and logs it once', async () => {
  const log = captureLog();
  const reply = await call(READING, {}, broken);
  const requestId = reply.headers.get('X-Request-Id');
  expect([reply.status, await reply.json()]).toEqual([
    500,
    { code: 'internal', message: 'Something went wrong on our side. Please try again.', requestId },
  ]);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(log.lines('request_failed')).toEqual([
    {
      level: 'error',
      event: 'request_failed',
      requestId,
      route: '/api/next-available-date/:rentalType',
      method: 'GET',
      error: expect.stringContaining('no such table: secrets_table'),
      stack: expect.any(String),
    },
  ]);
});

it("keeps people's data out of the log when a statement that carries them fails", async () => {
  const log = captureLog();
  const order = makeBookingData({ email: 'private.person@example.com', phone: '555 867 5309' });
  const body = { bookingId: 'pending', bookingData: order };
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  const created = await post('/api/create-payment-intent', body, { headers, env: broken });
  const status = await post(
    '/api/booking-status',
    { paymentIntent: 'pi_known', clientSecret: 'pi_known_secret_hush' },
    { env: broken },
  );
  expect([created.status, status.status]).toEqual([500, 500]);
  expect(log.lines('request_failed')).toHaveLength(2);
  expect(log.text()).not.toMatch(/private|person|5309|203\.0\.113|hush/);
});

it('says so when it is not configured', async () => {
  const log = captureLog();
  const reply = await call('/api/health', {}, { ...testEnv, STRIPE_SECRET_KEY: '', BUSINESS_TIME_ZONE: '' });
  expect([reply.status, (await readError(reply)).code]).toEqual([500, 'internal']);
  expect(log.lines('request_failed')[0]?.error).toMatch(/BUSINESS_TIME_ZONE.*STRIPE_SECRET_KEY/);
});

it('refuses levers of development in production', async () => {
  const production = { ...testEnv, ENVIRONMENT: 'production' };
  expect((await call(READING, {}, production)).status).toBe(200);
  captureLog();
  const levers = { HOLD_SECONDS: '5', CLOCK_OFFSET_SECONDS: '60', ADDRESS_LIMITS: 'off', RETRY_SECONDS: '0' };
  for (const [name, value] of Object.entries(levers)) {
    const lever = { [name]: value };
    expect((await call(READING, {}, { ...production, ...lever })).status).toBe(500);
  }
});

function appWith(handle: () => Promise<unknown>, reply: z.ZodMiniType): App {
  const app: App = new Hono();
  app.onError(answerError);
  app.use(baseHeaders);
  const declared = endpoint({
    name: 'example',
    method: 'GET',
    path: '/api/example',
    access: 'public',
    reply,
  });
  implement(app, declared, handle);
  return app;
}

const ask = (app: App) => app.fetch(new Request('http://localhost/api/example'), testEnv);

it('strips replies to what the contract declares, however deep', async () => {
  const whole = { id: 1, secret: 'x', nested: [{ id: 2, secret: 'y' }] };
  const app = appWith(
    async () => whole,
    z.object({ id: z.int(), nested: z.array(z.object({ id: z.int() })) }),
  );
  expect(await (await ask(app)).json()).toEqual({ id: 1, nested: [{ id: 2 }] });
});

it('rather fails than answers what the contract does not allow', async () => {
  const log = captureLog();
  const app = appWith(async () => ({ id: 'not a number' }), z.object({ id: z.int() }));
  expect((await ask(app)).status).toBe(500);
  expect(log.lines('request_failed')).toHaveLength(1);
});

it('answers a coded failure with its status, its extras and Retry-After', async () => {
  const log = captureLog();
  const app = appWith(() => {
    throw new AppError('busy', 'Try again.', { retryAfter: 1, body: { booking: null } });
  }, z.object({}));
  const reply = await ask(app);
  expect([reply.status, reply.headers.get('Retry-After'), await reply.json()]).toEqual([
    409,
    '1',
    { code: 'busy', message: 'Try again.', requestId: reply.headers.get('X-Request-Id'), booking: null },
  ]);
  expect(log.lines('request_failed')).toEqual([]);
});
