import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { storeResetToken } from '#worker/people/auth/repo.ts';
import { resetPassword } from '#worker/people/auth/reset.ts';
import { changeEmail, changePassword, changeUsername } from '#worker/people/auth/service.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUser, deactivateUser } from './service.ts';

beforeEach(startOver);

/** A context whose queue loses all messages, so that only the cron delivers, once. */
function makeOwnWorld(options: { pauseMs?: number } = {}) {
  const world = makeTestContext(options);
  world.ctx.send = () => Promise.resolve();
  return world;
}

it('e-mails the old address with the user and the changed fields, without the new values', async () => {
  const { actor } = await signIn('sue', 'super_admin');
  const lee = await signIn('lee', 'admin');
  const { ctx, mails } = makeOwnWorld();
  const changes = { email: 'lee@elsewhere.example', role: 'view_only' as const, password: 'battery staple' };
  await changeUser(ctx, actor, { id: lee.id, changes, version: null });
  await processPendingRows(ctx, { includeRecent: true });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toEqual([
    {
      to: 'lee@example.com',
      subject: 'Your account at Ironwood Dumpsters was changed',
      text: expect.stringContaining(
        'sue changed the e-mail address, the role, and the password of your account.',
      ),
      html: expect.any(String),
      dedupeKey: expect.any(String),
    },
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/elsewhere|battery|view_only/);
});

it('sends no e-mail about a change of name, a deactivation, or without an address', async () => {
  const { actor } = await signIn('sue', 'super_admin');
  const lee = await signIn('lee', 'admin');
  const kim = await signIn('kim', 'admin');
  await rows('UPDATE users SET email = NULL WHERE id = ?', kim.id);
  const { ctx, mails } = makeOwnWorld();
  await changeUser(ctx, actor, { id: lee.id, changes: { firstName: 'Lee' }, version: null });
  await changeUser(ctx, actor, { id: kim.id, changes: { role: 'view_only' }, version: null });
  await deactivateUser(ctx, actor, { id: lee.id, version: null });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toEqual([]);
});

const own = { currentPassword: 'correct horse', origin: { ip: '', deviceToken: null } };

it.each<[string, string, (ctx: Context, actor: Actor) => Promise<unknown>]>([
  [
    'the password',
    'You changed the password of your account, signed in as sue.',
    (ctx, actor) => changePassword(ctx, actor, { ...own, newPassword: 'battery staple' }),
  ],
  [
    'the username',
    'You changed the username of your account, signed in as sue.',
    (ctx, actor) => changeUsername(ctx, actor, { ...own, newUsername: 'susan' }),
  ],
  [
    'the e-mail address',
    'You changed the e-mail address of your account, signed in as sue.',
    (ctx, actor) => changeEmail(ctx, actor, { ...own, newEmail: 'sue@elsewhere.example' }),
  ],
  [
    'the role',
    'You changed the role of your account, signed in as sue.',
    (ctx, actor) => changeUser(ctx, actor, { id: actor.userId, version: null, changes: { role: 'admin' } }),
  ],
  [
    'the password by a mailed link',
    'You changed the password of your account with a link that we e-mailed to you.',
    async (ctx, { userId }) => {
      await storeResetToken(ctx.db, userId, { hash: await sha256('token'), expiresAt: ctx.now() + 1000 });
      await resetPassword(ctx, { token: 'token', password: 'battery staple', origin: own.origin });
    },
  ],
])('e-mails the old address when people change %s themselves', async (_what, sentence, change) => {
  const { actor } = await signIn('sue', 'super_admin');
  await signIn('max', 'super_admin');
  const { ctx, mails } = makeOwnWorld();
  await change(ctx, actor);
  await processPendingRows(ctx, { includeRecent: true });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ to, text }) => [to, text.includes(sentence)])).toEqual([['sue@example.com', true]]);
  expect(JSON.stringify(mails)).not.toMatch(/elsewhere|battery|susan/);
});

it('sends one e-mail per change, also for concurrent changes', async () => {
  const { actor } = await signIn('sue', 'super_admin');
  const lee = await signIn('lee', 'admin');
  const { ctx, mails } = makeOwnWorld({ pauseMs: 5 });
  const changes = [{ username: 'lee.ray' }, { password: 'battery staple' }, { role: 'view_only' as const }];
  await Promise.all(
    changes.map((each) => changeUser(ctx, actor, { id: lee.id, changes: each, version: null })),
  );
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ text }) => /changed (.*) of your account/.exec(text)?.[1]).toSorted()).toEqual([
    'the password',
    'the role',
    'the username',
  ]);
});
