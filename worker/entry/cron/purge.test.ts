import { beforeEach, expect, it } from 'vitest';
import { makeContext } from '#worker/base/context.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { purgeOld } from './purge.ts';
import { runCronTask } from './schedule.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const daysAgo = (days: number) => NOW - days * DAY_MS;
const NOTHING = {
  checkouts: 0,
  events: 0,
  notifications: 0,
  deadMessages: 0,
  textAnswers: 0,
  counts: 0,
  blocks: 0,
  signInLinks: 0,
  repeatLinks: 0,
  bulkRows: 0,
  bulkActions: 0,
  declinedZips: 0,
  places: 0,
  routeTexts: 0,
  drives: 0,
  photos: 0,
  orphanedPhotos: 0,
  positions: 0,
};

beforeEach(startOver);

/** A checkout with its revision, created a number of days ago. */
async function checkout(n: number, days: number, changes: Row = {}) {
  await insertRow('checkouts', n, { state: 'expired', created_at: daysAgo(days), ...changes });
  await insertRow('checkout_revisions', n);
}

/** The keys of the rows in a table. */
const left = async (table: string, key = 'id') =>
  (await rows<{ key: string }>(`SELECT ${key} AS key FROM ${table} ORDER BY ${key}`)).map((row) => row.key);

/** Runs the nightly purge after a number of days. */
const purgeIn = (days: number) => {
  const { ctx, passMinutes } = makeTestContext();
  passMinutes(days * 24 * 60);
  return purgeOld(ctx);
};

it('deletes unpaid checkouts after 30 days, with all customer data', async () => {
  await checkout(1, 29);
  await checkout(2, 31);
  expect(await purgeIn(0)).toEqual({ ...NOTHING, checkouts: 1 });
  expect(await left('checkouts')).toEqual(['checkout-1']);
  expect(await left('checkout_revisions', 'checkout_id')).toEqual(['checkout-1']);
  expect(await purgeIn(0)).toEqual(NOTHING);
  expect(await purgeIn(2)).toEqual({ ...NOTHING, checkouts: 1 });
  expect(await left('checkout_revisions', 'checkout_id')).toEqual([]);
});

it('keeps a checkout of any age that is open, paid, in the ledger or holds days', async () => {
  await insertRow('bookings', 2);
  await insertRow('dumpsters', 4);
  await checkout(1, 400, { state: 'open' });
  await checkout(2, 400, { state: 'paid', booking_id: 2 });
  await checkout(3, 400);
  await insertRow('transactions', 3, { booking_id: null, status: 'canceled' });
  await checkout(4, 400);
  await insertRow('dumpster_schedule', 4, { booking_id: null, checkout_id: 'checkout-4', revision: 1 });
  await checkout(5, 400);
  expect(await purgeIn(0)).toEqual({ ...NOTHING, checkouts: 1 });
  expect(await left('checkouts')).toEqual(['checkout-1', 'checkout-2', 'checkout-3', 'checkout-4']);
  expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
});

it('deletes events and notifications 90 days after they were done, never pending ones', async () => {
  await insertRow('users', 1);
  await insertRow('stripe_events', 1, { received_at: daysAgo(91), processed_at: daysAgo(91) });
  await insertRow('stripe_events', 2, { received_at: daysAgo(91), processed_at: daysAgo(89) });
  await insertRow('stripe_events', 3, { received_at: daysAgo(400), processed_at: null });
  await insertRow('outbox', 1, { user_id: 1, created_at: daysAgo(91), done_at: daysAgo(91) });
  await insertRow('outbox', 2, { user_id: 1, created_at: daysAgo(91), done_at: daysAgo(89) });
  await insertRow('outbox', 3, { user_id: 1, created_at: daysAgo(400), done_at: null });
  expect(await purgeIn(0)).toEqual({ ...NOTHING, events: 1, notifications: 1 });
  expect(await left('stripe_events')).toEqual(['evt_2', 'evt_3']);
  expect(await left('outbox')).toEqual(['outbox-2', 'outbox-3']);
  expect(await purgeIn(2)).toEqual({ ...NOTHING, events: 1, notifications: 1 });
  expect([await left('stripe_events'), await left('outbox')]).toEqual([['evt_3'], ['outbox-3']]);
});

it('deletes failed messages after 90 days, but no dead row about an account or a booking', async () => {
  await insertRow('users', 1);
  await insertRow('bookings', 1);
  await insertRow('outbox', 1, { user_id: 1, created_at: daysAgo(400), dead_at: daysAgo(400) });
  const failed = (n: number, days: number, changes: Row = {}) =>
    insertRow('outbox', n, {
      user_id: null,
      kind: 'stripe-event',
      subject: `evt_${n}`,
      dedupe_key: `stripe-event:evt_${n}`,
      created_at: daysAgo(days),
      dead_at: daysAgo(days),
      ...changes,
    });
  await failed(2, 91, { booking_id: 1 });
  await failed(3, 91);
  await failed(4, 89);
  await failed(5, 400, { dead_at: daysAgo(89) });
  const aboutBooking = { kind: 'deposit-paid', booking_id: 1, subject: null, dedupe_key: 'deposit-paid:1' };
  await failed(6, 400, aboutBooking);
  expect(await purgeIn(0)).toEqual({ ...NOTHING, deadMessages: 2 });
  expect(await left('outbox')).toEqual(['outbox-1', 'outbox-4', 'outbox-5', 'outbox-6']);
});

it('deletes texts from customers after 90 days, but never a STOP or START', async () => {
  for (const [index, keyword] of ['stop', 'start', 'help', 'other'].entries()) {
    await insertRow('text_replies', index + 1, { keyword, received_at: daysAgo(91) });
  }
  await insertRow('text_replies', 5, { keyword: 'other', received_at: daysAgo(89) });
  expect(await purgeIn(0)).toEqual({ ...NOTHING, textAnswers: 2 });
  expect(await left('text_replies')).toEqual(['SM1', 'SM2', 'SM5']);
});

it('deletes links of confirmation e-mails the day after their end', async () => {
  await insertRow('bookings', 1);
  await insertRow('bookings', 2);
  await insertRow('repeat_links', 1, { created_at: 1, expires_at: daysAgo(2) });
  await insertRow('repeat_links', 2, { created_at: 1, expires_at: daysAgo(0.5) });
  expect(await purgeIn(0)).toEqual({ ...NOTHING, repeatLinks: 1 });
  expect(await left('repeat_links', 'booking_id')).toEqual([2]);
});

it('deletes limits that have ended', async () => {
  await rows(
    'INSERT INTO rate_limits (key, window_started_at, count) VALUES (?, ?, 3), (?, ?, 3)',
    'old',
    daysAgo(2),
    'new',
    daysAgo(0),
  );
  await rows(
    'INSERT INTO checkout_blocks (key, blocked_until) VALUES (?, ?), (?, ?)',
    'ip:old',
    daysAgo(2),
    'ip:new',
    daysAgo(-1),
  );
  await insertRow('users', 1);
  await insertRow('sign_in_links', 1, { user_id: 1, created_at: daysAgo(2) });
  await insertRow('sign_in_links', 2, { user_id: 1, created_at: daysAgo(0) });
  expect(await purgeIn(0)).toEqual({ ...NOTHING, counts: 1, blocks: 1, signInLinks: 1 });
  expect([
    await left('rate_limits', 'key'),
    await left('checkout_blocks', 'key'),
    await left('sign_in_links'),
  ]).toEqual([['new'], ['ip:new'], ['link-2']]);
});

it('deletes the counts of declined ZIP codes after 400 days', async () => {
  const dayAgo = (days: number) => new Date(daysAgo(days)).toISOString().slice(0, 10);
  for (const days of [401, 400]) await insertRow('declined_zips', days, { zip: '10001', day: dayAgo(days) });
  expect(await purgeIn(0)).toEqual({ ...NOTHING, declinedZips: 1 });
  expect(await left('declined_zips', 'day')).toEqual([dayAgo(400)]);
});

it('deletes all old rows in batches, also in two concurrent runs', { timeout: 60_000 }, async () => {
  await fillWithEvents(1, 1_750, daysAgo(100));
  const [one, two] = await Promise.all([purgeIn(0), purgeIn(0)]);
  expect(one.events + two.events).toBe(1_750);
  expect(await left('stripe_events')).toEqual([]);
});

it('is a task that operators run by name', async () => {
  await checkout(1, 31);
  expect(await runCronTask(testEnv, 'purge', { isForced: true })).toEqual({ ...NOTHING, checkouts: 1 });
});

it('reads no more rows when more rows are kept', { timeout: 60_000 }, async () => {
  const read = async () => {
    const counting = countingDatabase(testEnv.DB);
    await purgeOld(makeContext({ ...testEnv, DB: counting.database }, { timeouts: 'background' }));
    return counting.rowsRead();
  };
  await insertRow('users', 1);
  await fillWithLiving(1, 1_000);
  const few = await read();
  await fillWithLiving(1_001, 3_000);
  expect(await read()).toBe(few);
  expect(few).toBeLessThan(80);
  expect(await left('stripe_events')).toHaveLength(6_000);
});

const many = (from: number, to: number) =>
  `WITH RECURSIVE many(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM many WHERE n < ${to})`;

function fillWithEvents(from: number, to: number, processedAt: number | null) {
  return rows(
    `INSERT INTO stripe_events (id, type, object_id, created, received_at, processed_at)
     ${many(from, to)} SELECT 'evt_' || n || '-' || ?1, 'payment_intent.succeeded', 'pi_' || n, n, n, nullif(?1, 0) FROM many`,
    processedAt ?? 0,
  );
}

/** Recent, open or paid rows, which the purge must keep. */
async function fillWithLiving(from: number, to: number) {
  await fillWithEvents(from, to, daysAgo(1));
  await fillWithEvents(from, to, null);
  await rows(
    `INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date,
       end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
     ${many(from, to)} SELECT n, 'Ada', 'Stone', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207',
       '1-day', '2026-01-01', '2026-01-01', '2026-01-01', 1, 'mixed', 32500, n FROM many`,
  );
  for (const [name, state, booking, createdAt] of [
    ['paid', 'paid', 'n', 1],
    ['open', 'open', 'NULL', 1],
    ['recent', 'expired', 'NULL', daysAgo(1)],
  ]) {
    await rows(
      `INSERT INTO checkouts (id, key, state, booking_id, ip_key, email_key, phone_key, terms_version, terms_accepted_at,
         terms_ip, expires_at, created_at, rate_card_id)
       ${many(from, to)} SELECT ?1 || n, ?1 || n, ?2, ${booking}, 'ip', 'ada@example.com', '5550100142', '1', n, 'ip', n, ?3, 1 FROM many`,
      name,
      state,
      createdAt,
    );
  }
  await rows(
    `INSERT INTO outbox (id, kind, user_id, created_at, done_at)
     ${many(from, to)} SELECT 'outbox-' || n, 'end-sessions', 1, n, CASE n % 2 WHEN 0 THEN ?1 END FROM many`,
    daysAgo(1),
  );
  await rows(
    `INSERT INTO rate_limits (key, window_started_at, count) ${many(from, to)} SELECT 'key-' || n, ?1, 1 FROM many`,
    NOW,
  );
  await rows(
    `INSERT INTO checkout_blocks (key, blocked_until) ${many(from, to)} SELECT 'key-' || n, ?1 FROM many`,
    NOW,
  );
}
