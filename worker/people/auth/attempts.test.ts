import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { incrementCount } from '#worker/base/db/rate-limits-repo.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { signIn, verifyOwnPassword } from './service.ts';

beforeEach(startOver);

/** Signs in from an address and device. The waits are recorded, not waited. */
function makeDoor() {
  const { ctx, passMinutes } = makeTestContext();
  const waits: number[] = [];
  ctx.pause = async (ms) => {
    waits.push(ms);
  };
  const knock = async (
    password: string,
    { ip = '203.0.113.7', deviceToken = null as string | null, username = 'dana' } = {},
  ) => {
    try {
      return await signIn(ctx, { username, password }, { origin: { ip, deviceToken }, device: 'Test' });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  return { ctx, knock, waits, passMinutes };
}

const dana = { username: 'dana', password: 'correct horse', role: 'admin' } as const;

it('slows failed attempts down, refuses them for a while, and then allows the owner to log in again', async () => {
  await addUser(dana);
  const { knock, waits, passMinutes } = makeDoor();
  for (let i = 0; i < 10; i += 1) expect(await knock('wrong')).toMatchObject({ code: 'unauthenticated' });
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000]);
  const refused = await knock('correct horse');
  expect(refused).toMatchObject({ code: 'too_many', extras: { retryAfter: expect.any(Number) } });
  passMinutes(15);
  expect(await knock('correct horse')).toMatchObject({ account: { username: 'dana' } });
});

it('never locks out a device that signed in before, after any number of attempts from elsewhere', async () => {
  await addUser(dana);
  const { knock } = makeDoor();
  const first = await knock('correct horse');
  if (first instanceof AppError) throw first;
  const { deviceToken } = first;
  for (let i = 0; i < 12; i += 1) await knock('wrong', { ip: `198.51.100.${i}` });
  expect(await knock('correct horse', { ip: '198.51.100.99' })).toMatchObject({ code: 'too_many' });
  expect(await knock('correct horse', { deviceToken })).toMatchObject({ account: { username: 'dana' } });
});

it('refuses an address that tries many names', async () => {
  await addUser(dana);
  const { knock, ctx } = makeDoor();
  const counted = { key: 'login:ip:203.0.113.7', windowMs: 60_000, nowMs: ctx.now() };
  for (let i = 0; i < 30; i += 1) await incrementCount(ctx.db, counted);
  expect(await knock('correct horse')).toMatchObject({ code: 'too_many' });
  expect(await knock('correct horse', { ip: '203.0.113.8' })).toMatchObject({
    account: { username: 'dana' },
  });
});

it('does not count successful attempts', async () => {
  await addUser(dana);
  const { knock } = makeDoor();
  for (let i = 0; i < 35; i += 1)
    expect(await knock('correct horse')).toMatchObject({ account: { username: 'dana' } });
});

describe('a known device', () => {
  const address = '203.0.113.7';

  async function knownDevice({ knock }: ReturnType<typeof makeDoor>) {
    const first = await knock('correct horse');
    if (first instanceof AppError) throw first;
    return first.deviceToken;
  }

  async function lockAddress({ ctx }: ReturnType<typeof makeDoor>) {
    const counted = { key: `login:ip:${address}`, windowMs: 60_000, nowMs: ctx.now() };
    for (let i = 0; i < 31; i += 1) await incrementCount(ctx.db, counted);
  }

  it('signs in and confirms its password from a locked address', async () => {
    const userId = await addUser(dana);
    const door = makeDoor();
    const deviceToken = await knownDevice(door);
    await lockAddress(door);
    expect(await door.knock('correct horse')).toMatchObject({ code: 'too_many' });
    expect(await door.knock('correct horse', { deviceToken })).toMatchObject({
      account: { username: 'dana' },
    });
    const actor = { userId, sessionId: 'test', username: 'dana', role: 'admin' } as const;
    const input = { currentPassword: 'correct horse', origin: { ip: address, deviceToken } };
    expect(await verifyOwnPassword(door.ctx, actor, input)).toMatchObject({ username: 'dana' });
  });

  it('is locked by its own failures', async () => {
    await addUser(dana);
    const door = makeDoor();
    const deviceToken = await knownDevice(door);
    for (let i = 0; i < 10; i += 1) await door.knock('wrong', { deviceToken });
    expect(await door.knock('correct horse', { deviceToken })).toMatchObject({ code: 'too_many' });
  });

  it('is unknown to every other account: the address, device and account limits apply', async () => {
    await addUser(dana);
    await addUser({ username: 'lee', password: 'battery staple', role: 'admin' });
    const door = makeDoor();
    const deviceToken = await knownDevice(door);
    for (let i = 0; i < 10; i += 1) {
      expect(await door.knock('wrong', { deviceToken, username: 'lee' })).toMatchObject({
        code: 'unauthenticated',
      });
      // A successful sign-in to another account does not remove the failed attempts on this one.
      await door.knock('correct horse', { deviceToken });
    }
    expect(await door.knock('wrong', { deviceToken, username: 'lee' })).toMatchObject({ code: 'too_many' });
    await lockAddress(door);
    expect(await door.knock('wrong', { deviceToken, username: 'unknown' })).toMatchObject({
      code: 'too_many',
    });
  });
});

it('keeps the count of a renamed account', async () => {
  await addUser(dana);
  const { knock } = makeDoor();
  for (let i = 0; i < 10; i += 1) await knock('wrong', { ip: `198.51.100.${i}` });
  await rows("UPDATE users SET username = 'dana.w'");
  expect(await knock('correct horse', { username: 'dana.w' })).toMatchObject({ code: 'too_many' });
});
