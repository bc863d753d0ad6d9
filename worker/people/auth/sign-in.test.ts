import { beforeEach, expect, it } from 'vitest';
import { call, post, readError } from '#worker/test/http.ts';
import { addUser, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const credentials = { username: 'dana', password: 'correct horse' };
const noLimits = { env: { ...testEnv, ADDRESS_LIMITS: 'off' } };

async function signIn(input: object = credentials, headers: Record<string, string> = {}) {
  const reply = await post('/api/admin/login', input, { ...noLimits, headers });
  const cookies = reply.headers.getSetCookie();
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  return { reply, cookies, cookie };
}

const currentUser = (cookie: string) => call('/api/admin/current-user', { headers: { Cookie: cookie } });

it('opens a session in a cookie that only this host and no script can read', async () => {
  const id = await addUser({ ...credentials, role: 'admin' });
  const { reply, cookies, cookie } = await signIn();
  expect([reply.status, await reply.json()]).toEqual([
    200,
    {
      id,
      username: 'dana',
      email: 'dana@example.com',
      firstName: null,
      lastName: null,
      phone: null,
      role: 'admin',
      isActive: true,
    },
  ]);
  expect(cookies).toEqual([
    expect.stringMatching(
      /^__Host-session=\d+\.[\w-]{43}\.[\w-]+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  const me = await currentUser(cookie);
  expect([me.status, me.headers.get('Cache-Control'), await me.json()]).toMatchObject([
    200,
    'no-store',
    { id },
  ]);
});

it('finds a username in any case', async () => {
  await addUser({ ...credentials, role: 'view_only' });
  expect((await signIn({ ...credentials, username: 'DANA' })).reply.status).toBe(200);
});

it('gives the same answer for an unknown account, a deactivated account and a wrong password', async () => {
  await addUser({ ...credentials, role: 'admin' });
  await addUser({ username: 'gone', password: 'correct horse', role: 'admin', isActive: false });
  const answers = [];
  for (const wrong of [
    { username: 'dana', password: 'wrong' },
    { username: 'unknown', password: 'correct horse' },
    { username: 'gone', password: 'correct horse' },
  ]) {
    const { reply, cookies } = await signIn(wrong);
    const { code, message } = await readError(reply);
    answers.push([reply.status, code, message, cookies]);
  }
  expect(answers).toEqual(
    Array(3).fill([401, 'unauthenticated', 'The username or password is not right.', []]),
  );
});

it('signs a driver in for thirty days, to the own routes only', async () => {
  await addUser({ ...credentials, role: 'driver' });
  const { reply, cookie, cookies } = await signIn();
  expect([reply.status, await reply.json()]).toMatchObject([200, { role: 'driver' }]);
  expect(cookies.find((text) => text.startsWith('__Host-session='))).toContain('Max-Age=2592000;');
  const answers = await Promise.all(
    ['admin/current-user', 'driver/routes', 'bookings', 'dumpsters'].map((path) =>
      call(`/api/${path}`, { headers: { Cookie: cookie } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
});

it('does not sign a customer in', async () => {
  await addUser({ ...credentials, role: 'customer' });
  const { reply, cookies } = await signIn();
  expect([reply.status, (await readError(reply)).code, cookies]).toEqual([403, 'forbidden', []]);
});

it('refuses tokens that are forged, of another account or for a missing account', async () => {
  await addUser({ ...credentials, role: 'admin' });
  const { cookie } = await signIn();
  const [, id, secret] = /__Host-session=(\d+)\.([\w-]+)/.exec(cookie) ?? [];
  for (const token of [
    '',
    'x',
    `${id}.${'A'.repeat(43)}`,
    `${Number(id) + 1}.${secret}`,
    `999999.${secret}`,
  ]) {
    const reply = await currentUser(`__Host-session=${token}`);
    expect([token, reply.status]).toEqual([token, 401]);
  }
});

it('ends the session with the logout, and answers 204 even without one', async () => {
  await addUser({ ...credentials, role: 'admin' });
  const { cookie } = await signIn();
  const out = await call('/api/admin/logout', { method: 'POST', headers: { Cookie: cookie } });
  expect([out.status, out.headers.getSetCookie()]).toEqual([
    204,
    [expect.stringContaining('__Host-session=; Path=/; Max-Age=0')],
  ]);
  expect((await currentUser(cookie)).status).toBe(401);
  expect((await call('/api/admin/logout', { method: 'POST' })).status).toBe(204);
});

it('ends the session that a login replaces, and no other', async () => {
  await addUser({ ...credentials, role: 'admin' });
  const other = await signIn();
  const first = await signIn();
  const second = await signIn(credentials, { Cookie: first.cookie });
  const states = [first, second, other].map(async ({ cookie }) => (await currentUser(cookie)).status);
  expect(await Promise.all(states)).toEqual([401, 200, 200]);
});

it('replaces a device token that the client made up', async () => {
  const id = await addUser({ ...credentials, role: 'admin' });
  const { cookies } = await signIn(credentials, { Cookie: '__Host-device=guessable' });
  expect(cookies[1]).toMatch(/^__Host-device=[\w-]{43};/);
  expect(await rows('SELECT user_id AS id FROM known_devices')).toEqual([{ id }]);
});

it('lists sessions and ends one or all others', async () => {
  await addUser({ ...credentials, role: 'admin' });
  const phone = await signIn(credentials, { 'User-Agent': 'Phone' });
  const desk = await signIn(credentials, { 'User-Agent': 'Desk' });
  const laptop = await signIn(credentials, { 'User-Agent': 'Laptop' });
  const headers = { Cookie: desk.cookie };
  const list = async () =>
    (await call('/api/admin/sessions', { headers })).json<
      { id: string; device: string; isCurrent: boolean }[]
    >();
  const sessions = await list();
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent]).toSorted()).toEqual([
    ['Desk', true],
    ['Laptop', false],
    ['Phone', false],
  ]);
  const phoneId = sessions.find(({ device }) => device === 'Phone')?.id;
  const end = () => call(`/api/admin/sessions/${phoneId}`, { method: 'DELETE', headers });
  expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
  expect((await currentUser(phone.cookie)).status).toBe(401);
  expect((await call('/api/admin/sessions', { method: 'DELETE', headers })).status).toBe(204);
  expect([(await currentUser(laptop.cookie)).status, (await currentUser(desk.cookie)).status]).toEqual([
    401, 200,
  ]);
});

it('changes the password and ends the other sessions', async () => {
  await addUser({ ...credentials, role: 'view_only' });
  const here = await signIn();
  const there = await signIn();
  const change = (body: object) =>
    post('/api/admin/change-password', body, { ...noLimits, headers: { Cookie: here.cookie } });
  const good = {
    currentPassword: 'correct horse',
    newPassword: 'battery staple',
    confirmPassword: 'battery staple',
  };
  const refused = [
    [{ ...good, currentPassword: 'wrong' }, 403, 'Current password is incorrect.'],
    [{ ...good, confirmPassword: 'battery stable' }, 400, 'Passwords do not match'],
    [
      { ...good, newPassword: 'short', confirmPassword: 'short' },
      400,
      'New password must be at least 8 characters',
    ],
    [
      { ...good, newPassword: 'Password1', confirmPassword: 'Password1' },
      400,
      'This password is too common. Choose one that is harder to guess.',
    ],
    [
      { ...good, newPassword: '          ', confirmPassword: '          ' },
      400,
      'Password must not be blank',
    ],
    [
      { ...good, newPassword: 'truck of DANA', confirmPassword: 'truck of DANA' },
      400,
      'Password must not contain the username',
    ],
  ] as const;
  for (const [body, status, message] of refused) {
    const reply = await change(body);
    const error = await readError(reply);
    expect([reply.status, error.message]).toEqual([status, message]);
    expect(error.issues?.map((issue) => issue.message)).toContain(message);
  }
  const reply = await change(good);
  expect([reply.status, await reply.json()]).toEqual([200, { message: 'Password changed successfully' }]);
  expect([(await currentUser(here.cookie)).status, (await currentUser(there.cookie)).status]).toEqual([
    200, 401,
  ]);
  expect((await signIn()).reply.status).toBe(401);
  expect((await signIn({ username: 'dana', password: 'battery staple' })).reply.status).toBe(200);
  expect(await rows('SELECT kind, recipient FROM outbox ORDER BY kind')).toEqual([
    { kind: 'account-changed', recipient: 'dana@example.com' },
    { kind: 'end-sessions', recipient: null },
  ]);
});

it('changes the username, unless it is taken, and ends all sessions', async () => {
  await addUser({ ...credentials, role: 'admin' });
  await addUser({ username: 'lee', password: 'x', role: 'admin' });
  const { cookie } = await signIn();
  const change = (newUsername: string) =>
    post(
      '/api/admin/change-username',
      { currentPassword: 'correct horse', newUsername },
      { ...noLimits, headers: { Cookie: cookie } },
    );
  const taken = await change('LEE');
  const message = 'This username is already taken.';
  expect([taken.status, await readError(taken)]).toMatchObject([
    409,
    { code: 'conflict', issues: [{ path: 'newUsername', message }] },
  ]);
  expect((await change('dana.w')).status).toBe(200);
  expect((await currentUser(cookie)).status).toBe(401);
  expect((await signIn()).reply.status).toBe(401);
  expect((await signIn({ username: 'dana.w', password: 'correct horse' })).reply.status).toBe(200);
});

it('refuses a username that the password contains, and changes nothing', async () => {
  await addUser({ ...credentials, role: 'admin' });
  const { cookie } = await signIn();
  const change = (currentPassword: string, newUsername: string) =>
    post(
      '/api/admin/change-username',
      { currentPassword, newUsername },
      { ...noLimits, headers: { Cookie: cookie } },
    );
  const message =
    'Your password contains this username. Choose another username, or change your password first.';
  for (const newUsername of ['horse', ' Horse ', 'CORRECT', 'horse@example.com']) {
    const reply = await change('correct horse', newUsername);
    expect([reply.status, (await readError(reply)).issues]).toEqual([
      400,
      [{ path: 'newUsername', message }],
    ]);
  }
  // A wrong password gets the same reply with any content.
  expect((await readError(await change('wrong horse', 'horse'))).issues).toMatchObject([
    { path: 'currentPassword' },
  ]);
  expect((await currentUser(cookie)).status).toBe(200);
  expect(await rows('SELECT username FROM users')).toEqual([{ username: credentials.username }]);
});
