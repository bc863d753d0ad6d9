import { beforeEach, expect, it } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUser, createUser, deactivateUser } from './service.ts';

beforeEach(startOver);

const version = null;

async function actorNamed(username: string, role: Role): Promise<Actor> {
  const userId = await addUser({ username, password: 'correct horse', role });
  return { userId, sessionId: 'test', username, role };
}

it.each([
  ['deactivate', (ctx, actor, id) => deactivateUser(ctx, actor, { id, version })],
  ['demote', (ctx, actor, id) => changeUser(ctx, actor, { id, version, changes: { role: 'admin' } })],
] as [
  string,
  (ctx: ReturnType<typeof makeTestContext>['ctx'], actor: Actor, id: number) => Promise<unknown>,
][])('keeps one of two super administrators who %s each other at once', async (_what, act) => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const [ann, bob] = [await actorNamed('ann', 'super_admin'), await actorNamed('bob', 'super_admin')];
  const outcomes = await Promise.allSettled([act(ctx, ann, bob.userId), act(ctx, bob, ann.userId)]);
  const message = 'The last active super administrator has to stay.';
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message },
  });
  expect(await rows("SELECT username FROM users WHERE role = 'super_admin' AND is_active = 1")).toHaveLength(
    1,
  );
  expect(await rows('SELECT id FROM history')).toHaveLength(1);
});

it('creates one account when two concurrent calls choose the same username', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const root = await actorNamed('root', 'super_admin');
  const account = { username: 'lee', password: 'battery staple', firstName: 'Lee', lastName: 'Ray' };
  const create = (username: string, email: string) =>
    createUser(ctx, root, { ...account, username, email, role: 'admin' });
  const outcomes = await Promise.allSettled([create('lee', 'a@example.com'), create('LEE', 'b@example.com')]);
  const message = 'This username is already taken.';
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', extras: { issues: [{ path: 'username', message }] } },
  });
  expect(await rows("SELECT action FROM history WHERE action = 'created'")).toHaveLength(1);
});

it('keeps both of two concurrent changes without a version', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const root = await actorNamed('root', 'super_admin');
  const id = await addUser({ username: 'dana', password: 'x', role: 'admin' });
  await Promise.all([
    changeUser(ctx, root, { id, version, changes: { firstName: 'Dana' } }),
    changeUser(ctx, root, { id, version, changes: { phone: '555-010-0142' } }),
  ]);
  expect(await rows('SELECT first_name, phone, version FROM users WHERE id = ?', id)).toEqual([
    { first_name: 'Dana', phone: '555-010-0142', version: 3 },
  ]);
});
