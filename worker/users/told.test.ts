import { beforeEach, expect, it } from 'vitest';
import { handleWaitingNotices } from '#worker/queue/outbox.ts';
import { signedIn } from '#worker/test/office.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUser, deactivateUser } from './service.ts';

beforeEach(startOver);

/** A world whose queue loses everything, so that the cron alone delivers, here and once. */
function makeOwnWorld(options: { pauseMs?: number } = {}) {
  const world = makeTestContext(options);
  world.ctx.send = () => Promise.resolve();
  return world;
}

it('tells an administrator at the old address who changed what, and nothing of the new values', async () => {
  const { actor } = await signedIn('sue', 'super_admin');
  const lee = await signedIn('lee', 'admin');
  const { ctx, mails } = makeOwnWorld();
  const changes = { email: 'lee@elsewhere.example', role: 'view_only' as const, password: 'battery staple' };
  await changeUser(ctx, actor, { id: lee.id, changes, version: null });
  await handleWaitingNotices(ctx, { isForced: true });
  await handleWaitingNotices(ctx, { isForced: true });
  expect(mails).toEqual([
    {
      to: 'lee@example.com',
      subject: 'Your account at Ironwood Dumpsters was changed',
      text: expect.stringContaining(
        'sue changed the e-mail address, the role, and the password of your account.',
      ),
      html: expect.any(String),
      cause: expect.any(String),
    },
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/elsewhere|battery|view_only/);
});

it('tells nobody of what they change themselves, of a name, or where there is no address', async () => {
  const { actor, id } = await signedIn('sue', 'super_admin');
  const lee = await signedIn('lee', 'admin');
  const kim = await signedIn('kim', 'admin');
  await rows('UPDATE users SET email = NULL WHERE id = ?', kim.id);
  const { ctx, mails } = makeOwnWorld();
  await changeUser(ctx, actor, { id, changes: { email: 'sue@elsewhere.example' }, version: null });
  await changeUser(ctx, actor, { id: lee.id, changes: { firstName: 'Lee' }, version: null });
  await changeUser(ctx, actor, { id: kim.id, changes: { role: 'view_only' }, version: null });
  await deactivateUser(ctx, actor, { id: lee.id, version: null });
  await handleWaitingNotices(ctx, { isForced: true });
  expect(mails).toEqual([]);
});

it('tells once of each change, however many are made at once', async () => {
  const { actor } = await signedIn('sue', 'super_admin');
  const lee = await signedIn('lee', 'admin');
  const { ctx, mails } = makeOwnWorld({ pauseMs: 5 });
  const changes = [{ username: 'lee.ray' }, { password: 'battery staple' }, { role: 'view_only' as const }];
  await Promise.all(
    changes.map((each) => changeUser(ctx, actor, { id: lee.id, changes: each, version: null })),
  );
  await handleWaitingNotices(ctx, { isForced: true });
  expect(mails.map(({ text }) => /changed (.*) of your account/.exec(text)?.[1]).toSorted()).toEqual([
    'the password',
    'the role',
    'the username',
  ]);
});
