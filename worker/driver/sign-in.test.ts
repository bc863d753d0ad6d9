import { expect, it } from 'vitest';
import { errorOf } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { createLink } from './sign-in.ts';

it('a sign-in link is not texted without the keys of a provider', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const userId = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
  await rows("UPDATE users SET phone = '(518) 555-0161' WHERE id = ?", userId);
  const { ctx } = makeTestContext();
  const ask = (texts: typeof ctx.texts, isTexted: boolean) =>
    createLink({ ...ctx, texts }, dana.actor, { userId, isTexted });
  await expect(ask(null, true)).rejects.toMatchObject({ code: 'conflict' });
  expect(await ask(null, false)).toMatchObject({ canText: false });
  expect(await ask(ctx.texts, false)).toMatchObject({ canText: true });
});

it('dispatchers list the sessions of a driver and end one', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const ben = await signIn('ben', 'driver');
  const { ctx } = makeTestContext();
  await ctx.sessions.open(ben.id, { identity: { username: 'ben', role: 'driver' }, device: 'Old phone' });
  const path = `admin/users/${ben.id}/sessions`;
  const list = async () => (await dana.send('GET', path)).json<{ id: string; device: string }[]>();
  const before = await list();
  const old = before.find(({ device }) => device === 'Old phone');
  const end = () => dana.send('DELETE', `${path}/${old?.id}`);
  expect([before.length, (await end()).status]).toEqual([2, 204]);
  expect(await errorOf(await end())).toMatchObject({ message: 'This session has ended already.' });
  expect(await list()).toEqual(
    before.filter(({ id }) => id !== old?.id).map(({ id }) => expect.objectContaining({ id })),
  );
  expect((await ben.send('GET', 'driver/routes')).status).toBe(200);
  expect(await (await dana.send('GET', `admin/users/${ben.id}/history`)).json()).toMatchObject([
    { action: 'driver_session_ended', changedBy: 'dana' },
  ]);
  const ofDana = `admin/users/${dana.id}/sessions`;
  expect((await dana.send('GET', ofDana)).status).toBe(409);
  expect((await dana.send('DELETE', `${ofDana}/${old?.id}`)).status).toBe(409);
});
