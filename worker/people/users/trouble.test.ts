import { env } from 'cloudflare:workers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { storeResetToken } from '#worker/people/auth/repo.ts';
import { resetPassword } from '#worker/people/auth/reset.ts';
import { changeEmail, changePassword, changeUsername, signIn } from '#worker/people/auth/service.ts';
import { captureLog } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUser, createUser, deactivateUser } from './service.ts';

beforeEach(startOver);

const password = 'correct horse';
const origin = { ip: '203.0.113.7', deviceToken: null };
const identity = { username: 'dana', role: 'admin' } as const;
const account = {
  username: 'lee',
  password: 'battery staple',
  email: 'lee@example.com',
  role: 'admin',
} as const;

async function makeOffice() {
  const world = makeTestContext();
  const root: Actor = {
    userId: await addUser({ username: 'root', password, role: 'super_admin' }),
    sessionId: 'root',
    username: 'root',
    role: 'super_admin',
  };
  const id = await addUser({ username: 'dana', password, role: 'admin' });
  await storeResetToken(world.ctx.db, id, { hash: await sha256('token'), expiresAt: Date.now() + 60_000 });
  const dana: Actor = { userId: id, sessionId: 'none', ...identity };
  const token = await world.ctx.sessions.open(id, { identity, device: 'Test' });
  return { ...world, root, dana, id, isIn: async () => (await world.ctx.sessions.check(token)) !== null };
}

type Office = Awaited<ReturnType<typeof makeOffice>>;

/** Every change of an account, made on the account dana. */
const CHANGES: [string, (office: Office) => Promise<unknown>][] = [
  [
    'a role',
    ({ ctx, root, id }) => changeUser(ctx, root, { id, version: null, changes: { role: 'view_only' } }),
  ],
  ['a deactivation', ({ ctx, root, id }) => deactivateUser(ctx, root, { id, version: null })],
  [
    'the own password',
    ({ ctx, dana }) =>
      changePassword(ctx, dana, { currentPassword: password, newPassword: 'battery staple', origin }),
  ],
  [
    'the own username',
    ({ ctx, dana }) =>
      changeUsername(ctx, dana, { currentPassword: password, newUsername: 'dana.w', origin }),
  ],
  [
    'the own e-mail address',
    ({ ctx, dana }) =>
      changeEmail(ctx, dana, { currentPassword: password, newEmail: 'dana@elsewhere.example', origin }),
  ],
  [
    'a password by a mailed link',
    ({ ctx }) => resetPassword(ctx, { token: 'token', password: 'battery staple', origin }),
  ],
];

/** A database that rejects writes to a table, in the middle of any batch. */
async function refuseInserts(table: string) {
  await env.DB.exec(
    `CREATE TRIGGER out_of_order BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
  );
  onTestFinished(async () => {
    await env.DB.exec('DROP TRIGGER IF EXISTS out_of_order');
  });
}

const everything = () => rows('SELECT * FROM users ORDER BY id');

it.each(CHANGES)('changes nothing by %s when the database fails in the middle', async (_what, change) => {
  for (const table of ['history', 'outbox']) {
    await startOver();
    const office = await makeOffice();
    const before = await everything();
    await refuseInserts(table);
    await expect(change(office)).rejects.toThrow(/out of order|insert into/i);
    await env.DB.exec('DROP TRIGGER out_of_order');
    expect([
      await everything(),
      await rows('SELECT * FROM outbox'),
      await rows('SELECT * FROM history'),
      await rows('SELECT * FROM known_devices'),
    ]).toEqual([before, [], [], []]);
  }
});

it('creates no account without its history', async () => {
  const { ctx, root } = await makeOffice();
  await refuseInserts('history');
  const person = { ...account, firstName: 'Lee', lastName: 'Ray' };
  await expect(createUser(ctx, root, person)).rejects.toThrow(/out of order|insert into/i);
  expect(await rows("SELECT * FROM users WHERE username = 'lee'")).toEqual([]);
});

it.each(CHANGES)('refuses %s when the sessions cannot be ended', async (_what, change) => {
  const office = await makeOffice();
  const before = await everything();
  office.ctx.sessions.endAll = () => Promise.reject(new Error('The sessions are away'));
  await expect(change(office)).rejects.toThrow('The sessions are away');
  expect([await everything(), await rows('SELECT * FROM outbox'), await office.isIn()]).toEqual([
    before,
    [],
    true,
  ]);
});

it.each(CHANGES)(
  'makes %s though the queue is away, and ends later logins by the cron',
  async (_what, change) => {
    const log = captureLog();
    const office = await makeOffice();
    const { ctx, id } = office;
    ctx.send = () => Promise.reject(new Error('The queue is away'));
    await change(office);
    expect(log.text()).not.toContain('dana');
    const late = await ctx.sessions.open(id, { identity, device: 'Late' });
    expect(await processPendingRows(ctx, { includeRecent: true })).toMatchObject({ failed: 0 });
    expect(await ctx.sessions.check(late)).toBeNull();
  },
);

it('a refused change ends no session', async () => {
  const office = await makeOffice();
  const { ctx, root, id, isIn } = office;
  const rootToken = await ctx.sessions.open(root.userId, {
    identity: { username: 'root', role: 'super_admin' },
    device: 'Test',
  });
  const refusals: [number, object, string][] = [
    [id, { username: 'ROOT' }, 'This username is already taken.'],
    [id, { email: 'root@example.com', password: 'battery staple' }, 'This e-mail address is already in use.'],
    [root.userId, { role: 'admin' }, 'The last active super administrator has to stay.'],
  ];
  for (const [target, changes, message] of refusals) {
    const changing = changeUser(ctx, root, { id: target, version: null, changes });
    await expect(changing).rejects.toMatchObject({ code: 'conflict', message });
  }
  const taken = changeUsername(ctx, office.dana, { currentPassword: password, newUsername: 'root', origin });
  await expect(taken).rejects.toMatchObject({ code: 'conflict' });
  const newEmail = 'root@example.com';
  const inUse = changeEmail(ctx, office.dana, { currentPassword: password, newEmail, origin });
  await expect(inUse).rejects.toMatchObject({ code: 'conflict' });
  expect([await isIn(), await ctx.sessions.check(rootToken)]).toEqual([true, expect.anything()]);
  expect(await signIn(ctx, { username: 'dana', password }, { origin, device: 'Test' })).toBeDefined();
});
