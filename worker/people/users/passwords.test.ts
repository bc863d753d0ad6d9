import { beforeEach, expect, it } from 'vitest';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUser, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

it.each(['super_admin', 'admin'] as const)(
  'refuses a %s who changes the own username, e-mail or password without the current password',
  async (role) => {
    const dana = await signIn('dana', role);
    const before = await rows('SELECT * FROM users');
    for (const changes of [
      { password: 'battery staple' },
      { username: 'dana.w' },
      { email: 'dana@elsewhere.example' },
      { email: 'dana@example.com' },
      { firstName: 'Dana', username: 'dana' },
    ]) {
      const reply = await dana.send('PATCH', `admin/users/${dana.id}`, changes);
      const { code, message } = await readError(reply);
      expect([reply.status, code, message]).toEqual([
        403,
        'forbidden',
        'Change your own username, e-mail and password in Settings, with your current password.',
      ]);
    }
    expect([
      await rows('SELECT * FROM users'),
      (await dana.send('GET', 'admin/current-user')).status,
    ]).toEqual([before, 200]);
    expect((await dana.send('PATCH', `admin/users/${dana.id}`, { firstName: 'Dana' })).status).toBe(200);
  },
);

it("compares a new password with the account's username after the change", async () => {
  const root = await signIn('root', 'super_admin');
  const lena = await addUser({ username: 'lena', password: 'x', role: 'admin' });
  const message = 'Password must not contain the username';
  for (const changes of [
    { password: 'truck of Lena' },
    { password: 'truck of Mona', username: 'mona' },
    { password: '          ' },
  ]) {
    const reply = await root.send('PATCH', `admin/users/${lena}`, changes);
    expect([reply.status, (await readError(reply)).issues?.[0]?.path]).toEqual([400, 'password']);
  }
  const old = await root.send('PATCH', `admin/users/${lena}`, { password: 'truck of Lena' });
  expect((await readError(old)).issues).toEqual([{ path: 'password', message }]);
  const renamed = await root.send('PATCH', `admin/users/${lena}`, {
    password: 'truck of Lena',
    username: 'mona',
  });
  expect(renamed.status).toBe(200);
});

it('refuses a new account whose password contains its username', async () => {
  const root = await signIn('root', 'super_admin');
  const reply = await root.send('POST', 'admin/users', {
    username: 'lena',
    password: 'truck of Lena',
    email: 'lena@example.com',
    firstName: 'Lena',
    lastName: 'Ray',
  });
  const message = 'Password must not contain the username';
  expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path: 'password', message }]]);
  expect(await rows('SELECT username FROM users')).toEqual([{ username: 'root' }]);
});
