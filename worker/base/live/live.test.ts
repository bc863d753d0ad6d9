import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PONG,
  type LiveMessage,
  openDriverLive,
  openLive,
} from '#contract/live.ts';
import type { Role } from '#domain/accounts/access.ts';
import { TABLE_ENTITIES } from '#worker/base/db/written-changes.ts';
import type { Env } from '#worker/base/env.ts';
import { sessionsOf } from '#worker/base/sessions/sessions.ts';
import { makeRouteDay, sendActions } from '#worker/test/driver-day.ts';
import { call, captureLog, ORIGIN } from '#worker/test/http.ts';
import { payDepositAtStripe } from '#worker/test/payments.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { addUnits, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

const hub = testEnv.LIVE.get(testEnv.LIVE.idFromName('live'));

beforeEach(async () => {
  await startOver();
  await runInDurableObject(hub, (_, state) => {
    for (const socket of state.getWebSockets()) socket.close(1000);
  });
});

/** Opens a socket as a page of the site does. */
async function open(
  Cookie: string,
  headers: Record<string, string> = { Origin: ORIGIN },
  path: string = openLive.path,
) {
  const reply = await call(path, {
    headers: { Cookie, Host: new URL(ORIGIN).host, Upgrade: 'websocket', ...headers },
  });
  const { webSocket: socket } = reply;
  if (!socket) return { reply, status: reply.status };
  const texts: string[] = [];
  const closed = { code: 0 };
  socket.accept();
  socket.addEventListener('message', ({ data }) => void texts.push(String(data)));
  socket.addEventListener('close', ({ code }) => void Object.assign(closed, { code }));
  onTestFinished(() => socket.close());
  const messages = () =>
    texts.filter((text) => text !== LIVE_PONG).map((text) => JSON.parse(text) as LiveMessage);
  return { reply, status: reply.status, socket, texts, messages, closeCode: () => closed.code };
}

/** Waits until `assert` passes: messages and closes of a socket arrive on their own. */
const eventually = (assert: () => void) => vi.waitFor(assert, 10_000);

async function opened(Cookie: string, { path }: { path: string } = openLive) {
  const socket = await open(Cookie, { Origin: ORIGIN }, path);
  if (!socket.messages) throw new Error(`Not opened: ${socket.status}`);
  return socket;
}

describe('the upgrade', () => {
  it.each<{ what: string; role: Role | null; headers: Record<string, string>; status: number }>([
    { what: 'of a page of the site', role: 'view_only', headers: { Origin: ORIGIN }, status: 101 },
    { what: 'without a session', role: null, headers: { Origin: ORIGIN }, status: 401 },
    { what: 'of a driver', role: 'driver', headers: { Origin: ORIGIN }, status: 403 },
    { what: 'from another site', role: 'admin', headers: { Origin: 'https://evil.example' }, status: 403 },
    { what: 'without an Origin', role: 'admin', headers: {}, status: 403 },
    { what: 'that is no upgrade', role: 'admin', headers: { Origin: ORIGIN, Upgrade: 'h2c' }, status: 400 },
  ])('$what ($role) is answered with $status', async ({ role, headers, status }) => {
    const Cookie = role ? (await signIn('lee', role)).Cookie : '';
    expect((await open(Cookie, headers)).status).toBe(status);
  });
});

describe('the channel of drivers', () => {
  it('opens for drivers of the site only', async () => {
    const [ben, dana] = [await signIn('ben', 'driver'), await signIn('dana', 'admin')];
    const { path } = openDriverLive;
    const statuses = [
      await open(ben.Cookie, { Origin: ORIGIN }, path),
      await open(ben.Cookie, { Origin: 'https://evil.example' }, path),
      await open(dana.Cookie, { Origin: ORIGIN }, path),
      await open('', { Origin: ORIGIN }, path),
    ].map(({ status }) => status);
    expect(statuses).toEqual([101, 403, 403, 401]);
  });

  it('says that routes may have changed, without names; not for what drivers do, nor for other work', async () => {
    const { ben, dana } = await makeRouteDay();
    const [phone, office] = [await opened(ben.Cookie, openDriverLive), await opened(dana.Cookie)];
    await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
    await dana.send('POST', 'bookings/1/messages', { content: 'Lunch at noon' });
    await eventually(() =>
      expect(office.messages().map(({ entity }) => entity)).toEqual(
        expect.arrayContaining(['route', 'message']),
      ),
    );
    // Changes of earlier tests may be sent to a new socket. What follows them is of this test.
    phone.texts.length = 0;
    const [booking] = await rows('SELECT version FROM bookings WHERE id = 1');
    const change = { placement: 'On the lawn', ifMatch: `"${booking?.version}"` };
    expect((await dana.send('PATCH', 'bookings/1', change)).status).toBe(200);
    await eventually(() => expect(phone.texts).toEqual([JSON.stringify({ changed: 'routes' })]));
  });

  it('ends with the session: phone lost, or account deactivated', async () => {
    const root = await signIn('root', 'super_admin');
    const [ben, kim] = [await signIn('ben', 'driver'), await signIn('kim', 'driver')];
    const sockets = [await opened(ben.Cookie, openDriverLive), await opened(kim.Cookie, openDriverLive)];
    expect((await root.send('POST', `admin/users/${ben.id}/phone-lost`)).status).toBe(200);
    expect((await root.send('PATCH', `admin/users/${kim.id}/deactivate`)).status).toBe(200);
    const ended = [LIVE_CLOSE.sessionEnded, LIVE_CLOSE.sessionEnded];
    await eventually(() => expect(sockets.map(({ closeCode }) => closeCode())).toEqual(ended));
    // The session of the deactivated driver still sends, and opens no channel.
    expect((await open(kim.Cookie, { Origin: ORIGIN }, openDriverLive.path)).status).toBe(403);
  });
});

// Bookings that no other file has: its changes of the last seconds are sent to a new socket, too.
it('a change reaches every other session, and says which booking, version and author', async () => {
  const [dana, lee] = [await signIn('dana', 'admin'), await signIn('lee', 'view_only')];
  await insertRental(9101);
  const [own, other] = [await opened(dana.Cookie), await opened(lee.Cookie)];
  expect((await dana.send('PATCH', 'bookings/9101/final-price', { finalPrice: 60_000 })).status).toBe(200);
  const about = (socket: typeof own) =>
    socket.messages().filter(({ entity, id }) => entity === 'booking' && id === 9101);
  await eventually(() => expect([about(own), about(other)].map((list) => list.length)).toEqual([1, 1]));
  const [session] = await makeTestContext().ctx.sessions.list(dana.id);
  const change = { entity: 'booking', id: 9101, version: 2, actorId: dana.id, sessionId: session?.id };
  expect(about(other)).toEqual([{ ...change, isOwn: false }]);
  expect(about(own)).toEqual([{ ...change, isOwn: true }]);
});

it('a refused change publishes nothing', async () => {
  const dana = await signIn('dana', 'admin');
  // Not the booking of other tests, whose changes may be sent to the new socket.
  await insertRental(9102);
  const socket = await opened(dana.Cookie);
  const price = { finalPrice: 60_000, ifMatch: '"9"' };
  expect((await dana.send('PATCH', 'bookings/9102/final-price', price)).status).toBe(409);
  socket.socket.send(LIVE_PING);
  await eventually(() => expect(socket.texts).toContain(LIVE_PONG));
  expect(socket.messages().filter(({ id }) => id === 9102)).toEqual([]);
});

it("a customer's payment is published by the queue, without an author", async () => {
  const { Cookie } = await signIn('dana', 'admin');
  await addUnits(1);
  const socket = await opened(Cookie);
  const { env, sent } = makeEnvWithQueue();
  const intentId = await payDepositAtStripe();
  await deliverEvent(await findStripeEvent('payment_intent.succeeded', intentId), env);
  const published: Promise<void>[] = [];
  await deliverTasks(sent, env, (work) => published.push(work));
  await Promise.all(published);
  const [booking] = await rows('SELECT id FROM bookings');
  await eventually(() => expect(socket.messages().map(({ entity }) => entity)).toContain('payment'));
  const booked = socket.messages().filter(({ entity }) => entity === 'booking');
  expect(booked).toContainEqual({
    entity: 'booking',
    id: booking?.id,
    version: 1,
    actorId: null,
    sessionId: null,
    isOwn: false,
  });
});

it('a socket gets the changes of the seconds before it was opened', async () => {
  const dana = await signIn('dana', 'admin');
  await insertRental(1);
  await dana.send('PATCH', 'bookings/1/final-price', { finalPrice: 60_000 });
  const { messages } = await opened(dana.Cookie);
  await eventually(() =>
    expect(messages()).toContainEqual(expect.objectContaining({ entity: 'booking', id: 1 })),
  );
});

it('a hub that does not answer delays and breaks nothing', async () => {
  const log = captureLog();
  const dana = await signIn('dana', 'admin');
  await insertRental(1);
  const failing = { publish: () => Promise.reject(new Error('No hub')) };
  const LIVE = { idFromName: () => null, get: () => failing } as unknown as Env['LIVE'];
  const headers = { Cookie: dana.Cookie, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ finalPrice: 60_000 });
  const env = { ...testEnv, LIVE, LOG_LEVEL: 'debug' };
  const reply = await call('/api/bookings/1/final-price', { method: 'PATCH', headers, body }, env);
  expect(reply.status).toBe(200);
  expect(log.lines('live_hub_failed')[0]).toMatchObject({ level: 'warn', error: 'Error: No hub' });
});

describe('sockets close', () => {
  const { sessionEnded, tooManySockets, unexpectedMessage } = LIVE_CLOSE;

  it('when their session ends, and those of other sessions stay', async () => {
    const dana = await signIn('dana', 'admin');
    const { ctx } = makeTestContext();
    const identity = { username: 'dana', role: 'admin' as const };
    const second = `__Host-session=${await ctx.sessions.open(dana.id, { identity, device: 'Phone' })}`;
    const [first, other] = [await opened(dana.Cookie), await opened(second)];
    expect((await dana.send('POST', 'admin/logout')).status).toBe(204);
    await eventually(() => expect(first.closeCode()).toBe(sessionEnded));
    expect(other.closeCode()).toBe(0);
  });

  it('when the account is deactivated, and when its password changes', async () => {
    const root = await signIn('root', 'super_admin');
    const [lee, ann] = [await signIn('lee', 'admin'), await signIn('ann', 'view_only')];
    const [ofLee, ofAnn, ofRoot] = [
      await opened(lee.Cookie),
      await opened(ann.Cookie),
      await opened(root.Cookie),
    ];
    expect((await root.send('PATCH', `admin/users/${lee.id}/deactivate`)).status).toBe(200);
    const password = 'a new and long passphrase';
    expect((await root.send('PATCH', `admin/users/${ann.id}`, { password })).status).toBe(200);
    await eventually(() =>
      expect([ofLee.closeCode(), ofAnn.closeCode()]).toEqual([sessionEnded, sessionEnded]),
    );
    expect(ofRoot.closeCode()).toBe(0);
  });

  it('when their session ended by time', async () => {
    const dana = await signIn('dana', 'admin');
    const socket = await opened(dana.Cookie);
    // As after twelve hours: the object of the account has no such session, and no call ended it.
    await sessionsOf(testEnv.SESSIONS, dana.id).endAll(null);
    expect(await runDurableObjectAlarm(hub)).toBe(true);
    await eventually(() => expect(socket.closeCode()).toBe(sessionEnded));
  });

  it('the oldest of an account with more than twenty', async () => {
    const [dana, lee] = [await signIn('dana', 'admin'), await signIn('lee', 'admin')];
    const other = await opened(lee.Cookie);
    const sockets: Awaited<ReturnType<typeof opened>>[] = [];
    for (let i = 0; i < 21; i += 1) sockets.push(await opened(dana.Cookie));
    await eventually(() => expect(sockets[0]?.closeCode()).toBe(tooManySockets));
    expect([other, ...sockets.slice(1)].map(({ closeCode }) => closeCode())).toEqual(Array(21).fill(0));
  });

  it('when they send anything but pings', async () => {
    const { socket, closeCode } = await opened((await signIn('dana', 'admin')).Cookie);
    socket.send('{"entity":"booking"}');
    await eventually(() => expect(closeCode()).toBe(unexpectedMessage));
  });
});

/** Tables whose rows no screen shows, or that triggers keep. A new table is listed here or in TABLE_ENTITIES. */
const NOT_SHOWN = [
  'restore_steps',
  'backup_runs',
  'analytics_events',
  'checkout_blocks',
  'clients',
  'commit_guards',
  'cursors',
  'cron_runs',
  'declined_zips',
  'driver_links',
  'drives',
  'booking_places',
  'stop_publications',
  'push_subscriptions',
  'repeat_links',
  'health_alerts',
  'known_devices',
  'pay_link_tokens',
  'rate_limits',
  'removals',
  'restores',
  'sign_in_links',
  'stripe_events',
  'totals',
  'zip_places',
  'zip_cities',
  'd1_migrations',
];

it('every table is one that screens show, or one that they do not', async () => {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%'",
  );
  const unknown = tables.filter(
    ({ name }) => name !== 'history' && !TABLE_ENTITIES[name] && !NOT_SHOWN.includes(name),
  );
  expect(unknown).toEqual([]);
});
