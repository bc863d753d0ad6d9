import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { storeDeadLetter } from '#worker/notify/outbox/dead-letters.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { call, captureLog } from '#worker/test/http.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { pageOfNotifications } from './repo.ts';

let office: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  office = await signIn('vera', 'view_only');
});

const DEAD_SESSIONS = {
  user_id: 7,
  attempts: 7,
  dead_at: 1_763_700_000_000,
  error: 'Error: ada@example.com did not answer',
};

async function insertNotifications(changes: Row[]) {
  await insertRow('users', 7, { username: 'ann' });
  for (const n of [17, 170, 1]) await insertRow('bookings', n);
  for (const [i, change] of changes.entries()) await insertRow('outbox', i + 1, { user_id: 7, ...change });
}

const about = (bookingId: number, kind: string, more = '') => ({
  user_id: null,
  booking_id: bookingId,
  kind,
  dedupe_key: `${kind}:${bookingId}${more}`,
});

/** Stores a message that the queue gave up at an instant. */
const storeDeadAt = (nowMs: number, messageId: string, body: Record<string, string | number>) => {
  captureLog();
  return storeDeadLetter({ ...makeTestContext().ctx, now: () => nowMs }, { messageId, body });
};

async function ask(query = '') {
  const reply = await office.send('GET', `admin/notifications${query}`);
  expect(reply.status).toBe(200);
  return { reply, list: await reply.json<Notification[]>() };
}
const ids = async (query?: string) => (await ask(query)).list.map(({ id }) => id);

it('lists the subject and the state of each notification, and no secret', async () => {
  await insertNotifications([
    { ...about(17, 'deposit-paid'), created_at: 1_000, done_at: 2_000, attempts: 1 },
    { ...DEAD_SESSIONS, created_at: 3_000 },
  ]);
  const nothing = { bookingId: null, userId: null, username: null, error: null };
  const never = { doneAt: null, diedAt: null, replayedAt: null, replayedBy: null };
  expect((await ask()).list).toEqual([
    {
      ...nothing,
      ...never,
      id: 'outbox-2',
      kind: 'end-sessions',
      userId: 7,
      username: 'ann',
      createdAt: '1970-01-01T00:00:03.000Z',
      diedAt: '2025-11-21T04:40:00.000Z',
      attempts: 7,
      state: 'dead',
      error: '(address) did not answer',
    },
    {
      ...nothing,
      ...never,
      id: 'outbox-1',
      kind: 'deposit-paid',
      bookingId: 17,
      createdAt: '1970-01-01T00:00:01.000Z',
      doneAt: '1970-01-01T00:00:02.000Z',
      attempts: 1,
      state: 'sent',
    },
  ]);
});

it('lists a failed message without an outbox row by the time of its failure', async () => {
  await insertNotifications([{ created_at: 1 }]);
  await insertRow('transactions', 17, { checkout_id: null });
  await insertRow('stripe_events', 17, { processed_at: null, attempts: 3, error: 'Error: no answer' });
  await insertRow('stripe_events', 18);
  await insertRow('payment_operations', 1, { created_by: 7 });
  await storeDeadAt(2, 'event', { type: 'stripe-event', eventId: 'evt_17' });
  await storeDeadAt(3, 'healed', { type: 'stripe-event', eventId: 'evt_18' });
  await insertRow('outbox', 2, { user_id: 7, created_at: 4 });
  await storeDeadAt(5, 'charge', { type: 'operation', id: 1 });
  await storeDeadAt(6, 'strange', { type: 'rain' });
  await storeDeadAt(7, 'a notification', { type: 'outbox', id: 'outbox-2' });
  await insertRow('outbox', 3, { user_id: 7, created_at: 8 });
  const { list } = await ask();
  expect(
    list.map(({ id, kind, state, bookingId, attempts }) => [id, kind, state, bookingId, attempts]),
  ).toEqual([
    ['outbox-3', 'end-sessions', 'waiting', null, 0],
    ['strange', 'malformed', 'dead', null, null],
    ['charge', 'operation', 'dead', 1, null],
    ['outbox-2', 'end-sessions', 'dead', null, 0],
    ['healed', 'stripe-event', 'sent', null, 0],
    ['event', 'stripe-event', 'dead', 17, 3],
    ['outbox-1', 'end-sessions', 'waiting', null, 0],
  ]);
  expect(await ids('?state=dead')).toEqual(['strange', 'charge', 'outbox-2', 'event']);
  expect(await ids('?kind=stripe-event')).toEqual(['healed', 'event']);
  expect(await ids('?kind=malformed')).toEqual(['strange']);
  expect(await ids('?bookingId=1')).toEqual(['charge']);
});

it('is filtered by state, kind and booking', async () => {
  await insertNotifications([
    about(17, 'deposit-paid'),
    about(170, 'deposit-paid'),
    { ...about(17, 'pay-link', ':link-1'), done_at: 5 },
    { ...about(17, 'pay-link', ':link-2'), dead_at: 5 },
    { kind: 'password-reset' },
    { ...about(170, 'pay-link', ':link-3'), done_at: 5, is_withheld: 1 },
  ]);
  expect(await ids('?bookingId=17')).toEqual(['outbox-4', 'outbox-3', 'outbox-1']);
  expect(await ids('?bookingId=17&sort=createdAt')).toEqual(['outbox-1', 'outbox-3', 'outbox-4']);
  expect(await ids('?bookingId=18')).toEqual([]);
  expect(await ids('?kind=deposit-paid')).toEqual(['outbox-2', 'outbox-1']);
  expect(await ids('?kind=pay-link&bookingId=17&state=dead')).toEqual(['outbox-4']);
  expect(await ids('?kind=pay-link-reminder')).toEqual([]);
  expect(await ids('?kind=password-reset')).toEqual(['outbox-5']);
  expect(await ids('?state=sent')).toEqual(['outbox-3']);
  expect(await ids('?state=withheld')).toEqual(['outbox-6']);
  expect(await ids('?state=waiting')).toEqual(['outbox-5', 'outbox-2', 'outbox-1']);
  expect((await office.send('GET', 'admin/notifications?search=ada')).status).toBe(400);
  expect((await office.send('GET', 'admin/notifications?state=lost')).status).toBe(400);
});

it('pages lead forwards and backwards, with the total', async () => {
  await insertNotifications(Array.from({ length: 5 }, () => ({})));
  await storeDeadAt(100, 'strange', { type: 'rain' });
  const link = (reply: Response, rel: string) =>
    new RegExp(`</api/([^>]+)>; rel="${rel}"`).exec(reply.headers.get('Link') ?? '')?.[1] ?? '';
  const one = await ask('?limit=3');
  expect(one.list.map(({ id }) => id)).toEqual(['strange', 'outbox-5', 'outbox-4']);
  expect([one.reply.headers.get('X-Total-Count'), one.reply.headers.get('X-Sort')]).toEqual([
    '6',
    '-createdAt',
  ]);
  const two = await office.send('GET', link(one.reply, 'next'));
  expect((await two.json<Notification[]>()).map(({ id }) => id)).toEqual([
    'outbox-3',
    'outbox-2',
    'outbox-1',
  ]);
  expect(link(two, 'next')).toBe('');
  const back = await office.send('GET', link(two, 'prev'));
  expect((await back.json<Notification[]>()).map(({ id }) => id)).toEqual([
    'strange',
    'outbox-5',
    'outbox-4',
  ]);
});

it('a kind that only a newer Worker knows is listed as an unknown message', async () => {
  await insertNotifications([about(17, 'thank-you')]);
  expect((await ask()).list).toMatchObject([{ kind: 'malformed', bookingId: 17 }]);
  expect((await call('/api/admin/notifications')).status).toBe(401);
});

const FILTERS = [
  {},
  { state: 'sent' },
  { state: 'waiting' },
  { state: 'withheld' },
  { state: 'dead' },
  { kind: 'deposit-paid' },
  { kind: 'end-sessions' },
  { kind: 'refund-made' },
  { kind: 'malformed' },
  { kind: 'deposit-paid', state: 'sent' },
  { kind: 'deposit-paid', state: 'dead' },
  { bookingId: 77 },
] as const;

it('a page reads the same number of rows when twice as many are stored', { timeout: 120_000 }, async () => {
  await insertRow('users', 7);
  await fillWithRare();
  const read = async () => {
    const counts: number[] = [];
    for (const filter of FILTERS) {
      const { database, rowsRead } = countingDatabase(testEnv.DB);
      const db = makeDb(database, 'first-primary');
      const page = await pageOfNotifications(db, { filter, limit: 50 });
      if (page.next) await pageOfNotifications(db, { filter, limit: 50, cursor: page.next });
      counts.push(rowsRead());
    }
    return counts;
  };
  await fill(1, 10_000);
  const few = await read();
  await fill(10_001, 20_000);
  const many = await read();
  expect(many).toEqual(few);
  expect(Math.max(...many)).toBeLessThan(6_000);
  // Two pages, and 1,001 rows for the total of each.
  expect(many[0]).toBeLessThan(2_500);
  const total = async (query = '') => (await ask(query)).reply.headers.get('X-Total-Count');
  expect(await total()).toBe('1000+');
  expect(await total('?state=dead')).toBe('30');
  expect(await total('?sort=createdAt&limit=1')).toBe('1000+');
  expect(await total('?state=sent')).toBe('1000+');
});

/** Rows of an account, some pending and some dead, and failed messages. */
async function fillWithRare() {
  await rows(
    `INSERT INTO outbox (id, kind, user_id, created_at, done_at, dead_at)
     WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 60)
     SELECT 'rare-' || n, 'end-sessions', 7, n, CASE n % 3 WHEN 0 THEN n END, CASE n % 3 WHEN 1 THEN n END FROM many`,
  );
  for (let n = 0; n < 10; n += 1)
    await storeDeadAt(100 + n, `event-${n}`, { type: 'stripe-event', eventId: `evt_${n}` });
}

/** Bookings, each with a sent confirmation. */
async function fill(from: number, to: number) {
  const many = `WITH RECURSIVE many(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM many WHERE n < ${to})`;
  await rows(
    `INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date,
       end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
     ${many} SELECT n, 'Ada', 'Stone', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207',
       '1-day', '2026-01-01', '2026-01-01', '2026-01-01', 1, 'mixed', 32500, n FROM many`,
  );
  await rows(
    `INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at)
     ${many} SELECT 'past-' || n, 'deposit-paid', n, 'deposit-paid:' || n, n, n FROM many`,
  );
}

it('a text that was dropped says why in the list of notifications', async () => {
  await insertRow('bookings', 1);
  await rows(
    "INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at, drop_reason) VALUES ('t', 'text-delivered', 1, 't', 1, 2, 'number stopped texts')",
  );
  for (const state of ['', '?state=dropped']) {
    const list = await office.send('GET', `admin/notifications${state}`);
    expect(await list.json()).toMatchObject([{ state: 'dropped', error: 'Dropped: number stopped texts' }]);
  }
  expect(await (await office.send('GET', 'admin/notifications?state=sent')).json()).toEqual([]);
});
