import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '#worker/sessions/sessions.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUsername } from './service.ts';

beforeEach(startOver);

const currentPassword = 'correct horse';
const origin = { ip: '203.0.113.7', deviceToken: null };

async function actorNamed(username: string): Promise<Actor> {
  const userId = await addUser({ username, password: currentPassword, role: 'admin' });
  return { userId, sessionId: 'test', username, role: 'admin' };
}

it('gives a username to one of two who want it at once, and tells the other', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const actors = [await actorNamed('dana'), await actorNamed('lee')];
  const outcomes = await Promise.allSettled(
    actors.map((actor) => changeUsername(ctx, actor, { currentPassword, newUsername: 'boss', origin })),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const message = 'This username is already taken.';
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message, extras: { issues: [{ path: 'newUsername', message }] } },
  });
  expect(await rows("SELECT username FROM users WHERE username = 'boss'")).toHaveLength(1);
  expect(await rows('SELECT user_id FROM outbox')).toHaveLength(1);
});
