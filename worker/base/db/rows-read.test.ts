import { env as bindings } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Env } from '#worker/base/env.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { call, post } from '#worker/test/http.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { inDays, intentIdOf, makeBookingData, makeTestContext, pay, startOver } from '#worker/test/world.ts';

const UNITS = 20;
const SOLD_OUT_UNIT = UNITS + 1;
const IP = '203.0.113.7';

beforeAll(async () => {
  await startOver();
  for (let n = 1; n <= UNITS; n += 1) await insertRow('dumpsters', n);
  await insertRow('dumpsters', SOLD_OUT_UNIT, { dumpster_type: '30-yard' });
  // The first row of history adds its counter to sqlite_sequence, a row that later inserts read.
  await insertRow('history', 1, { actor_type: 'stripe', actor_id: null });
  // The first use of the business profile inserts it.
  await getBusinessProfile(makeTestContext().ctx);
  // The first call of an instance also reads the published catalog.
  await call('/api/available-dumpster-types');
});

it('no call reads more when there are twice as many past bookings', { timeout: 120_000 }, async () => {
  await addPast(1, 1000);
  const atFirst = await rowsReadByEachCall();
  await addPast(1001, 2000);
  const afterTwice = await rowsReadByEachCall();
  expect(afterTwice).toEqual(atFirst);
  const most = Math.max(...Object.values(afterTwice));
  expect(most, JSON.stringify(afterTwice, null, 2)).toBeLessThan(400);
});

/** Past rentals of every unit, one a day, with all their rows; all by the same customer. */
async function addPast(from: number, to: number) {
  const numbers = `WITH RECURSIVE past(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM past WHERE n < ${to})`;
  const day = `date('2019-01-01', '+' || ((n - 1) / ${UNITS}) || ' days')`;
  const person = `'Ada', 'Past', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207'`;
  const fields = 'first_name, last_name, email, phone, address, city, state, zip';
  const statements = [
    `INSERT INTO bookings (id, ${fields}, rental_type, delivery_date, end_date, pickup_day, rate_card_id, material_id,
       deposit_amount, stripe_payment_intent_id, status, created_at)
     ${numbers} SELECT n, ${person}, '1-day', ${day}, ${day}, ${day}, 1, 'mixed', 32500, 'past-' || n, 'completed', n FROM past`,
    ...['delivery', 'final_pickup'].map(
      (type) => `INSERT INTO jobs (booking_id, type, due_day, status, created_at)
        ${numbers} SELECT n, '${type}', ${day}, 'done', n FROM past`,
    ),
    `INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
     ${numbers} SELECT (n - 1) % ${UNITS} + 1, n, ${day}, ${day}, n FROM past`,
    `INSERT INTO checkouts (id, key, state, stripe_payment_intent_id, client_secret, booking_id, ip_key, email_key, phone_key,
       terms_version, terms_accepted_at, terms_ip, expires_at, created_at, rate_card_id)
     ${numbers} SELECT 'past-' || n, 'past-' || n, 'paid', 'past-' || n, 'secret', n, '${IP}', 'ada@example.com', '5550100142',
       '1', n, '${IP}', n, n, 1 FROM past`,
    `INSERT INTO checkout_revisions (checkout_id, revision, fingerprint, ${fields}, notes, rental_type, dumpster_type,
       delivery_date, end_date, pickup_day, material_id, amount, created_at)
     ${numbers} SELECT 'past-' || n, 1, '', ${person}, '', '1-day', '15-yard', ${day}, ${day}, ${day}, 'mixed', 32500, n FROM past`,
    `INSERT INTO transactions (id, type, kind, booking_id, checkout_id, amount, currency, status, created_at, updated_at)
     ${numbers} SELECT 'past-' || n, 'payment', 'deposit', n, 'past-' || n, 32500, 'usd', 'succeeded', n, n FROM past`,
    `INSERT INTO stripe_events (id, type, object_id, created, received_at, processed_at)
     ${numbers} SELECT 'past-' || n, 'payment_intent.succeeded', 'past-' || n, n, n, n FROM past`,
    `INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at)
     ${numbers} SELECT 'past-' || n, 'deposit-paid', n, 'deposit-paid:' || n, n, n FROM past`,
    `INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at)
     ${numbers} SELECT 'past-card-' || n, 'save-card', n, 'save-card:' || n, n, n FROM past`,
  ];
  for (const statement of statements) await bindings.DB.prepare(statement).run();
}

/**
 * Runs the calls of customers, Stripe and the cron in one sequence, and afterwards deletes all rows except the past
 * ones.
 */
async function rowsReadByEachCall() {
  await insertRow('bookings', 1_000_000);
  const sold = { dumpster_id: SOLD_OUT_UNIT, start_date: inDays(8), end_date: inDays(12) };
  await insertRow('dumpster_schedule', 1_000_000, sold);

  const reads: Record<string, number> = {};
  const measure = async (name: string, ask: (env: Env) => Promise<unknown>) => {
    const { env, sent } = makeEnvWithQueue();
    const { database, rowsRead } = countingDatabase(bindings.DB);
    const outcome = await ask({ ...env, DB: database });
    reads[name] = rowsRead();
    const status = outcome instanceof Response ? outcome.status : null;
    return { outcome, status, sent };
  };
  const get = async (path: string) => {
    const { status } = await measure(path, (env) => call(path, {}, env));
    expect(status, path).toBe(200);
  };
  await get('/api/available-dumpster-types');
  await get(`/api/available-dumpster-types?deliveryDate=${inDays(10)}&rentalType=7-day`);
  await get(`/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=${inDays(10).slice(0, 7)}`);
  await get('/api/next-available-date/7-day');
  await get('/api/next-available-date/7-day?dumpsterType=15-yard');
  await get(`/api/next-available-date/7-day?dumpsterType=15-yard&from=${inDays(10)}&daysBefore=6`);

  const order = makeBookingData({ email: 'ada@example.com', phone: '5550100142' });
  const headers = { 'CF-Connecting-IP': IP, 'Idempotency-Key': crypto.randomUUID() };
  const place = async (name: string, changes: object, expected: number) => {
    const { outcome, status } = await measure(name, (env) =>
      post(
        '/api/create-payment-intent',
        { bookingId: 'pending', bookingData: { ...order, ...changes } },
        { headers, env },
      ),
    );
    expect(status, name).toBe(expected);
    return (outcome as Response).json<{ clientSecret: string }>();
  };
  await place('a size that is sold out', { dumpsterType: '30-yard' }, 409);
  const { clientSecret } = await place('a new checkout', {}, 200);
  await place('the same again', {}, 200);
  await place('a revision', { deliveryDate: inDays(20) }, 200);
  const paymentIntent = intentIdOf(clientSecret);
  const status = (name: string) =>
    measure(name, (env) => post('/api/booking-status', { paymentIntent, clientSecret }, { headers, env }));
  expect((await status('status before payment')).status).toBe(200);
  await measure('the cron while it is open', (env) => runCronTask(env, 'holds', { isForced: true }));

  await pay(clientSecret);
  const event = await findStripeEvent('payment_intent.succeeded', paymentIntent);
  const { sent } = await measure('the webhook', (env) => deliverEvent(event, env));
  const { outcome } = await measure('the consumer', (env) => deliverTasks(sent, env));
  expect([sent.length, outcome]).toEqual([1, ['ack']]);
  expect((await status('status after payment')).status).toBe(200);
  const mailed = await measure('the mail', (env) => runCronTask(env, 'outbox', { isForced: true }));
  // The confirmation, the e-mail to the business, and the card.
  expect(mailed.outcome).toMatchObject({ done: 3 });
  await place('the same after payment', {}, 409);
  // Not forced: a forced run would also read the earlier events of the emulator.
  await measure('the cron for events', (env) => runCronTask(env, 'events', { isForced: false }));
  await deleteMeasuredRows();
  return reads;
}

async function deleteMeasuredRows() {
  await bindings.DB.batch(
    [
      "DELETE FROM outbox WHERE id NOT LIKE 'past-%'",
      'DELETE FROM repeat_links',
      "DELETE FROM dumpster_schedule WHERE start_date >= '2026-01-01'",
      "DELETE FROM jobs WHERE due_day >= '2026-01-01'",
      "DELETE FROM transactions WHERE id NOT LIKE 'past-%'",
      "DELETE FROM checkouts WHERE id NOT LIKE 'past-%'",
      "DELETE FROM bookings WHERE stripe_payment_intent_id NOT LIKE 'past-%'",
      "DELETE FROM stripe_events WHERE id NOT LIKE 'past-%'",
      'DELETE FROM rate_limits',
      'DELETE FROM cron_runs',
      'DELETE FROM cursors',
    ].map((statement) => bindings.DB.prepare(statement)),
  );
}
