import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { BAD_IDS, idsThatAccept } from '#contract/test/bad-ids.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import { call, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';

const WRITES = ALL_ENDPOINTS.filter(({ method, kind }) => method !== 'GET' && kind === 'json');
const WITH_IDS = ALL_ENDPOINTS.filter(({ path }) => /:\w*id\b/i.test(path));
const byName = (endpoint: Endpoint, index: number) => [endpoint.name, { endpoint, index }] as const;

/**
 * The values to try at an endpoint: one in `npm test`, another one at the next endpoint. One function checks every call
 * for each rule, so a value that it accepts is found at any of them. `npm run test:long` tries all.
 */
const tried = <T>(values: readonly T[], index: number) =>
  chooseCases(values, (value) => value === values[index % values.length]);

const OTHER_SITES = [
  { Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
];
const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

const UNKNOWN_ID = '987654321';
const UNKNOWN_UUID = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';

const cookies = { super_admin: '', driver: '' };

/** The tests share two accounts: what they send is refused and changes nothing. */
beforeAll(async () => {
  await startOver();
  for (const role of ['super_admin', 'driver'] as const) {
    const id = await addUser({ username: role, password: 'correct horse', role });
    const opening = { identity: { username: role, role }, device: 'Test' };
    cookies[role] = `__Host-session=${await makeTestContext().ctx.sessions.open(id, opening)}`;
  }
});

/** Of the account that may call the endpoint. */
const cookieFor = ({ access }: Endpoint) => cookies[access === 'route:own' ? 'driver' : 'super_admin'];

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
    headers: { Cookie: cookieFor(endpoint), 'Content-Type': 'application/json', ...headers },
    ...(endpoint.method === 'GET' ? {} : { body: body ?? '{}' }),
  });
}

const everything = async () => [
  await rows('SELECT * FROM users'),
  await rows('SELECT * FROM outbox'),
  await rows('SELECT * FROM history'),
  await rows('SELECT * FROM rate_limits'),
];

describe.each(WRITES.map(byName))('%s', (_name, { endpoint, index }) => {
  it('refuses fields that it does not know, and names them', async () => {
    const { properties, type } = fieldsOf(endpoint);
    const known = Object.keys(properties);
    const unknown = ['id', 'isActive', 'role', 'createdBy', 'constructor'].filter(
      (field) => !known.includes(field),
    );
    const before = await everything();
    const body = JSON.stringify({ ...Object.fromEntries(unknown.map((field) => [field, 1])), ...type });
    const reply = await send(endpoint, { body });
    const { code, issues } = await readError(reply);
    expect([reply.status, code]).toEqual([400, 'invalid']);
    if (isList(endpoint)) expect(issues).toEqual([{ path: '', message: expect.any(String) }]);
    else for (const path of unknown) expect(issues).toContainEqual({ path, message: 'Unknown field' });
    expect(await everything()).toEqual(before);
  });

  it.each(tried<object>(OTHER_SITES, index))(
    'refuses what another site sends with the cookie: %j',
    async (headers) => {
      const before = await everything();
      const reply = await send(endpoint, { headers: headers as Record<string, string> });
      expect([reply.status, (await readError(reply)).code]).toEqual([403, 'forbidden']);
      expect([await everything(), await isSignedIn(endpoint)]).toEqual([before, true]);
    },
  );

  it.each(tried(FORMS, index))('refuses a form: %s', async (type) => {
    const reply = await send(endpoint, { headers: { 'Content-Type': type } });
    expect([reply.status, (await readError(reply)).code]).toEqual([415, 'not_json']);
    expect(await isSignedIn(endpoint)).toBe(true);
  });
});

describe.each(WITH_IDS.map(byName))('%s', (_name, { endpoint, index }) => {
  // contract/all.test.ts has every id at every endpoint whose id is a number.
  const isText = idsThatAccept(endpoint, 'abc').length > 0;
  it.each(isText ? BAD_IDS : tried(BAD_IDS, index))('finds nothing at the id %s', async (id) => {
    const reply = await send(endpoint, { id });
    expect([reply.status, (await readError(reply)).code]).toEqual([404, 'not_found']);
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

async function isSignedIn(endpoint: Endpoint) {
  const headers = { Cookie: cookieFor(endpoint) };
  return (await call('/api/admin/current-user', { headers })).status === 200;
}
