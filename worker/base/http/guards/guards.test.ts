import { beforeEach, describe, expect, it } from 'vitest';
import type { Env } from '#worker/base/env.ts';
import { call, ORIGIN, post, readError } from '#worker/test/http.ts';
import { control, makeBookingData, rows, startOver, testEnv } from '#worker/test/world.ts';

const CALL = '/api/create-payment-intent';
const WEBHOOK = '/api/stripe/webhook';
const KB = 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

beforeEach(startOver);

/** Status and code of an order that would otherwise be refused as sold out: no unit is there. */
async function order(headers: Record<string, string>, env: Env = testEnv) {
  const reply = await post(CALL, { bookingId: 'pending', bookingData: makeBookingData() }, { headers, env });
  return [reply.status, (await readError(reply)).code];
}

const PASSED = [409, 'sold_out'];
const REFUSED = [403, 'forbidden'];

describe('a write from a browser', () => {
  it.each([
    [{}, PASSED],
    [{ 'Sec-Fetch-Site': 'same-origin' }, PASSED],
    [{ 'Sec-Fetch-Site': 'none' }, PASSED],
    [{ Origin: ORIGIN }, PASSED],
    [{ Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' }, PASSED],
    [{ 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
    [{ 'Sec-Fetch-Site': 'same-site' }, REFUSED],
    [{ 'Sec-Fetch-Site': 'something-new' }, REFUSED],
    [{ Origin: 'https://evil.example' }, REFUSED],
    [{ Origin: 'http://localhost:9999' }, REFUSED],
    [{ Origin: 'http://localhost:8788.evil.example' }, REFUSED],
    [{ Origin: 'null' }, REFUSED],
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, REFUSED],
    [{ Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
  ])('with %j: %j', async (headers, outcome) => {
    expect(await order(headers as Record<string, string>)).toEqual(outcome);
  });

  it('comes in production from the public address, on any host of the Worker', async () => {
    const production = {
      ...testEnv,
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://dumpsters.example.com/',
    };
    expect(await order({ Origin: 'https://dumpsters.example.com' }, production)).toEqual(PASSED);
    expect(await order({}, production)).toEqual(PASSED);
    expect(await order({ Origin: 'http://dumpsters.example.com' }, production)).toEqual(REFUSED);
    expect(await order({ Origin: ORIGIN }, production)).toEqual(REFUSED);
  });

  it('is refused before anything is stored or sent', async () => {
    expect(await order({ Origin: 'https://evil.example' })).toEqual(REFUSED);
    expect(await rows('SELECT * FROM checkouts')).toEqual([]);
    expect(await rows('SELECT * FROM rate_limits')).toEqual([]);
    expect(await control<{ path: string }[]>('requests')).toEqual([]);
  });

  it('may read from anywhere', async () => {
    const reply = await call('/api/health', { headers: { Origin: 'https://evil.example' } });
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }]);
    expect(reply.headers.has('Access-Control-Allow-Origin')).toBe(false);
  });
});

describe('the body of a write', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/plain; application/json',
    '',
  ])('is JSON, not %j', async (type) => {
    const headers = type ? { 'Content-Type': type } : {};
    const body = new TextEncoder().encode('{"bookingId":"pending"}');
    const reply = await call(CALL, { method: 'POST', body, headers });
    expect([reply.status, (await readError(reply)).code]).toEqual([415, 'not_json']);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'may say %s',
    async (type) => {
      const reply = await call(CALL, { method: 'POST', body: '{}', headers: { 'Content-Type': type } });
      expect(reply.status).toBe(400);
    },
  );

  it.each(['{', '{"bookingId":}', 'undefined', "{'bookingId': 1}", '\u0000'])(
    'is refused as %j',
    async (body) => {
      const reply = await call(CALL, { method: 'POST', body, headers: JSON_TYPE });
      expect([reply.status, await readError(reply)]).toMatchObject([
        400,
        { code: 'invalid', issues: [{ path: '', message: 'Not valid JSON' }] },
      ]);
    },
  );

  it.each(['null', '[]', '17', '"pending"', 'true', '[[[[]]]]'])('is an object, not %s', async (body) => {
    const reply = await call(CALL, { method: 'POST', body, headers: JSON_TYPE });
    expect([reply.status, (await readError(reply)).code]).toEqual([400, 'invalid']);
  });

  it('survives a thousand brackets', async () => {
    const body = `{"bookingId":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const reply = await call(CALL, { method: 'POST', body, headers: JSON_TYPE });
    expect(reply.status).toBe(400);
  });

  it('has at most 64 KB, counted in bytes', async () => {
    const padded = (bytes: number) => '{}'.padEnd(bytes, ' ');
    const send = (body: string) => call(CALL, { method: 'POST', body, headers: JSON_TYPE });
    expect((await send(padded(64 * KB))).status).toBe(400);
    const reply = await send(padded(64 * KB + 1));
    expect([reply.status, (await readError(reply)).code]).toEqual([413, 'too_large']);
    expect((await send(`{"a":"${'é'.repeat(33 * KB)}"}`)).status).toBe(413);
  });

  it('is read no further than its limit without a Content-Length', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * KB).fill(32));
      },
    });
    const reply = await call(CALL, { method: 'POST', body, headers: JSON_TYPE });
    expect([reply.status, (await readError(reply)).code]).toEqual([413, 'too_large']);
    expect(pulled).toBeLessThan(10);
  });
});

describe('the webhook', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    call(WEBHOOK, { method: 'POST', body, headers });

  it.each([{}, { Origin: 'https://stripe.example' }, { 'Sec-Fetch-Site': 'cross-site' }])(
    'is let in from anywhere (%j) as far as its signature',
    async (headers) => {
      const reply = await send('{}', headers as Record<string, string>);
      expect([reply.status, (await readError(reply)).code]).toEqual([400, 'invalid']);
    },
  );

  it('may be larger, up to 512 KB', async () => {
    expect((await send(' '.repeat(512 * KB))).status).toBe(400);
    const reply = await send(' '.repeat(512 * KB + 1));
    expect([reply.status, (await readError(reply)).code]).toEqual([413, 'too_large']);
  });
});

it('asks for a session before it speaks of an existing booking', async () => {
  const headers = { username: 'admin', password: 'admin123' };
  for (const options of [{}, { headers }]) {
    const reply = await post(CALL, { bookingId: 17 }, options);
    expect([reply.status, (await readError(reply)).code]).toEqual([401, 'unauthenticated']);
  }
});

it('asks browsers to stay with HTTPS, in production only', async () => {
  const production = { ...testEnv, ENVIRONMENT: 'production' };
  const hsts = async (env: Env) =>
    (await call('/api/health', {}, env)).headers.get('Strict-Transport-Security');
  expect(await hsts(production)).toBe('max-age=31536000');
  expect(await hsts({ ...production, HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains');
  expect(await hsts(testEnv)).toBeNull();
});

it('asks search engines to leave staging, and only staging', async () => {
  const robots = async (ENVIRONMENT: string) =>
    (await call('/api/docs', {}, { ...testEnv, ENVIRONMENT })).headers.get('X-Robots-Tag');
  expect([await robots('preview'), await robots('production')]).toEqual(['noindex', null]);
});

it('takes a write without fields as browsers send it: no body, no type', async () => {
  const reply = await call('/api/admin/logout', {
    method: 'POST',
    headers: { 'Content-Length': '0' },
    body: '',
  });
  expect(reply.status).toBe(204);
});
