import { beforeEach, expect, it } from 'vitest';
import type { Account } from '#contract/auth.ts';
import { call, post, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

const limitless = { env: { ...testEnv, ADDRESS_LIMITS: 'off' } };
let headers: Record<string, string> = {};

beforeEach(async () => {
  await startOver();
  const id = await addUser({ username: 'root', password: 'correct horse', role: 'super_admin' });
  const opening = { identity: { username: 'root', role: 'super_admin' as const }, device: 'Test' };
  const token = await makeTestContext().ctx.sessions.open(id, opening);
  headers = { Cookie: `__Host-session=${token}` };
});

const lee = {
  username: 'lee',
  password: 'battery staple',
  email: 'lee@example.com',
  firstName: 'Lee',
  lastName: 'Ray',
};

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE users;--",
  '=HYPERLINK("https://evil.example","x")',
  '+1+cmd|calc',
  '{{7*7}} %s %00 &lt;',
  'فاطمة الزهراء',
  '\u202eevil\u202c',
  '👩🏽‍🚒👷🏿‍♀️🏳️‍🌈',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '../../etc/passwd',
  'x'.repeat(100),
])('keeps %j as the name that it is', async (name) => {
  const made = await post('/api/admin/users', { ...lee, firstName: name, lastName: name }, { headers });
  expect(made.status).toBe(201);
  const { id } = await made.json<Account>();
  const read = await call(`/api/admin/users/${id}`, { headers });
  expect(read.headers.get('Content-Type')).toBe('application/json');
  expect(await read.json()).toMatchObject({ firstName: name, lastName: name });
  const query = new URLSearchParams({ search: name });
  const found = await call(`/api/admin/users?${query}`, { headers });
  expect([found.status, (await found.json<Account[]>()).map((user) => user.id)]).toEqual([200, [id]]);
});

it.each([
  ['firstName', 'Lee\u0000', 'Must not contain control characters'],
  ['lastName', 'Ray\r\nBcc: all@example.com', 'Must not contain control characters'],
  ['firstName', 'Lee\ud83d', 'Must not contain control characters'],
  ['email', 'lee@example.com\r\nBcc: all@example.com', 'Please enter a valid email address'],
  ['username', 'lee\u0000', 'Use letters, digits and . _ - @ + only'],
  ['phone', '555-010-0142\r\n', null],
  ['phone', '555-010\r\n-0142', 'Valid phone number is required'],
  ['password', 'battery\u0000staple', 'Must not contain control characters'],
])('refuses with the reason, or mends, what cannot be kept: %s %j', async (path, text, message) => {
  const reply = await post('/api/admin/users', { ...lee, [path]: text }, { headers });
  if (message === null) {
    expect([reply.status, await reply.json()]).toMatchObject([201, { [path]: text.trim() }]);
    return;
  }
  expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
  expect(await rows("SELECT id FROM users WHERE username <> 'root'")).toEqual([]);
});

it.each([
  '\u0000',
  'root\u0000',
  '\ud800',
  "' OR 1=1 --",
  '%',
  '_oot',
  '🚚'.repeat(100),
  'ROOT ',
  '＜script＞',
])('finds no user with the name %j', async (username) => {
  const reply = await post('/api/admin/login', { username, password: 'correct horse' }, limitless);
  expect([reply.status, (await readError(reply)).code]).toEqual([401, 'unauthenticated']);
});

it.each(['%', '_oot', '\\', "'", '"', '*', ' OR ', 'x'.repeat(200), '👷🏽'.repeat(20)])(
  'finds no user by %j, and does not fail',
  async (search) => {
    const reply = await call(`/api/admin/users?${new URLSearchParams({ search })}`, { headers });
    expect([reply.status, await reply.json()]).toEqual([200, []]);
  },
);
