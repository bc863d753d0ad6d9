import { beforeEach, expect, it } from 'vitest';
import type { Env } from '#worker/env.ts';
import { call, errorOf } from '#worker/test/http.ts';
import { addUnits, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const CALLS = [
  '/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=2027-01',
  '/api/next-available-date/7-day',
  '/api/service-area?zip=12207',
];

/** A limit of two calls: the platform's own windows follow the wall clock, and a test may cross their end. */
function makeEnv(): Env {
  const counts = new Map<string, number>();
  const limit = async ({ key }: { key: string }) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { success: count <= 2 };
  };
  return { ...testEnv, DATES_LIMIT: { limit } };
}

const ask = (path: string, ip: string, env: Env) => call(path, { headers: { 'CF-Connecting-IP': ip } }, env);

it.each(CALLS)('limits %s by address, an IPv6 network being one', async (path) => {
  await addUnits(1);
  const env = makeEnv();
  for (const host of [1, 2]) expect((await ask(path, `2001:db8:1:2::${host}`, env)).status).toBe(200);

  const refused = await ask(path, '2001:db8:1:2::3', env);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(await errorOf(refused)).toMatchObject({ code: 'too_many' });

  for (const ip of ['2001:db8:1:3::1', '203.0.113.7']) expect((await ask(path, ip, env)).status).toBe(200);
  const unlimited = { ...env, ADDRESS_LIMITS: 'off' };
  expect((await ask(path, '2001:db8:1:2::3', unlimited)).status).toBe(200);
});

it.each(CALLS)('reads %s through the configured limit', async (path) => {
  await addUnits(1);
  expect((await ask(path, '203.0.113.8', testEnv)).status).toBe(200);
});
