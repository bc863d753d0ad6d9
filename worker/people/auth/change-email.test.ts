import { beforeEach, expect, it } from 'vitest';
import { call, post, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const noLimits = { ...testEnv, ADDRESS_LIMITS: 'off' };
const good = { currentPassword: 'correct horse', newEmail: 'dana@new.example' };
const emails = () => rows('SELECT username, email FROM users ORDER BY id');

async function signIn(role: 'admin' | 'view_only' = 'admin') {
  const id = await addUser({ username: 'dana', password: 'correct horse', role });
  const { ctx } = makeTestContext();
  const open = () => ctx.sessions.open(id, { identity: { username: 'dana', role }, device: 'Test' });
  const [here, there] = [await open(), await open()];
  const change = (body: object, headers: object = {}) =>
    post('/api/admin/change-email', body, {
      env: noLimits,
      headers: { Cookie: `__Host-session=${here}`, ...headers },
    });
  const isIn = async (token: string) => (await ctx.sessions.check(token)) !== null;
  return { id, change, isHereIn: () => isIn(here), isThereIn: () => isIn(there) };
}

it.each(['admin', 'view_only'] as const)(
  'changes the e-mail of a %s, keeps this session and ends the others',
  async (role) => {
    const { id, change, isHereIn, isThereIn } = await signIn(role);
    await rows("UPDATE users SET password_reset_token = 'hash'");
    const reply = await change({ ...good, newEmail: ' dana@new.example ' });
    expect([reply.status, await reply.json()]).toEqual([200, { message: 'Email changed successfully' }]);
    expect(await rows('SELECT email, password_reset_token AS token FROM users')).toEqual([
      { email: 'dana@new.example', token: null },
    ]);
    expect([await isHereIn(), await isThereIn()]).toEqual([true, false]);
    expect(await rows('SELECT subject_id, action, actor_name, before, after FROM history')).toEqual([
      {
        subject_id: id,
        action: 'changed',
        actor_name: 'dana',
        before: '{"email":"dana@example.com"}',
        after: '{"email":"dana@new.example"}',
      },
    ]);
    expect(await rows("SELECT recipient FROM outbox WHERE kind = 'account-changed'")).toEqual([
      { recipient: 'dana@example.com' },
    ]);
  },
);

it.each([
  [{ ...good, currentPassword: 'wrong' }, 403, 'currentPassword', 'Current password is incorrect.'],
  [{ ...good, currentPassword: '' }, 400, 'currentPassword', 'Current password is required'],
  [{ ...good, newEmail: 'dana@' }, 400, 'newEmail', 'Please enter a valid email address'],
  [{ ...good, newEmail: 'dana@example.com' }, 400, 'newEmail', 'This is your e-mail address already.'],
  [{ ...good, newEmail: 'LEE@example.com' }, 409, 'newEmail', 'This e-mail address is already in use.'],
  [{ ...good, id: 1 }, 400, 'id', 'Unknown field'],
] as const)('refuses %o', async (...[body, status, path, message]) => {
  const { change, isThereIn } = await signIn();
  await addUser({ username: 'lee', password: 'x', role: 'admin' });
  const before = await emails();
  const reply = await change(body);
  expect([reply.status, (await readError(reply)).issues]).toEqual([status, [{ path, message }]]);
  expect([await emails(), await isThereIn()]).toEqual([before, true]);
});

it('counts wrong passwords like failed logins', async () => {
  const { id, change } = await signIn();
  for (let i = 0; i < 2; i += 1)
    expect((await change({ ...good, currentPassword: 'wrong' })).status).toBe(403);
  expect(await rows('SELECT key, count FROM rate_limits')).toEqual([
    { key: `login:account:${id}`, count: 2 },
  ]);
  // Later attempts would be answered with a growing delay.
  await rows('UPDATE rate_limits SET count = 10');
  const reply = await change(good);
  expect([reply.status, reply.headers.has('Retry-After')]).toEqual([429, true]);
});

it('accepts another case of the same address, and gives an address to one of two accounts', async () => {
  const { change } = await signIn();
  expect((await change({ ...good, newEmail: 'Dana@Example.com' })).status).toBe(200);
  expect(await emails()).toEqual([{ username: 'dana', email: 'Dana@Example.com' }]);
  const replies = await Promise.all([change(good), change({ ...good, newEmail: 'dana@other.example' })]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rows('SELECT version FROM users')).toEqual([{ version: 4 }]);
});

it('needs a session', async () => {
  expect((await call('/api/admin/change-email', { method: 'POST' })).status).toBe(401);
});
