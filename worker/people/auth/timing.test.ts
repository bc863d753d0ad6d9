import { beforeEach, describe, expect, it } from 'vitest';
import { makeDb } from '#worker/base/db/client.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { failingDatabase, tracingDatabase } from '#worker/test/databases.ts';
import { captureLog, post } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { requestReset, resetPassword } from './reset.ts';
import { DUMMY_HASH, signIn } from './service.ts';

beforeEach(startOver);

const ip = '203.0.113.7';

/**
 * Adds an active, an inactive and a driver's account, and one with a recent reset e-mail. The work must be the same for
 * these and for an unknown account.
 */
async function addAccounts() {
  const password = 'correct horse';
  await addUser({ username: 'active', password, role: 'admin' });
  await addUser({ username: 'inactive', password, role: 'admin', isActive: false });
  await addUser({ username: 'driver', password, role: 'driver' });
  await addUser({ username: 'mailed', password, role: 'admin' });
  const { ctx, finishAfterReplies } = makeTestContext();
  await requestReset(ctx, { email: 'mailed@example.com', ip: '' });
  await finishAfterReplies();
}
const NAMES = ['unknown', 'active', 'inactive', 'driver', 'mailed'];

/** The statements that an action sends, and the work that it starts after the reply. */
async function traced(act: (world: ReturnType<typeof makeTestContext>['ctx']) => Promise<unknown>) {
  const { ctx } = makeTestContext();
  const { database, sent } = tracingDatabase(testEnv.DB);
  const left: (() => Promise<void>)[] = [];
  const messages: unknown[] = [];
  const outcome = await act({
    ...ctx,
    db: makeDb(database, 'first-primary'),
    pause: async () => {},
    send: async (message) => void messages.push(message),
    afterReply: (work) => void left.push(work),
  }).catch((error: unknown) => String(error));
  return { outcome, sent: [...sent], messages, left };
}

describe('forgot-password', () => {
  it('does the same before its reply for every account, and calls the queue after it', async () => {
    await addAccounts();
    const found = [];
    for (const name of NAMES) {
      found.push(await traced((ctx) => requestReset(ctx, { email: `${name}@example.com`, ip })));
    }
    const shown = found.map(({ outcome, sent, messages, left }) => ({
      outcome,
      sent,
      messages: [...messages],
      left: left.length,
    }));
    expect(shown).toEqual(Array(NAMES.length).fill(shown[0]));
    expect(shown[0]).toMatchObject({ sent: ['batch'], messages: [], left: 1 });
    for (const { left } of found) for (const work of left) await work();
    expect(found.map(({ messages }) => messages.length)).toEqual([0, 1, 0, 1, 0]);
    expect(await rows('SELECT username FROM outbox JOIN users ON users.id = user_id ORDER BY 1')).toEqual([
      { username: 'active' },
      { username: 'driver' },
      { username: 'mailed' },
    ]);
  });

  it('writes in the transaction of every request, also when no address is counted', async () => {
    await addAccounts();
    for (const name of NAMES) {
      const [before] = await rows<{ count: number }>("SELECT count FROM rate_limits WHERE key = 'reset:all'");
      await traced((ctx) => requestReset(ctx, { email: `${name}@example.com`, ip: '' }));
      const [after] = await rows<{ count: number }>("SELECT count FROM rate_limits WHERE key = 'reset:all'");
      expect(after?.count).toBe((before?.count ?? 0) + 1);
    }
  });

  it('fails the same when the database fails, and succeeds the same when the queue fails', async () => {
    await addAccounts();
    const log = captureLog();
    const queue = { ...testEnv.TASKS, send: () => Promise.reject(new Error('The queue is away')) };
    for (const [env, status] of [
      [{ ...testEnv, DB: failingDatabase(testEnv.DB, 'The database is away') }, 500],
      [{ ...testEnv, TASKS: queue }, 200],
    ] as const) {
      const replies = [];
      for (const name of NAMES) {
        const reply = await post('/api/forgot-password', { email: `${name}@example.com` }, { env });
        const { message } = await reply.json<{ message: string }>();
        replies.push([reply.status, message]);
      }
      expect(replies).toEqual(Array(NAMES.length).fill([status, replies[0]?.[1]]));
    }
    expect(log.text()).not.toContain('@example.com');
  });

  it('limits an address equally for known and unknown accounts', async () => {
    await addAccounts();
    const outcomes = [];
    for (const name of ['unknown', 'active']) {
      await rows('DELETE FROM rate_limits');
      const asked = Array.from({ length: 21 }, () =>
        traced((ctx) => requestReset(ctx, { email: `${name}@example.com`, ip })),
      );
      outcomes.push((await Promise.all(asked)).map(({ outcome }) => String(outcome)).toSorted());
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.filter((outcome) => outcome.includes('Too many requests'))).toHaveLength(1);
  });
});

describe('a failed login', () => {
  it.each([
    ['without a device', null],
    ['from a device with a cookie of its own making', newToken()],
  ])('sends the same statements for every account, %s', async (_what, deviceToken) => {
    await addAccounts();
    const found = [];
    for (const username of NAMES) {
      const { outcome, sent, left } = await traced((ctx) =>
        signIn(ctx, { username, password: 'wrong' }, { origin: { ip, deviceToken }, device: 'Test' }),
      );
      found.push({ outcome, sent, left });
    }
    expect(found).toEqual(Array(NAMES.length).fill(found[0]));
    expect(found[0]?.outcome).toContain('The username or password is not right.');
  });

  it('hashes at the same cost for an unknown account', async () => {
    const costOf = (hash: string) => hash.split('$').slice(0, 4);
    expect(costOf(DUMMY_HASH)).toEqual(costOf(await hashPassword('correct horse')));
  });
});

it('a reset with an invalid token sends the same statements for every reason', async () => {
  await addAccounts();
  await rows(
    "UPDATE users SET password_reset_token = ?, password_reset_expires = 1 WHERE username = 'active'",
    await sha256('good'),
  );
  const found = [];
  for (const token of ['good', 'unknown']) {
    const { outcome, sent } = await traced((ctx) =>
      resetPassword(ctx, { token, password: 'battery staple', origin: { ip, deviceToken: null } }),
    );
    found.push({ outcome, sent });
  }
  expect(found[0]).toEqual(found[1]);
  expect(found[0]?.outcome).toContain('This link is no longer valid');
});
