import { expect, it } from 'vitest';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { createLink, signInByLink } from './sign-in.ts';

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

it('an older link works until the text with the new one is accepted', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const userId = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
  await rows("UPDATE users SET phone = '(518) 555-0161' WHERE id = ?", userId);
  const { ctx } = makeTestContext();
  const liveLinks = async () =>
    (await rows('SELECT 1 FROM driver_links WHERE expires_at > ?', Date.now())).length;
  const create = (isTexted: boolean) => createLink(ctx, dana.actor, { userId, isTexted });
  const { url } = await create(false);
  await fetch('https://api.twilio.com/__control/reset', { method: 'POST', body: '{}' });
  await fetch('https://api.twilio.com/__control/fail-next', {
    method: 'POST',
    body: JSON.stringify({ status: 503 }),
  });
  await expect(create(true)).rejects.toMatchObject({ code: 'provider_unavailable' });
  // The text may have been sent all the same, so both work.
  expect(await liveLinks()).toBe(2);
  const token = new URL(url).hash.replace('#token=', '');
  const opening = { origin: { ip: '192.0.2.1', deviceToken: null }, device: 'Phone' };
  expect(await signInByLink(ctx, token, opening)).toMatchObject({ account: { id: userId } });
  await create(true);
  expect(await liveLinks()).toBe(1);
});

it('of two links that are made at the same time one works', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const userId = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const create = () => createLink(ctx, dana.actor, { userId, isTexted: false });
  await Promise.all([create(), create()]);
  expect(await rows('SELECT 1 FROM driver_links WHERE expires_at > ?', Date.now())).toHaveLength(1);
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
  expect(await readError(await end())).toMatchObject({ message: 'This session has ended already.' });
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

it('a newer link of a driver ends older ones, and not those of others', async () => {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  const userId = await addUser({ username: 'ben', password: 'correct horse', role: 'driver' });
  const other = await addUser({ username: 'ray', password: 'correct horse', role: 'driver' });
  const { ctx } = makeTestContext();
  const make = async (id: number) =>
    (await createLink(ctx, dana.actor, { userId: id, isTexted: false })).url.split('#token=')[1] ?? '';
  const opening = { origin: { ip: '', deviceToken: null }, device: 'Phone' };
  const [older, ofOther, newer] = [await make(userId), await make(other), await make(userId)];
  await expect(signInByLink(ctx, older, opening)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await signInByLink(ctx, newer, opening)).toMatchObject({ account: { id: userId } });
  expect(await signInByLink(ctx, ofOther, opening)).toMatchObject({ account: { id: other } });
});
