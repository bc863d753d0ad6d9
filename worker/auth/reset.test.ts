import { beforeEach, expect, it } from 'vitest';
import { handleNotice, handleWaitingNotices } from '#worker/queue/outbox.ts';
import { errorOf, post } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { requestReset, resetPassword } from './reset.ts';
import { signIn } from './service.ts';

beforeEach(startOver);

const ip = '203.0.113.7';
const email = 'dana@example.com';
const password = 'battery staple';
const addDana = () => addUser({ username: 'dana', password: 'correct horse', role: 'admin' });

/** Asks for a link and has the queue deliver it; the mailed token. */
async function mailedToken(world: ReturnType<typeof makeTestContext>): Promise<string> {
  await requestReset(world.ctx, { email, ip });
  await handleWaitingNotices(world.ctx, { isForced: true });
  return /#token=([\w-]{43})/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? 'none';
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
      cause: expect.any(String),
    },
  ]);
  await resetPassword(ctx, { token, password, ip });
  expect(await ctx.sessions.check(session)).toBeNull();
  const origin = { origin: { ip, deviceToken: null }, device: 'Test' };
  expect(await signIn(ctx, { username: 'dana', password }, origin)).toMatchObject({ account: { id } });
  await expect(resetPassword(ctx, { token, password: 'something else', ip })).rejects.toMatchObject({
    code: 'invalid',
  });
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
  await expect(resetPassword(ctx, { token: first, password, ip })).rejects.toMatchObject({ code: 'invalid' });
  passMinutes(60);
  await expect(resetPassword(ctx, { token: second, password, ip })).rejects.toMatchObject({
    code: 'invalid',
  });
});

it('mails not twice within five minutes and three times an hour', async () => {
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

it('sends one mail however often the queue delivers, and again when sending failed', async () => {
  await addDana();
  const { ctx, mails } = makeTestContext();
  await requestReset(ctx, { email, ip });
  const [notice] = await rows<{ id: string }>('SELECT id FROM outbox');
  const id = notice?.id ?? '';
  const { send } = ctx.mail;
  ctx.mail.send = () => Promise.reject(new Error('refused'));
  await expect(handleNotice(ctx, id)).rejects.toThrow('refused');
  expect(await rows('SELECT attempts, error FROM outbox')).toEqual([
    { attempts: 1, error: expect.stringContaining('refused') },
  ]);
  ctx.mail.send = send;
  await handleNotice(ctx, id);
  await handleNotice(ctx, id);
  expect(mails).toHaveLength(1);
});

it('tells the queue at once of each mail, and of none that is not to be', async () => {
  await addDana();
  const { ctx } = makeTestContext();
  const sent: unknown[] = [];
  ctx.send = async (message) => {
    sent.push(message);
  };
  await requestReset(ctx, { email, ip });
  await requestReset(ctx, { email, ip });
  const [notice] = await rows<{ id: string }>('SELECT id FROM outbox');
  expect(sent).toEqual([{ type: 'outbox', id: notice?.id }]);
});

it('leaves what is new to the queue, so that the cron mails nothing twice', async () => {
  await addDana();
  const { ctx, mails, passMinutes } = makeTestContext();
  await requestReset(ctx, { email, ip });
  expect(await handleWaitingNotices(ctx, { isForced: false })).toMatchObject({ examined: 0 });
  passMinutes(2);
  expect(await handleWaitingNotices(ctx, { isForced: false })).toMatchObject({ examined: 1, done: 1 });
  expect(mails).toHaveLength(1);
});

it('gives the same answer for every address', async () => {
  await addDana();
  const answers = [];
  for (const address of [email, 'nobody@example.com']) {
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
  expect((await errorOf(reply)).issues).toContainEqual({ path: field, message });
});
