import { beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedPush } from '#emulators/push.ts';
import type { Context } from '#worker/base/context.ts';
import { fromBase64Url, toBase64Url } from '#worker/base/platform/web-push.ts';
import type { TaskMessage } from '#worker/base/task-message.ts';
import { sendToDriver } from '#worker/dispatch/messages/service.ts';
import { receiveActions } from '#worker/driver/actions/service.ts';
import { makeRouteDay } from '#worker/test/driver-day.ts';
import { readError } from '#worker/test/http.ts';
import type { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { pushUnread, subscribe as storeBrowser } from './service.ts';

type User = Awaited<ReturnType<typeof signIn>>;
let day: Awaited<ReturnType<typeof makeRouteDay>>;

const SERVICE = 'https://fcm.googleapis.com';
const received = async () => (await fetch(`${SERVICE}/__received`)).json<ReceivedPush[]>();

beforeEach(async () => {
  await startOver();
  await received();
  day = await makeRouteDay();
});

/** A browser with keys of its own. */
async function makeBrowser(path = '/fcm/send/one') {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])) as CryptoKeyPair;
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const subscription = {
    endpoint: SERVICE + path,
    p256dh: toBase64Url(raw),
    auth: toBase64Url(auth),
  };
  return { subscription, privateKey: pair.privateKey, raw, auth };
}

type Browser = Awaited<ReturnType<typeof makeBrowser>>;

type Derived = { salt: Uint8Array<ArrayBuffer>; info: Uint8Array; bytes: number };

async function derive(input: Uint8Array<ArrayBuffer>, { salt, info, bytes }: Derived) {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

/** What the browser reads of a body: its header has the salt and the key of the sender. */
async function decrypt({ privateKey, raw, auth }: Browser, body: Uint8Array<ArrayBuffer>) {
  const [salt, sender, record] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)];
  const key = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  const algorithm = { name: 'ECDH', public: key } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(algorithm, privateKey, 256));
  const text = (value: string) => new TextEncoder().encode(value);
  const info = Uint8Array.of(...text('WebPush: info\0'), ...raw, ...sender);
  const secret = await derive(shared, { salt: auth, info, bytes: 32 });
  const bytes = await derive(secret, { salt, info: text('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const iv = await derive(secret, { salt, info: text('Content-Encoding: nonce\0'), bytes: 12 });
  const aes = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record));
  expect(plain.at(-1)).toBe(2);
  return JSON.parse(new TextDecoder().decode(plain.slice(0, -1)));
}

const subscribe = (user: User, { subscription }: Browser) =>
  user.send('POST', 'push/subscription', subscription);
const subscriptions = () => rows('SELECT user_id, endpoint FROM push_subscriptions ORDER BY id');

/** A context whose tasks no queue delivers: the tests push themselves. */
function quiet() {
  const tasks: TaskMessage[] = [];
  const { ctx } = makeTestContext();
  return { tasks, ctx: { ...ctx, send: async (task: TaskMessage) => void tasks.push(task) } };
}

/** The office writes to the driver; returns the key of the message. */
async function write(content: string, { ctx } = quiet()): Promise<string> {
  const key = crypto.randomUUID();
  await sendToDriver(ctx, day.dana.actor, { routeId: 1, stopId: null, content, key });
  return key;
}

/** The driver writes to the office; returns the key of the message. */
async function report(text: string, { ctx } = quiet()): Promise<string> {
  const id = crypto.randomUUID();
  const now = new Date().toISOString();
  const action = { id, stopId: 11, type: 'message', deviceTime: now, payload: { text, about: 'stop' } };
  await receiveActions(ctx, day.ben.actor, { sentAt: now, actions: [action] });
  return id;
}
const push = (key: string) => pushUnread(makeTestContext().ctx, key);

it('the phone of the driver gets an encrypted message without a name or what was written', async () => {
  const browser = await makeBrowser();
  expect((await subscribe(day.ben, browser)).status).toBe(204);
  await push(await write('Ada Lovelace is at the gate'));
  const [sent, ...others] = await received();
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    path: '/fcm/send/one',
    headers: {
      ttl: '14400',
      urgency: 'high',
      topic: 'route-1',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=B[\w-]{86}$/),
    },
  });
  expect(await decrypt(browser, fromBase64Url(sent?.body ?? ''))).toEqual({
    title: 'The office answered',
    url: '/driver/messages/1',
    tag: 'route-1',
  });
});

it('dispatchers who subscribed get the message of a driver, and the one who read it gets none', async () => {
  const browser = await makeBrowser();
  await subscribe(day.dana, browser);
  const id = await report('No access');
  await push(id);
  const [sent] = await received();
  expect(await decrypt(browser, fromBase64Url(sent?.body ?? ''))).toMatchObject({
    title: 'A driver sent a message',
    url: expect.stringMatching(/&messages=1$/),
  });
  await day.dana.send('POST', 'messages/read', { bookingId: 1 });
  await push(id);
  expect(await received()).toEqual([]);
});

describe('a subscription ends', () => {
  it('with its session', async () => {
    const browser = await makeBrowser();
    await subscribe(day.ben, browser);
    expect((await day.ben.send('POST', 'admin/logout')).status).toBe(204);
    await push(await write('OK'));
    expect([await received(), await subscriptions()]).toEqual([[], []]);
  });

  it('when the push service says that it is gone, and not when it is busy, moved or refuses', async () => {
    const { ctx } = makeTestContext();
    const failures: unknown[] = [];
    const log = { ...ctx.log, warn: (event: string, data: object) => void failures.push({ event, ...data }) };
    await subscribe(day.ben, await makeBrowser('/gone/1'));
    await push(await write('OK'));
    expect(await subscriptions()).toEqual([]);
    for (const path of ['/busy/1', '/moved/1']) {
      await subscribe(day.ben, await makeBrowser(path));
      await pushUnread({ ...ctx, log } as Context, await write('OK'));
      expect(await subscriptions()).toHaveLength(1);
    }
    // The redirect to another host was not followed.
    expect((await received()).map(({ path }) => path)).toEqual(['/gone/1', '/busy/1', '/moved/1']);
    expect(failures).toEqual([429, 307].map((status) => ({ event: 'push_failed', status })));
  });

  it('when the driver switches it off, or another account uses the browser', async () => {
    const browser = await makeBrowser();
    await subscribe(day.ben, browser);
    await day.dana.send('POST', 'push/unsubscribe', { endpoint: browser.subscription.endpoint });
    expect(await subscriptions()).toMatchObject([{ user_id: day.ben.id }]);
    await subscribe(day.dana, browser);
    expect(await subscriptions()).toMatchObject([{ user_id: day.dana.id }]);
    await day.dana.send('POST', 'push/unsubscribe', { endpoint: browser.subscription.endpoint });
    expect(await subscriptions()).toEqual([]);
  });

  it('when the session subscribes again', async () => {
    await subscribe(day.ben, await makeBrowser('/fcm/send/one'));
    await subscribe(day.ben, await makeBrowser('/fcm/send/two'));
    expect(await subscriptions()).toEqual([{ user_id: day.ben.id, endpoint: `${SERVICE}/fcm/send/two` }]);
  });
});

it.each([
  { endpoint: 'https://127.0.0.1/x' },
  { endpoint: 'https://fcm.googleapis.com.evil.example/x' },
  { p256dh: 'x' },
  { auth: '' },
])('a subscription with %o is refused', async (change) => {
  const { subscription } = await makeBrowser();
  const reply = await day.ben.send('POST', 'push/subscription', { ...subscription, ...change });
  expect([reply.status, await subscriptions()]).toEqual([400, []]);
});

it('without keys nothing is stored and nothing is sent', async () => {
  const key = await write('OK');
  const off = { ...quiet().ctx, push: null };
  await expect(storeBrowser(off, day.ben.actor, (await makeBrowser()).subscription)).rejects.toThrow(
    'This system sends no push messages.',
  );
  await pushUnread(off, key);
  expect(await received()).toEqual([]);
  expect(await readError(await day.ben.send('POST', 'push/subscription', {}))).toMatchObject({
    code: 'invalid',
  });
});

it('a message of either side is one task of the queue, which names the message only', async () => {
  const { tasks, ctx } = quiet();
  const keys = [await write('OK', { tasks, ctx }), await report('Call me', { tasks, ctx })];
  expect(tasks).toEqual(keys.map((key) => ({ type: 'push', key })));
});
