import { beforeEach, expect, it } from 'vitest';
import { failingDatabase } from '#worker/test/databases.ts';
import { call, captureLog, debugEnv, post } from '#worker/test/http.ts';
import { startOver } from '#worker/test/world.ts';

beforeEach(startOver);

it.each([
  ['GET', '/api/health', '/api/health', 200],
  ['GET', '/api/next-available-date/7-day?dumpsterType=15-yard', '/api/next-available-date/:rentalType', 200],
  ['GET', '/api/next-available-date/hush', '/api/next-available-date/:rentalType', 400],
  ['GET', '/api/unavailable-dates?month=hush', '/api/unavailable-dates', 400],
  ['POST', '/api/stripe/webhook?token=hush', '/api/stripe/webhook', 400],
  ['GET', '/api/hush?token=hush', 'none', 404],
  ['PUT', '/api/health', 'none', 404],
])('logs %s %s as %s with %i, once', async (...[method, path, route, status]) => {
  const log = captureLog();
  const reply = await call(path, { method }, debugEnv);
  expect(log.lines('request')).toEqual([
    {
      level: 'info',
      event: 'request',
      requestId: reply.headers.get('X-Request-Id'),
      route,
      method,
      status,
      durationMs: expect.any(Number),
    },
  ]);
  expect(log.text()).not.toContain('hush');
});

it('logs a refused write by the route it was meant for', async () => {
  const log = captureLog();
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  await post('/api/booking-status', {}, { headers, env: debugEnv });
  expect(log.lines('request')).toMatchObject([{ route: '/api/booking-status', status: 403 }]);
});

it('logs a request that failed, and its failure, under one id', async () => {
  const log = captureLog();
  const env = { ...debugEnv, DB: failingDatabase(debugEnv.DB, 'down') };
  const reply = await call('/api/next-available-date/7-day?dumpsterType=15-yard', {}, env);
  const requestId = reply.headers.get('X-Request-Id');
  const route = '/api/next-available-date/:rentalType';
  expect(log.lines('request')).toMatchObject([{ requestId, route, status: 500 }]);
  expect(log.lines('request_failed')).toMatchObject([{ requestId, route }]);
});
