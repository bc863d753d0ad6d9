import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#contract/auth.ts';
import type { Role } from '#domain/accounts/access.ts';
import { call, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

/** The fields of the body, and the version that was read. */
type CallInput = { ifMatch?: string; [field: string]: unknown };

/** A signed-in account, and a function for its calls. */
async function signIn(username: string, role: Role) {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx } = makeTestContext();
  const token = await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' });
  const Cookie = `__Host-session=${token}`;
  const send = (method: string, path: string, { ifMatch, ...body }: CallInput = {}) =>
    call(`/api/admin/${path}`, {
      method,
      headers: { Cookie, 'Content-Type': 'application/json', ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      ...(Object.keys(body).length > 0 ? { body: JSON.stringify(body) } : {}),
    });
  return { id, send, isIn: async () => (await send('GET', 'current-user')).status === 200 };
}

const lee = {
  username: 'lee',
  password: 'battery staple',
  email: 'lee@example.com',
  firstName: 'Lee',
  lastName: 'Ray',
};

it('creates an account, view only by default, without its secrets in the reply', async () => {
  const dana = await signIn('dana', 'admin');
  const reply = await dana.send('POST', 'users', lee);
  expect([reply.status, await reply.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      username: 'lee',
      email: 'lee@example.com',
      firstName: 'Lee',
      lastName: 'Ray',
      phone: null,
      role: 'view_only',
      isActive: true,
    },
  ]);
  const history = JSON.stringify(await rows('SELECT * FROM history'));
  expect(history).toContain('created');
  expect(history).not.toMatch(/battery staple|scrypt/);
});

it.each([
  [{ username: 'ab' }, 'username', 'Username must be at least 3 characters long'],
  [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
  [{ password: 'password1' }, 'password', 'This password is too common. Choose one that is harder to guess.'],
  [{ password: '         ' }, 'password', 'Password must not be blank'],
  [{ password: 'not-LEE-again' }, 'password', 'Password must not contain the username'],
  [{ email: 'x' }, 'email', 'Please enter a valid email address'],
  [{ firstName: ' ' }, 'firstName', 'First name is required'],
  [{ lastName: '' }, 'lastName', 'Last name is required'],
  [{ role: 'driver' }, 'phone', 'Valid phone number is required'],
  [{ role: 'customer' }, 'role', 'Choose a role'],
  [{ isActive: false }, 'isActive', 'Unknown field'],
  [{ id: 7 }, 'id', 'Unknown field'],
])('refuses an account with %o', async (...[changes, path, message]) => {
  const dana = await signIn('dana', 'admin');
  const reply = await dana.send('POST', 'users', { ...lee, ...changes });
  expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
  expect(await rows('SELECT id FROM users')).toHaveLength(1);
});

it.each([
  [{ username: 'DANA' }, 'This username is already taken.', 'username'],
  [{ email: 'Dana@Example.com' }, 'This e-mail address is already in use.', 'email'],
])('answers 409 for %o, in any case, and names the field', async (...[changes, message, path]) => {
  const dana = await signIn('dana', 'admin');
  const other = await addUser({ username: 'other', password: 'x', role: 'view_only' });
  for (const reply of [
    await dana.send('POST', 'users', { ...lee, ...changes }),
    await dana.send('POST', 'staff', { ...lee, ...changes }),
    await dana.send('PATCH', `users/${other}`, changes),
  ]) {
    const { code, issues } = await readError(reply);
    expect([reply.status, code, issues]).toEqual([409, 'conflict', [{ path, message }]]);
  }
});

it('ends the sessions of an account that gets another role, and only then', async () => {
  const root = await signIn('root', 'super_admin');
  const dana = await signIn('dana', 'admin');
  await root.send('PATCH', `users/${dana.id}`, { firstName: 'Dana' });
  expect(await dana.isIn()).toBe(true);
  const reply = await root.send('PATCH', `users/${dana.id}`, { role: 'view_only' });
  expect([reply.status, await reply.json()]).toMatchObject([200, { role: 'view_only', firstName: 'Dana' }]);
  expect([await dana.isIn(), await root.isIn()]).toEqual([false, true]);
});

it("ends the sessions of a deactivated account, and refuses to deactivate one's own", async () => {
  const dana = await signIn('dana', 'admin');
  const lena = await signIn('lena', 'view_only');
  expect((await dana.send('PATCH', `users/${lena.id}/deactivate`)).status).toBe(200);
  expect(await lena.isIn()).toBe(false);
  const again = await dana.send('PATCH', `users/${lena.id}/deactivate`);
  const self = await dana.send('PATCH', `staff/${dana.id}/deactivate`);
  expect([again.status, self.status, (await readError(self)).message]).toEqual([
    409,
    403,
    'You cannot deactivate yourself.',
  ]);
  const [reactivate, root] = [`users/${lena.id}/reactivate`, await signIn('root', 'super_admin')];
  expect((await dana.send('PATCH', reactivate)).status).toBe(403);
  expect(await (await root.send('PATCH', reactivate)).json()).toMatchObject({ isActive: true });
  expect([await lena.isIn(), (await root.send('PATCH', reactivate)).status]).toEqual([false, 409]);
});

it('keeps the last active super administrator, who cannot change their own role', async () => {
  const root = await signIn('root', 'super_admin');
  const reply = await root.send('PATCH', `users/${root.id}`, { role: 'admin' });
  expect([reply.status, (await readError(reply)).message]).toEqual([
    409,
    'The last active super administrator has to stay.',
  ]);
  expect(await rows('SELECT role FROM users')).toEqual([{ role: 'super_admin' }]);
});

describe('an administrator', () => {
  it.each([
    ['super_admin', { firstName: 'X' }, 403],
    ['admin', { firstName: 'X' }, 200],
    ['admin', { email: 'other@example.com' }, 403],
    ['admin', { username: 'other' }, 403],
    ['admin', { password: 'battery staple' }, 403],
    ['admin', { role: 'view_only' }, 403],
    ['view_only', { role: 'admin' }, 200],
    ['view_only', { role: 'super_admin' }, 403],
    ['view_only', { email: 'other@example.com' }, 200],
  ] as const)('who changes a %s by %o is answered %i', async (...[role, changes, status]) => {
    const dana = await signIn('dana', 'admin');
    const other = await addUser({ username: 'target', password: 'x', role });
    expect((await dana.send('PATCH', `users/${other}`, changes)).status).toBe(status);
  });

  it('creates administrators on the Team screen and super administrators nowhere', async () => {
    const dana = await signIn('dana', 'admin');
    expect(await (await dana.send('POST', 'staff', lee)).json()).toMatchObject({ role: 'admin' });
    const sup = { ...lee, username: 'sue', email: 'sue@example.com', role: 'super_admin' };
    expect((await dana.send('POST', 'staff', sup)).status).toBe(400);
    expect((await dana.send('POST', 'users', sup)).status).toBe(403);
  });
});

it('upgrades administrators only', async () => {
  const root = await signIn('root', 'super_admin');
  const dana = await addUser({ username: 'dana', password: 'x', role: 'admin' });
  const lena = await addUser({ username: 'lena', password: 'x', role: 'view_only' });
  const upgrade = async (id: number) =>
    (await root.send('PATCH', `users/${id}/upgrade-to-super-admin`)).status;
  expect([await upgrade(dana), await upgrade(dana), await upgrade(lena), await upgrade(999)]).toEqual([
    200, 409, 409, 404,
  ]);
  expect((await root.send('PATCH', `staff/${lena}/change-role`, { role: 'admin' })).status).toBe(200);
});

it('the second of two changes gets a conflict with the first one', async () => {
  const root = await signIn('root', 'super_admin');
  const dana = await signIn('dana', 'admin');
  const read = await root.send('GET', `users/${dana.id}`);
  const ifMatch = read.headers.get('ETag') ?? '';
  const first = await dana.send('PATCH', `users/${dana.id}`, { phone: '555-010-0142', ifMatch });
  expect([first.status, first.headers.get('ETag')]).toEqual([200, '"2"']);
  const second = await root.send('PATCH', `users/${dana.id}`, { firstName: 'D', ifMatch });
  expect([second.status, await second.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'dana', changedAt: expect.any(String), changed: ['phone'] },
  ]);
  expect((await root.send('PATCH', `users/${dana.id}`, { firstName: 'D' })).status).toBe(200);
});

it('refuses a deactivation or a promotion of an account that another user has changed since', async () => {
  const root = await signIn('root', 'super_admin');
  const dana = await signIn('dana', 'admin');
  const ifMatch = '"1"';
  await root.send('PATCH', `users/${dana.id}`, { firstName: 'D' });
  for (const path of [
    `users/${dana.id}/deactivate`,
    `users/${dana.id}/upgrade-to-super-admin`,
    `staff/${dana.id}/deactivate`,
  ]) {
    const reply = await root.send('PATCH', path, { ifMatch });
    expect([path, reply.status, await reply.json()]).toMatchObject([path, 409, { code: 'stale' }]);
  }
  const role = await root.send('PATCH', `staff/${dana.id}/change-role`, { role: 'view_only', ifMatch });
  expect([role.status, await dana.isIn()]).toEqual([409, true]);
  const reply = await root.send('PATCH', `users/${dana.id}/deactivate`, { ifMatch: '"2"' });
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"3"']);
});

it('creates no driver without a phone number', async () => {
  const root = await signIn('root', 'super_admin');
  const lena = await addUser({ username: 'lena', password: 'x', role: 'admin' });
  const message = 'Valid phone number is required';
  for (const path of [`users/${lena}`, `staff/${lena}/change-role`]) {
    const reply = await root.send('PATCH', path, { role: 'driver' });
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path: 'phone', message }]]);
  }
  await root.send('PATCH', `users/${lena}`, { phone: '555-010-0142' });
  const reply = await root.send('PATCH', `staff/${lena}/change-role`, { role: 'driver' });
  expect([reply.status, await reply.json()]).toMatchObject([200, { role: 'driver' }]);
  expect((await root.send('PATCH', `users/${lena}`, { phone: '' })).status).toBe(400);
});

it.each([{ email: 'new@example.com' }, { password: 'battery staple' }, { username: 'lena2' }])(
  'lets a reset link that is under way end with %o',
  async (changes) => {
    const root = await signIn('root', 'super_admin');
    const lena = await addUser({ username: 'lena', password: 'x', role: 'admin' });
    const link = () => rows('SELECT password_reset_token AS token FROM users WHERE id = ?', lena);
    await rows("UPDATE users SET password_reset_token = 'hash' WHERE id = ?", lena);
    await root.send('PATCH', `users/${lena}`, { firstName: 'Lena' });
    expect(await link()).toEqual([{ token: 'hash' }]);
    await root.send('PATCH', `users/${lena}`, changes);
    expect(await link()).toEqual([{ token: null }]);
  },
);

it('keeps a history that cannot be rewritten', async () => {
  const root = await signIn('root', 'super_admin');
  const dana = await signIn('dana', 'admin');
  await root.send('PATCH', `users/${dana.id}`, { firstName: 'Dana', password: 'battery staple' });
  const [entry, ...others] = await (await root.send('GET', `users/${dana.id}/history`)).json<object[]>();
  expect([entry, others]).toEqual([
    {
      id: expect.any(Number),
      action: 'changed',
      actorType: 'staff',
      changedBy: 'root',
      changedAt: expect.any(String),
      before: { firstName: null, password: null },
      after: { firstName: 'Dana', password: null },
    },
    [],
  ]);
  await expect(rows("UPDATE history SET actor_name = 'another'")).rejects.toThrow('history_is_append_only');
  await expect(rows('DELETE FROM history')).rejects.toThrow('history_is_append_only');
});

describe('the list', () => {
  const names = async (reply: Response) => (await reply.json<Account[]>()).map((user) => user.username);

  it('is searched, filtered and sorted by the server', async () => {
    const root = await signIn('root', 'super_admin');
    await addUser({ username: 'ann_1', password: 'x', role: 'admin' });
    await addUser({ username: 'annx1', password: 'x', role: 'driver' });
    await addUser({ username: 'bob', password: 'x', role: 'admin', isActive: false });
    const list = async (query: string) => names(await root.send('GET', `users?${query}`));
    expect(await list('sort=-username')).toEqual(['root', 'bob', 'annx1', 'ann_1']);
    expect(await list('search=ANN_1')).toEqual(['ann_1']);
    expect(await list('role=admin&isActive=true')).toEqual(['ann_1']);
    expect(await names(await root.send('GET', 'staff?isActive=false'))).toEqual(['bob']);
    for (const wrong of [
      'sort=password',
      'limit=0',
      'limit=201',
      'limit=x',
      'cursor=x',
      'page=2',
      'isActive=1',
    ]) {
      expect([wrong, (await root.send('GET', `users?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it('pages forwards and backwards without gaps or repeats, in any order', async () => {
    const root = await signIn('root', 'super_admin');
    for (let i = 0; i < 6; i += 1) {
      await addUser({ username: `user${i}`, password: 'x', role: i % 2 ? 'admin' : 'view_only' });
    }
    const link = (reply: Response, rel: string) =>
      new RegExp(`</api/admin/([^>]+)>; rel="${rel}"`).exec(reply.headers.get('Link') ?? '')?.[1];
    for (const sort of ['id', '-id', 'role', '-username']) {
      const whole = await names(await root.send('GET', `users?sort=${sort}`));
      const pages: string[][] = [];
      let reply = await root.send('GET', `users?sort=${sort}&limit=3`);
      expect([reply.headers.get('X-Total-Count'), link(reply, 'prev')]).toEqual(['7', undefined]);
      for (;;) {
        pages.push(await names(reply));
        const next = link(reply, 'next');
        if (!next) break;
        reply = await root.send('GET', next);
      }
      expect([sort, pages.flat()]).toEqual([sort, whole]);
      const back = await root.send('GET', link(reply, 'prev') ?? '');
      expect([sort, await names(back)]).toEqual([sort, pages.at(-2)]);
    }
  });
});
