import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { call, errorOf } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';

const WRITES = ALL_ENDPOINTS.filter(({ method, kind }) => method !== 'GET' && kind === 'json');
const WITH_IDS = ALL_ENDPOINTS.filter(({ path }) => /:\w*id\b/i.test(path));
const byName = (endpoint: Endpoint) => [endpoint.name, endpoint] as const;

const UNKNOWN_ID = '987654321';
const UNKNOWN_UUID = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';

beforeAll(startOver);

let cookie = '';

let accounts = 0;

/**
 * Each endpoint gets its own account, which may call it. Its tests share it: what they send is refused and changes
 * nothing.
 */
async function signInFor({ access }: Endpoint) {
  accounts += 1;
  const role = access === 'route:own' ? 'driver' : 'super_admin';
  const username = `account${accounts}`;
  const id = await addUser({ username, password: 'correct horse', role });
  const opening = { identity: { username, role } as const, device: 'Test' };
  cookie = `__Host-session=${await makeTestContext().ctx.sessions.open(id, opening)}`;
}

type CallInput = { body?: string; headers?: Record<string, string>; id?: string };

/** A call on things that are not there. */
function send(endpoint: Endpoint, { body, headers = {}, id }: CallInput) {
  const known = endpoint.name === 'endSession' ? UNKNOWN_UUID : UNKNOWN_ID;
  const path = endpoint.path
    .replace(/:uuid\b/, () => id ?? UNKNOWN_UUID)
    .replace(/:\w*id\b/gi, () => id ?? known)
    .replace(/:(\w+)/g, (_, name) => (name === 'rentalType' ? '7-day' : 'x@example.com'));
  return call(path, {
    method: endpoint.method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    ...(endpoint.method === 'GET' ? {} : { body: body ?? '{}' }),
  });
}

const everything = async () => [
  await rows('SELECT * FROM users'),
  await rows('SELECT * FROM outbox'),
  await rows('SELECT * FROM history'),
  await rows('SELECT * FROM rate_limits'),
];

describe.each(WRITES.map(byName))('%s', (_name, endpoint) => {
  beforeAll(() => signInFor(endpoint));

  it('refuses fields that it does not know, and names them', async () => {
    const { properties, type } = fieldsOf(endpoint);
    const known = Object.keys(properties);
    const unknown = ['id', 'isActive', 'role', 'createdBy', 'constructor'].filter(
      (field) => !known.includes(field),
    );
    const before = await everything();
    const body = JSON.stringify({ ...Object.fromEntries(unknown.map((field) => [field, 1])), ...type });
    const reply = await send(endpoint, { body });
    const { code, issues } = await errorOf(reply);
    expect([reply.status, code]).toEqual([400, 'invalid']);
    if (isList(endpoint)) expect(issues).toEqual([{ path: '', message: expect.any(String) }]);
    else for (const path of unknown) expect(issues).toContainEqual({ path, message: 'Unknown field' });
    expect(await everything()).toEqual(before);
  });

  it.each([
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('refuses what another site sends with the cookie: %j', async (headers) => {
    const before = await everything();
    const reply = await send(endpoint, { headers: headers as Record<string, string> });
    expect([reply.status, (await errorOf(reply)).code]).toEqual([403, 'forbidden']);
    expect([await everything(), await isSignedIn()]).toEqual([before, true]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a form: %s',
    async (type) => {
      const reply = await send(endpoint, { headers: { 'Content-Type': type } });
      expect([reply.status, (await errorOf(reply)).code]).toEqual([415, 'not_json']);
      expect(await isSignedIn()).toBe(true);
    },
  );
});

describe.each(WITH_IDS.map(byName))('%s', (_name, endpoint) => {
  beforeAll(() => signInFor(endpoint));

  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '017',
    '1%20',
    '%00',
    '1%27--',
    '99999999999999999999',
    'null',
    '%F0%9F%9A%9A',
  ])('finds nothing at the id %s', async (id) => {
    const reply = await send(endpoint, { id });
    expect([reply.status, (await errorOf(reply)).code]).toEqual([404, 'not_found']);
  });
});

/** The body of a section of the catalog can be a list; these tests send objects. */
/** The fields of a body. Of a union, those of its first type, and that type. */
function fieldsOf({ body }: Endpoint): { properties: object; type: object } {
  const { properties, oneOf } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const first = oneOf?.[0]?.properties;
  const type = typeof first?.type === 'object' ? { type: first.type.const } : {};
  return { properties: first ?? properties ?? {}, type };
}

function isList({ body }: Endpoint): boolean {
  return z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).type === 'array';
}

async function isSignedIn() {
  return (await call('/api/admin/current-user', { headers: { Cookie: cookie } })).status === 200;
}
