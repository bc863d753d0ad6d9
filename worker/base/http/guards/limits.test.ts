import { env as platform } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Env } from '#worker/base/env.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const CALLS = [
  '/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=2027-01',
  '/api/next-available-date/7-day',
  '/api/service-area?zip=12207',
];

/** A limit of two calls: the platform's own windows follow the wall clock, and a test may cross their end. */
function makeLimit(): RateLimit {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= 2 };
    },
  };
}

const makeEnv = (): Env => ({ ...testEnv, DATES_LIMIT: makeLimit() });

const ask = (path: string, ip: string, env: Env) => call(path, { headers: { 'CF-Connecting-IP': ip } }, env);

it.each(CALLS)('limits %s by address, an IPv6 network being one', async (path) => {
  await addUnits(1);
  const env = makeEnv();
  for (const host of [1, 2]) expect((await ask(path, `2001:db8:1:2::${host}`, env)).status).toBe(200);

  const refused = await ask(path, '2001:db8:1:2::3', env);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(await readError(refused)).toMatchObject({ code: 'too_many' });

  for (const ip of ['2001:db8:1:3::1', '203.0.113.7']) expect((await ask(path, ip, env)).status).toBe(200);
  const unlimited = { ...env, ADDRESS_LIMITS: 'off' };
  expect((await ask(path, '2001:db8:1:2::3', unlimited)).status).toBe(200);
});

it.each(CALLS)('reads %s through the configured limit', async (path) => {
  await addUnits(1);
  expect((await ask(path, '203.0.113.8', testEnv)).status).toBe(200);
});

describe('a driver', () => {
  const limited = (): Env => ({
    ...testEnv,
    DRIVER_SENDS_LIMIT: makeLimit(),
    DRIVER_READS_LIMIT: makeLimit(),
  });
  const id = crypto.randomUUID();
  const routes = { path: '/api/driver/routes', method: 'GET' };
  const actions = { path: '/api/driver/actions', method: 'POST' };
  const photo = {
    path: `/api/driver/photos/${id}?stopId=1&type=ticket&sha256=${'0'.repeat(64)}`,
    method: 'PUT',
  };

  async function world() {
    const [ben, eve] = [await signIn('ben', 'driver'), await signIn('eve', 'driver')];
    const env = limited();
    const send = ({ path, method }: typeof routes, { Cookie } = ben) => {
      const body = method === 'GET' ? {} : { body: '{}' };
      return call(path, { method, headers: { Cookie, 'Content-Type': 'application/json' }, ...body }, env);
    };
    return { eve, send };
  }

  it.each([
    ['routes', routes, [routes, { ...photo, method: 'GET' }]],
    ['actions', actions, [photo, actions]],
    ['photos', photo, [actions, photo]],
  ])('who asks for %s without end is refused with 429, alone', async (_, last, before) => {
    const { eve, send } = await world();
    for (const one of before) expect((await send(one)).status).not.toBe(429);
    const refused = await send(last);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await readError(refused)).toMatchObject({ code: 'too_many' });
    expect((await send(last, eve)).status).not.toBe(429);
    const other = last.method === 'GET' ? actions : routes;
    expect((await send(other)).status).not.toBe(429);
  });

  it('is limited by the bindings of the platform', async () => {
    for (const name of ['DRIVER_SENDS_LIMIT', 'DRIVER_READS_LIMIT'] as const) {
      const { success } = await (platform as unknown as Env)[name].limit({ key: crypto.randomUUID() });
      expect(success).toBe(true);
    }
  });
});
