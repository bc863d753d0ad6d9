import { beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#domain/shared/errors.ts';
import { incrementCount } from '#worker/base/db/rate-limits-repo.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { post, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { insertKnownDevice } from './repo.ts';
import { requestReset, resetPassword } from './reset.ts';
import { signIn } from './service.ts';

beforeEach(startOver);

const ip = '203.0.113.7';
const origin = { ip, deviceToken: null };
const email = 'dana@example.com';
const password = 'battery staple';
const addDana = () => addUser({ username: 'dana', password: 'correct horse', role: 'admin' });

type World = ReturnType<typeof makeTestContext>;

/** Asks for a link, and waits for what follows the reply. */
async function askForLink({ ctx, finishAfterReplies }: World, address = email) {
  await requestReset(ctx, { email: address, ip });
  await finishAfterReplies();
}

/** Requests a link and delivers it by the queue. Returns the mailed token. */
async function mailedToken(world: World): Promise<string> {
  await askForLink(world);
  await processPendingRows(world.ctx, { includeRecent: true });
  return latestToken(world);
}

function latestToken({ mails }: World): string {
  return /#token=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'none';
}

it('mails a link that sets a new password once and ends all sessions', async () => {
  const id = await addDana();
  const world = makeTestContext();
  const { ctx, mails } = world;
  const session = await ctx.sessions.open(id, {
    identity: { username: 'dana', role: 'admin' },
    device: 'Test',
  });
  const token = await mailedToken(world);
  expect(mails).toEqual([
    {
      to: email,
      subject: 'Reset your password at Ironwood Dumpsters',
      text: expect.stringContaining(`/reset-password#token=${token}`),
      html: expect.stringContaining(token),
      dedupeKey: expect.any(String),
    },
  ]);
  await resetPassword(ctx, { token, password, origin });
  expect(await ctx.sessions.check(session)).toBeNull();
  expect(await signIn(ctx, { username: 'dana', password }, { origin, device: 'Test' })).toMatchObject({
    account: { id },
  });
  await expect(resetPassword(ctx, { token, password: 'something else', origin })).rejects.toMatchObject({
    code: 'invalid',
  });
});

describe('after others locked the account and the address', () => {
  const tryIn = async (
    { ctx }: World,
    input: { password: string; ip?: string; deviceToken?: string | null },
  ) => {
    const from = { ip: input.ip ?? ip, deviceToken: input.deviceToken ?? null };
    const signingIn = signIn(
      ctx,
      { username: 'dana', password: input.password },
      { origin: from, device: 'Test' },
    );
    return signingIn.then(
      () => 'in',
      (error: AppError) => error.code,
    );
  };

  async function lockedOut() {
    const id = await addDana();
    const world = makeTestContext();
    world.ctx.pause = async () => {};
    for (let i = 0; i < 10; i += 1) await tryIn(world, { password: 'wrong' });
    for (let i = 0; i < 21; i += 1) {
      const counted = { key: `login:ip:${ip}`, windowMs: 15 * 60_000, nowMs: world.ctx.now() };
      await incrementCount(world.ctx.db, counted);
    }
    expect(await tryIn(world, { password: 'correct horse' })).toBe('too_many');
    return { id, world };
  }

  it('a used reset makes the device known, and it signs in from the same address', async () => {
    const { id, world } = await lockedOut();
    const token = await mailedToken(world);
    const { deviceToken } = await resetPassword(world.ctx, { token, password, origin });
    expect(await rows('SELECT user_id AS id FROM known_devices')).toEqual([{ id }]);
    expect(await tryIn(world, { password, deviceToken })).toBe('in');
  });

  it('a used reset lifts the limit of the account for other devices, too', async () => {
    const { world } = await lockedOut();
    await resetPassword(world.ctx, { token: await mailedToken(world), password, origin });
    expect(await tryIn(world, { password, ip: '198.51.100.9' })).toBe('in');
  });

  it('a reset on a device that locked itself, known or new, unlocks it', async () => {
    for (const isKnown of [true, false]) {
      await startOver();
      const id = await addDana();
      const world = makeTestContext();
      world.ctx.pause = async () => {};
      const deviceToken = newToken();
      if (isKnown) {
        const deviceHash = await sha256(deviceToken);
        await insertKnownDevice(world.ctx.db, { userId: id, deviceHash, createdAt: 0 });
      }
      for (let i = 0; i < 11; i += 1) await tryIn(world, { password: 'wrong', deviceToken });
      expect(await tryIn(world, { password: 'correct horse', deviceToken })).toBe('too_many');
      const token = await mailedToken(world);
      const reset = await resetPassword(world.ctx, { token, password, origin: { ip, deviceToken } });
      expect(reset.deviceToken).toBe(deviceToken);
      expect(await tryIn(world, { password, deviceToken })).toBe('in');
    }
  });

  it('a reset that is refused lifts nothing', async () => {
    const { world } = await lockedOut();
    await mailedToken(world);
    const refused = [
      { token: 'wrong', password },
      { token: latestToken(world), password: 'dana forever' },
    ];
    for (const input of refused) {
      await expect(resetPassword(world.ctx, { ...input, origin })).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await tryIn(world, { password: 'correct horse', ip: '198.51.100.9' })).toBe('too_many');
    expect(await rows('SELECT * FROM known_devices')).toEqual([]);
  });
});

it('sets the cookie of the device', async () => {
  await addDana();
  const token = await mailedToken(makeTestContext());
  const reply = await post('/api/reset-password', { token, password, confirmPassword: password });
  expect([reply.status, reply.headers.getSetCookie()]).toEqual([
    200,
    [
      expect.stringMatching(
        /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ],
  ]);
});

it.each([
  ['dana forever', 'Password must not contain the username'],
  ['password1', 'This password is too common. Choose one that is harder to guess.'],
])('refuses the password %j and keeps the link good', async (refused, message) => {
  await addDana();
  const token = await mailedToken(makeTestContext());
  const reset = (to: string) => post('/api/reset-password', { token, password: to, confirmPassword: to });
  const reply = await reset(refused);
  expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path: 'password', message }]]);
  expect((await reset(password)).status).toBe(200);
});

it('keeps the token out of the database, the outbox and the queue', async () => {
  await addDana();
  const world = makeTestContext();
  const token = await mailedToken(world);
  const stored = JSON.stringify([await rows('SELECT * FROM users'), await rows('SELECT * FROM outbox')]);
  expect(stored).not.toContain(token);
});

it('ends a link after an hour, and with the next link', async () => {
  await addDana();
  const world = makeTestContext();
  const { ctx, passMinutes } = world;
  const first = await mailedToken(world);
  passMinutes(6);
  const second = await mailedToken(world);
  await expect(resetPassword(ctx, { token: first, password, origin })).rejects.toMatchObject({
    code: 'invalid',
  });
  passMinutes(60);
  await expect(resetPassword(ctx, { token: second, password, origin })).rejects.toMatchObject({
    code: 'invalid',
  });
});

it('sends at most one e-mail in five minutes and three an hour', async () => {
  await addDana();
  const world = makeTestContext();
  const { passMinutes, mails } = world;
  await mailedToken(world);
  await mailedToken(world);
  expect(mails).toHaveLength(1);
  for (let i = 0; i < 4; i += 1) {
    passMinutes(6);
    await mailedToken(world);
  }
  expect(mails).toHaveLength(3);
  passMinutes(60);
  await mailedToken(world);
  expect(mails).toHaveLength(4);
});

it('sends one e-mail for any number of deliveries, and tries again when sending failed', async () => {
  await addDana();
  const world = makeTestContext();
  const { ctx, mails } = world;
  await askForLink(world);
  const [notification] = await rows<{ id: string }>('SELECT id FROM outbox');
  const id = notification?.id ?? '';
  const { send } = ctx.mail;
  ctx.mail.send = () => Promise.reject(new Error('refused'));
  await expect(processOutboxRow(ctx, id)).rejects.toThrow('refused');
  expect(await rows('SELECT attempts, error FROM outbox')).toEqual([
    { attempts: 1, error: expect.stringContaining('refused') },
  ]);
  ctx.mail.send = send;
  await processOutboxRow(ctx, id);
  await processOutboxRow(ctx, id);
  expect(mails).toHaveLength(1);
});

it('sends each e-mail to the queue at once, and none that must not be sent', async () => {
  await addDana();
  const world = makeTestContext();
  const sent: unknown[] = [];
  world.ctx.send = async (message) => {
    sent.push(message);
  };
  await askForLink(world);
  await askForLink(world);
  const [notification] = await rows<{ id: string }>('SELECT id FROM outbox');
  expect(sent).toEqual([{ type: 'outbox', id: notification?.id }]);
});

it('leaves new e-mails to the queue, so that the cron sends none twice', async () => {
  await addDana();
  const world = makeTestContext();
  const { ctx, mails, passMinutes } = world;
  await askForLink(world);
  expect(await processPendingRows(ctx, { includeRecent: false })).toMatchObject({ examined: 0 });
  passMinutes(2);
  expect(await processPendingRows(ctx, { includeRecent: false })).toMatchObject({ examined: 1, done: 1 });
  expect(mails).toHaveLength(1);
});

it('gives the same answer for every address', async () => {
  await addDana();
  const answers = [];
  for (const address of [email, 'unknown@example.com']) {
    const reply = await post('/api/forgot-password', { email: address });
    answers.push([reply.status, await reply.json()]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(200);
});

it.each([
  [{ email: 'x' }, '/api/forgot-password', 'email', 'Please enter a valid email address'],
  [
    { token: 't', password: 'short', confirmPassword: 'short' },
    '/api/reset-password',
    'password',
    'Password must be at least 8 characters',
  ],
  [
    { token: 't', password: '         ', confirmPassword: '         ' },
    '/api/reset-password',
    'password',
    'Password must not be blank',
  ],
  [
    { token: 't', password, confirmPassword: 'battery stable' },
    '/api/reset-password',
    'confirmPassword',
    'Passwords do not match',
  ],
  [
    { token: 't', password, confirmPassword: password },
    '/api/reset-password',
    'token',
    'This link is no longer valid. Please ask for a new one.',
  ],
])('refuses %o', async (...[body, path, field, message]) => {
  const reply = await post(path, body);
  expect(reply.status).toBe(400);
  expect((await readError(reply)).issues).toContainEqual({ path: field, message });
});
