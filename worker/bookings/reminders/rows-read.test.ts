import { env as bindings } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { rowCount } from '#domain/test/random-runs.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { currentDay, inDays, startOver } from '#worker/test/world.ts';
import { insertReminders, REMINDER_KINDS } from './repo.ts';

const DAY_MS = 86_400_000;
const SMALL_COUNT = rowCount({ sample: 2_500, long: 10_000 });

beforeAll(async () => {
  await startOver();
  // The first outbox row adds its total, a row that later inserts read.
  await insertRow('users', 1);
  await insertRow('outbox', 1);
});

it('the reminders read no more rows when there are twice as many past bookings', {
  timeout: 120_000,
}, async () => {
  await addPresent();
  await addPast(1, SMALL_COUNT);
  const few = await rowsReadByKind();
  await addPast(SMALL_COUNT + 1, 2 * SMALL_COUNT);
  expect(await rowsReadByKind()).toEqual(few);
  expect(Math.max(...Object.values(few)), JSON.stringify(few)).toBeLessThan(600);
});

const person = `'Ada', 'Past', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207'`;
const fields =
  'first_name, last_name, email, phone, address, city, state, zip, rate_card_id, material_id, rental_type, deposit_amount';

/** Rentals of past years that are over, and a few that staff have not completed. */
async function addPast(from: number, to: number) {
  await bindings.DB.batch([
    bindings.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
       INSERT INTO bookings (id, ${fields}, delivery_date, end_date, pickup_day, status, created_at)
       SELECT i, ${person}, 1, 'mixed', '7-day', 42500, day, date(day, '+6 days'), date(day, '+6 days'),
         CASE i % 20 WHEN 0 THEN 'confirmed' WHEN 1 THEN 'pending' WHEN 2 THEN 'cancelled' ELSE 'completed' END, i
       FROM (SELECT i, date('2019-01-01', '+' || (i % 2500) || ' days') AS day FROM n)`,
    ),
    bindings.DB.prepare(
      `INSERT INTO pay_links (id, booking_id, stripe_payment_intent_id, amount, state, expires_at, created_at, ended_at)
       SELECT 'link-' || id, id, 'pi_' || id, 100, 'paid', 2, 1, 2 FROM bookings WHERE id BETWEEN ${from} AND ${to}`,
    ),
  ]);
}

/** Twenty due reminders of each kind. */
async function addPresent() {
  const made = Date.now() - 3 * DAY_MS;
  const due = [
    { status: 'confirmed', day: inDays(1) },
    { status: 'confirmed', day: inDays(-5) },
    { status: 'pending', day: inDays(20) },
    { status: 'confirmed', day: inDays(-8) },
  ];
  await bindings.DB.batch(
    due.map(({ status, day }, kind) =>
      bindings.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
         INSERT INTO bookings (id, ${fields}, delivery_date, end_date, pickup_day, status, final_price, created_at)
         SELECT 1000000 + ${kind} * 100 + i, ${person}, 1, 'mixed', '7-day', 42500, '${day}', date('${day}', '+6 days'),
           date('${day}', '+6 days'), '${status}', 50000, ${made} FROM n`,
      ),
    ),
  );
  await bindings.DB.prepare(
    `UPDATE bookings SET site_status = 'on_site' WHERE delivery_date = '${inDays(-8)}'`,
  ).run();
  await bindings.DB.prepare(
    `INSERT INTO pay_links (id, booking_id, stripe_payment_intent_id, amount, expires_at, created_at)
     SELECT 'link-' || id, id, 'pi_' || id, 100, ${Date.now() + DAY_MS}, ${made} FROM bookings LIMIT 20`,
  ).run();
}

/** Rows that two runs read: the first sends all reminders, the next has none to send. */
async function rowsReadByKind() {
  await bindings.DB.prepare('DELETE FROM outbox').run();
  const reads: Record<string, number> = {};
  for (const run of ['first', 'next']) {
    for (const kind of REMINDER_KINDS) {
      const { database, rowsRead } = countingDatabase(bindings.DB);
      const db = makeDb(database, 'first-primary');
      const ids = await insertReminders(db, kind, { today: currentDay(), nowMs: Date.now(), limit: 200 });
      // One e-mail names all overdue rentals.
      const due = kind === 'rental-overdue' ? 1 : 20;
      expect(ids, `${kind}, ${run}`).toHaveLength(run === 'first' ? due : 0);
      reads[`${kind}, ${run}`] = rowsRead();
    }
  }
  return reads;
}
