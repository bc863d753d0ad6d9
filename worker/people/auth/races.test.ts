import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { requestReset, resetPassword, sendPasswordResetEmail } from './reset.ts';
import { changePassword, changeUsername, signIn } from './service.ts';

beforeEach(startOver);

const password = 'correct horse';
const ip = '203.0.113.7';
const origin = { ip, deviceToken: null };

async function actorNamed(username: string): Promise<Actor> {
  const userId = await addUser({ username, password, role: 'admin' });
  return { userId, sessionId: 'test', username, role: 'admin' };
}

/** The results of concurrent calls. */
async function atOnce(calls: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(calls);
  const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
  return { won, lost: outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])) };
}

it('gives a username to one of two concurrent callers; the other gets a conflict', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const actors = [await actorNamed('dana'), await actorNamed('lee')];
  const change = { currentPassword: password, newUsername: 'boss', origin };
  const { won, lost } = await atOnce(actors.map((actor) => changeUsername(ctx, actor, change)));
  const message = 'This username is already taken.';
  expect([won, lost]).toMatchObject([
    1,
    [{ code: 'conflict', message, extras: { issues: [{ path: 'newUsername', message }] } }],
  ]);
  expect(await rows("SELECT username FROM users WHERE username = 'boss'")).toHaveLength(1);
  const winner = "(SELECT id FROM users WHERE username = 'boss')";
  expect(await rows(`SELECT kind, user_id = ${winner} AS isWinner FROM outbox ORDER BY kind`)).toEqual([
    { kind: 'account-changed', isWinner: 1 },
    { kind: 'end-sessions', isWinner: 1 },
  ]);
  expect(await rows('SELECT after FROM history')).toEqual([{ after: '{"username":"boss"}' }]);
});

it('changes a password once when two callers confirm the same one', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const dana = await actorNamed('dana');
  const change = (newPassword: string) =>
    changePassword(ctx, dana, { currentPassword: password, newPassword, origin });
  const { won, lost } = await atOnce([change('battery staple'), change('paper clip 17')]);
  expect([won, lost]).toMatchObject([1, [{ code: 'forbidden', message: 'Current password is incorrect.' }]]);
  expect(await rows('SELECT subject_id, version, before, after FROM history')).toEqual([
    { subject_id: dana.userId, version: 2, before: '{"password":null}', after: '{"password":null}' },
  ]);
});

it('takes a mailed link once, also from two at once', async () => {
  const { ctx, mails, finishAfterReplies } = makeTestContext({ pauseMs: 5 });
  const { userId } = await actorNamed('dana');
  await requestReset(ctx, { email: 'dana@example.com', ip });
  await finishAfterReplies();
  await sendPasswordResetEmail(ctx, { userId, outboxId: 'notification' });
  const token = /#token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const { won, lost } = await atOnce(
    ['battery staple', 'paper clip 17'].map((to) => resetPassword(ctx, { token, password: to, origin })),
  );
  expect([won, lost]).toMatchObject([1, [{ code: 'invalid', extras: { issues: [{ path: 'token' }] } }]]);
  expect(await rows('SELECT action, actor_name FROM history')).toEqual([
    { action: 'reset', actor_name: 'dana' },
  ]);
});

it.each([
  'is_active = 0',
  "role = 'view_only'",
  "username = 'lee'",
  "password = 'scrypt$2$1$1$c2FsdA$aGFzaA'",
])('opens no session when %s was set while the password was checked', async (change) => {
  const { ctx } = makeTestContext();
  const { userId } = await actorNamed('dana');
  const { open } = ctx.sessions;
  ctx.sessions.open = async (...args) => {
    await rows(`UPDATE users SET ${change}`);
    return open(...args);
  };
  const signingIn = signIn(ctx, { username: 'dana', password }, { origin, device: 'Test' });
  await expect(signingIn).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await ctx.sessions.list(userId)).toEqual([]);
});

it('leaves no session behind when the database fails during the login', async () => {
  const { ctx } = makeTestContext();
  const { userId } = await actorNamed('dana');
  const { open } = ctx.sessions;
  ctx.sessions.open = async (...args) => {
    ctx.db.insert = () => {
      throw new Error('The database is away');
    };
    return open(...args);
  };
  const signingIn = signIn(ctx, { username: 'dana', password }, { origin, device: 'Test' });
  await expect(signingIn).rejects.toThrow('The database is away');
  expect(await ctx.sessions.list(userId)).toEqual([]);
});
