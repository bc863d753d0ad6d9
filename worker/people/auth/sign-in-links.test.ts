import { beforeEach, describe, expect, it } from 'vitest';
import { SIGN_IN_LINK_ATTEMPTS } from '#domain/accounts/sign-in-links.ts';
import { AppError } from '#domain/shared/errors.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { post, readError } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeAccount } from './account-change.ts';
import { findUser } from './repo.ts';
import { signIn } from './service.ts';
import { openLinkOnDevice, requestLink } from './sign-in-links.ts';

beforeEach(startOver);

const password = 'correct horse';
const OWNER_IP = '203.0.113.7';
const STRANGER_IP = '198.51.100.9';
type World = ReturnType<typeof makeWorld>;

function makeWorld() {
  const world = makeTestContext();
  world.ctx.pause = async () => {};
  return world;
}

async function outcomeOf<T>(action: Promise<T>): Promise<T | AppError> {
  return action.catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
}

const tryPassword = (
  { ctx }: World,
  { deviceToken = null as string | null, ip = OWNER_IP, typed = password, username = 'dana' } = {},
) => outcomeOf(signIn(ctx, { username, password: typed }, { origin: { ip, deviceToken }, device: 'Test' }));

/** An account whose limit a stranger has reached. */
async function lockedOut(world: World, { isActive = true } = {}) {
  const id = await addUser({ username: 'dana', password, role: 'admin', isActive });
  for (let i = 0; i < 10; i += 1) await tryPassword(world, { typed: 'wrong', ip: `192.0.2.${i}` });
  return id;
}

/** Asks for a link from a device. Returns the device, and the tokens that were mailed for it. */
async function askForLink(
  world: World,
  { deviceToken = newToken(), ip = OWNER_IP, username = 'dana' } = {},
): Promise<{ deviceToken: string; token: string }> {
  world.mails.length = 0;
  await requestLink(world.ctx, { username, origin: { ip, deviceToken } });
  await world.finishAfterReplies();
  await processPendingRows(world.ctx, { includeRecent: true });
  return { deviceToken, token: /#token=([\w-]{43})/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? 'none' };
}

const open = ({ ctx }: World, { token, deviceToken }: { token: string; deviceToken: string | null }) =>
  outcomeOf(openLinkOnDevice(ctx, { token, origin: { ip: OWNER_IP, deviceToken } }));

const OVER = { code: 'invalid', message: expect.stringContaining('was used before, or has ended') };

it('an owner who is kept out gets in with the mailed link and the password', async () => {
  const world = makeWorld();
  const id = await lockedOut(world);
  expect(await tryPassword(world)).toMatchObject({ code: 'too_many' });
  const link = await askForLink(world);
  expect(world.mails).toMatchObject([
    {
      to: 'dana@example.com',
      subject: expect.stringContaining('Your sign-in link'),
      text: expect.stringContaining('A wrong password was entered too often'),
    },
  ]);
  // The link signs no one in: until it is opened, and without the password, nothing changes.
  expect(await tryPassword(world, link)).toMatchObject({ code: 'too_many' });
  expect(await open(world, link)).toEqual({ username: 'dana', attempts: 5, minutes: 10 });
  expect(await tryPassword(world, { ...link, typed: 'wrong' })).toMatchObject({ code: 'unauthenticated' });
  expect(await tryPassword(world, link)).toMatchObject({ account: { id } });
  // From now on the device is known, and needs no link.
  world.passMinutes(11);
  for (let i = 0; i < 11; i += 1) await tryPassword(world, { typed: 'wrong', ip: `192.0.2.${i}` });
  expect(await tryPassword(world, link)).toMatchObject({ account: { id } });
});

describe('a link', () => {
  it('opens once, also for two taps at the same time', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const link = await askForLink(world);
    const taps = await Promise.all([open(world, link), open(world, link)]);
    expect(taps.filter((tap) => tap instanceof AppError)).toMatchObject([OVER]);
    expect(await open(world, link)).toMatchObject(OVER);
  });

  it('is refused on another device, and stays for the one that asked', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const link = await askForLink(world);
    for (const deviceToken of [null, newToken()]) {
      expect(await open(world, { ...link, deviceToken })).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('only in the browser that asked for it'),
      });
    }
    expect(await open(world, link)).toMatchObject({ attempts: 5 });
    expect(await tryPassword(world, { deviceToken: newToken() })).toMatchObject({ code: 'too_many' });
  });

  it('ends after ten minutes, and its attempts ten minutes after it was opened', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const late = await askForLink(world);
    world.passMinutes(10);
    expect(await open(world, late)).toMatchObject(OVER);
    const link = await askForLink(world);
    await open(world, link);
    await rows(
      "UPDATE rate_limits SET window_started_at = window_started_at + 3600000 WHERE key LIKE 'login:%'",
    );
    world.passMinutes(10);
    expect(await tryPassword(world, link)).toMatchObject({ code: 'too_many' });
  });

  it('allows five passwords, however many are sent at the same time', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const link = await askForLink(world);
    await open(world, link);
    const { ctx } = makeTestContext({ pauseMs: 5 });
    ctx.pause = async () => {};
    const tried = await Promise.all(
      Array.from({ length: 12 }, () => tryPassword({ ...world, ctx }, { ...link, typed: 'wrong' })),
    );
    const codes = tried.map((error) => (error instanceof AppError ? error.code : 'in'));
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(SIGN_IN_LINK_ATTEMPTS);
    expect(codes.filter((code) => code === 'too_many')).toHaveLength(7);
    expect(await tryPassword(world, link)).toMatchObject({ code: 'too_many' });
  });

  it('ends with a change or the deactivation of its account', async () => {
    const world = makeWorld();
    const id = await lockedOut(world);
    const first = await askForLink(world);
    const actor = { userId: id, username: 'dana' };
    const change = async (changes: { email?: string; isActive?: boolean }) => {
      const user = await findUser(world.ctx.db, id);
      if (!user) throw new Error('The account is gone');
      await changeAccount(world.ctx, { user, changes, action: 'changed', actor });
    };
    await addUser({ username: 'lee', password, role: 'super_admin' });
    await change({ email: 'new@example.com' });
    expect(await open(world, first)).toMatchObject(OVER);
    const second = await askForLink(world);
    expect(world.mails.at(-1)).toMatchObject({
      to: 'new@example.com',
      subject: expect.stringContaining('sign-in link'),
    });
    await open(world, second);
    await change({ isActive: false });
    expect(await tryPassword(world, second)).toBeInstanceOf(AppError);
    expect(await rows('SELECT * FROM sign_in_links')).toEqual([]);
  });

  it('of another account lifts nothing', async () => {
    const world = makeWorld();
    await lockedOut(world);
    await addUser({ username: 'eve', password: 'battery staple', role: 'dispatcher' });
    for (let i = 0; i < 10; i += 1) {
      await tryPassword(world, { username: 'eve', typed: 'wrong', ip: `192.0.2.${i}` });
    }
    const link = await askForLink(world, { username: 'eve' });
    expect(await open(world, link)).toMatchObject({ username: 'eve' });
    expect(await tryPassword(world, link)).toMatchObject({ code: 'too_many' });
  });

  it('is not opened by the request of a stranger for the same account', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const owner = await askForLink(world);
    const stranger = await askForLink(world, { ip: STRANGER_IP });
    // The stranger has no mailbox; the owner opens both mails, in the owner's browser.
    expect(await open(world, { ...stranger, deviceToken: owner.deviceToken })).toMatchObject({
      code: 'invalid',
    });
    expect(await tryPassword(world, { ...stranger, ip: STRANGER_IP })).toMatchObject({ code: 'too_many' });
    expect(await open(world, owner)).toMatchObject({ username: 'dana' });
  });
});

describe('a request', () => {
  it('mails nothing while no limit is reached, to an inactive account, or to an unknown one', async () => {
    const world = makeWorld();
    await addUser({ username: 'lee', password, role: 'admin' });
    await lockedOut(world, { isActive: false });
    for (const username of ['lee', 'dana', 'unknown']) {
      await askForLink(world, { username });
      expect(world.mails).toEqual([]);
    }
    expect(await rows('SELECT * FROM sign_in_links')).toEqual([]);
  });

  it('is answered the same for every username, with a cookie for the device', async () => {
    await lockedOut(makeWorld());
    const replies = [];
    for (const username of ['dana', 'unknown']) {
      const reply = await post('/api/admin/sign-in-link', { username });
      const cookie = reply.headers.get('Set-Cookie')?.replace(/=[\w-]{43};/, '=...;');
      replies.push([reply.status, await reply.json(), cookie]);
    }
    expect(replies[0]).toEqual(replies[1]);
    expect(replies[0]?.[2]).toContain('__Host-device=...;');
    expect(await rows("SELECT kind FROM outbox WHERE kind = 'sign-in-link'")).toHaveLength(1);
  });

  it('by a stranger does not use up those of the owner', async () => {
    const world = makeWorld();
    await lockedOut(world);
    for (let i = 0; i < 3; i += 1) await askForLink(world, { ip: STRANGER_IP });
    const asked = { username: 'dana', origin: { ip: STRANGER_IP, deviceToken: null } };
    for (const username of ['dana', 'DANA']) {
      await expect(requestLink(world.ctx, { ...asked, username })).rejects.toMatchObject({
        code: 'too_many',
        extras: { retryAfter: expect.any(Number) },
      });
    }
    expect(await open(world, await askForLink(world))).toMatchObject({ username: 'dana' });
  });

  it('mails one account twelve links an hour, and limits an unknown one alike', async () => {
    const world = makeWorld();
    await lockedOut(world);
    const outcomes: Record<string, string[]> = { dana: [], unknown: [] };
    for (let i = 0; i < 13; i += 1) {
      for (const [username, found] of Object.entries(outcomes)) {
        const origin = { ip: `203.${i}.113.7`, deviceToken: null };
        const outcome = await outcomeOf(requestLink(world.ctx, { username, origin }));
        found.push(outcome instanceof AppError ? outcome.code : 'ok');
      }
    }
    expect(outcomes.dana).toEqual([...Array(12).fill('ok'), 'too_many']);
    expect(outcomes.unknown).toEqual(outcomes.dana);
    expect(await rows('SELECT * FROM sign_in_links')).toHaveLength(12);
  });

  it('counts the calls of one address', async () => {
    const world = makeWorld();
    for (let i = 0; i < 20; i += 1) await askForLink(world, { username: `user-${i}` });
    const asked = { username: 'other', origin: { ip: OWNER_IP, deviceToken: null } };
    await expect(requestLink(world.ctx, asked)).rejects.toMatchObject({ code: 'too_many' });
    expect(await open(world, { token: 'x', deviceToken: null })).toMatchObject({ code: 'too_many' });
  });
});

it('an opened link gets past the limit of its address, too', async () => {
  const world = makeWorld();
  await addUser({ username: 'dana', password, role: 'admin' });
  // Of accounts that exist: their hashes are cheap in tests.
  for (const username of ['ann', 'bob', 'cat', 'eve']) await addUser({ username, password, role: 'admin' });
  for (let i = 0; i < 31; i += 1) {
    const username = ['ann', 'bob', 'cat', 'eve'][i % 4];
    await tryPassword(world, { typed: 'wrong', ...(username && { username }) });
  }
  expect(await tryPassword(world)).toMatchObject({ code: 'too_many' });
  const link = await askForLink(world);
  await open(world, link);
  expect(await tryPassword(world, link)).toMatchObject({ account: { username: 'dana' } });
});

it('a link that is not complete is named as such', async () => {
  const reply = await post('/api/admin/sign-in-link/open', { token: '' });
  expect([reply.status, (await readError(reply)).issues]).toEqual([
    400,
    [{ path: 'token', message: 'The link is not complete' }],
  ]);
});
