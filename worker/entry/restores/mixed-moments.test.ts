import { beforeEach, expect, it } from 'vitest';
import { findStoredCatalog, storeCatalog } from '#contract/catalog-store.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { RESTORE_STEP_NAMES } from '#domain/shared/restores.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, payDepositAtStripe } from '#worker/test/payments.ts';
import { insertRental, listUnitIds } from '#worker/test/staff.ts';
import {
  addUnits,
  currentDay,
  inDays,
  makeTestContext,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';
import { finishRestores } from './tasks.ts';
import { assignLostUnits } from './units.ts';

// A backup reads the schedule and the ledger before the bookings: each test makes rows of different moments.

beforeEach(async () => {
  await startOver();
  await addUnits(5);
});

async function finish() {
  const nowMs = Date.now();
  await rows(
    "INSERT INTO restores (source, restored_at_ms, restored_to_ms) VALUES ('backup', ?, ?)",
    nowMs,
    nowMs - 600_000,
  );
  return finishRestores({ ...makeTestContext().ctx, send: () => Promise.resolve() });
}
const schedule = () =>
  rows<{ booking: number | null; unit: string; start: string; end: string }>(
    `SELECT booking_id AS booking, dumpster_number AS unit, start_date AS start, end_date AS "end"
     FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id ORDER BY booking_id`,
  );
const flags = () =>
  rows('SELECT id, needs_attention AS flag FROM bookings WHERE flag IS NOT NULL ORDER BY id');
const entries = () =>
  rows(
    `SELECT subject_id AS booking, version, actor_type AS actor, after FROM history
     WHERE subject = 'booking' AND action = 'changed' ORDER BY id`,
  );

it('moves the days that a paid checkout still holds to its booking', async () => {
  captureLog();
  const { id } = await createPaidBooking();
  const before = await schedule();
  expect(before).toMatchObject([{ booking: id }]);
  await rows(
    `UPDATE dumpster_schedule SET booking_id = NULL, revision = 1,
       checkout_id = (SELECT id FROM checkouts WHERE booking_id = ?)`,
    id,
  );
  await finish();
  expect(await schedule()).toEqual(before);
  expect(await flags()).toEqual([]);
  expect(await entries()).toEqual([]);
});

it('assigns a free unit to bookings to come that have none, and flags the others, once', async () => {
  captureLog();
  await rows("UPDATE dumpsters SET is_available = 0 WHERE dumpster_number <> '15-yard-1'");
  const [, off = 0] = await listUnitIds();
  await insertRental(1);
  await insertRental(2);
  await insertRental(3, { needs_attention: 'payment_mismatch' });
  await insertRental(4, { startsIn: -20 });
  await insertRental(5, { status: 'cancelled' });
  await insertRental(6, { startsIn: -6, needs_attention: 'no_unit' });
  await insertRental(7, { unit: off, status: 'cancelled' });
  await finish();
  const after = [
    { booking: 1, unit: '15-yard-1', start: inDays(10), end: inDays(16) },
    { booking: 6, unit: '15-yard-1', start: currentDay(), end: currentDay() },
  ];
  expect(await schedule()).toEqual(after);
  expect(await flags()).toEqual([
    { id: 2, flag: 'no_unit' },
    { id: 3, flag: 'payment_mismatch' },
  ]);
  const written = [
    { booking: 1, version: 2, actor: 'system', after: '{"dumpsterNumber":"15-yard-1"}' },
    { booking: 2, version: 2, actor: 'system', after: '{"needsAttention":"no_unit"}' },
    { booking: 3, version: 2, actor: 'system', after: '{"needsAttention":"no_unit"}' },
    { booking: 6, version: 2, actor: 'system', after: '{"dumpsterNumber":"15-yard-1"}' },
  ];
  expect(await entries()).toEqual(written);
  const { ctx } = makeTestContext();
  expect((await assignLostUnits(ctx, null)).result).toMatchObject({ assigned: 0, flagged: 0 });
  expect([await schedule(), await entries()]).toEqual([after, written]);
});

it('continues after a page of bookings', async () => {
  captureLog();
  const { ctx } = makeTestContext();
  for (let n = 1; n <= 26; n += 1) await insertRental(n);
  const first = await assignLostUnits(ctx, null);
  expect(first).toEqual({ isDone: false, result: { assigned: 5, flagged: 20, afterBooking: '25' } });
  const second = await assignLostUnits(ctx, first.result);
  expect(second).toEqual({ isDone: true, result: { assigned: 5, flagged: 21, afterBooking: '26' } });
});

it('leaves one of two bookings on a unit, and gives the other another unit', async () => {
  captureLog();
  const [first = 0, second = 0] = await listUnitIds();
  await insertRental(1, { unit: first });
  await insertRental(2, { unit: second });
  const [trigger] = await rows<{ sql: string }>(
    "SELECT sql FROM sqlite_master WHERE name = 'dumpster_schedule_no_overlap_update'",
  );
  await rows('DROP TRIGGER dumpster_schedule_no_overlap_update');
  await rows('UPDATE dumpster_schedule SET dumpster_id = ?', first);
  await rows(trigger?.sql ?? '');
  await finish();
  expect(await schedule()).toMatchObject([
    { booking: 1, unit: '15-yard-1' },
    { booking: 2, unit: '15-yard-2' },
  ]);
});

it('computes the sums of a booking whose refund is not in the ledger', async () => {
  captureLog();
  const { id } = await createPaidBooking();
  await rows(
    `UPDATE bookings SET refund_amount = deposit_amount, refund_date = 1, payment_status = 'refunded' WHERE id = ?`,
    id,
  );
  await finish();
  expect(
    await rows('SELECT refund_amount AS sum, refund_date AS day, payment_status AS status FROM bookings'),
  ).toEqual([{ sum: null, day: null, status: 'deposit_paid' }]);
});

it('flags the payment of a checkout whose details are lost', async () => {
  captureLog();
  const intent = await payDepositAtStripe();
  await rows('DELETE FROM checkout_revisions');
  expect(await finish()).toEqual({ done: RESTORE_STEP_NAMES.length, open: 0 });
  expect(await rows('SELECT state FROM checkouts')).toEqual([{ state: 'expired' }]);
  expect(await rows('SELECT difference FROM reconciliation_issues WHERE object_id = ?', intent)).toEqual([
    { difference: 'missing_here' },
  ]);
  expect(await rows('SELECT 1 FROM stripe_events WHERE processed_at IS NULL')).toEqual([]);
});

/** Runs work as a restore loads rows: without the triggers of the table attention. */
async function withoutTriggers(work: () => Promise<void>) {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'attention'",
  );
  for (const { name } of triggers) await rows(`DROP TRIGGER ${name}`);
  await work();
  for (const { sql } of triggers) await rows(sql);
}

it('corrects jobs and reasons that were read before their bookings', async () => {
  captureLog();
  const { id } = await createPaidBooking();
  await insertRental(2, { status: 'cancelled' });
  await insertRental(3, { needs_attention: 'payment_mismatch', status: 'completed' });
  // The booking was paid, and the flags and statuses changed, after their tables were read.
  await rows('DELETE FROM jobs');
  await insertRow('jobs', 2, { type: 'delivery' });
  await insertRow('jobs', 3, { type: 'delivery', due_day: inDays(10) });
  const before = await rows<{ id: number; needs_attention: string | null }>(
    'SELECT id, needs_attention FROM bookings',
  );
  await withoutTriggers(async () => {
    await rows('DELETE FROM attention');
    await insertRow('attention', 2, { reason: 'no_unit' });
  });
  expect(await rows('SELECT id, needs_attention FROM bookings')).toEqual(before);
  await finish();
  expect(
    await rows('SELECT booking_id AS booking, type, status FROM jobs ORDER BY booking_id, type'),
  ).toEqual([
    { booking: 2, type: 'delivery', status: 'cancelled' },
    { booking: 3, type: 'delivery', status: 'done' },
    { booking: 3, type: 'final_pickup', status: 'done' },
    { booking: id, type: 'delivery', status: 'open' },
    { booking: id, type: 'final_pickup', status: 'open' },
  ]);
  // Booking 3 was completed before its delivery: its truck moves are those of today.
  expect(await rows('SELECT DISTINCT due_day AS day FROM jobs WHERE booking_id = 3')).toEqual([
    { day: currentDay() },
  ]);
  expect(await rows('SELECT booking_id AS booking, reason FROM attention')).toEqual([
    { booking: 3, reason: 'payment_mismatch' },
  ]);
});

it('brings the catalog to the edge; under a new number only if the edge has a later version', async () => {
  captureLog();
  await rows("INSERT INTO rate_cards (status, base_id, created_at) VALUES ('draft', 1, 1)");
  await finish();
  const readCatalog = async () => (await call('/api/catalog')).json<PublicCatalog>();
  const atEdge = await findStoredCatalog(testEnv.CATALOG);
  expect(atEdge).toEqual(await readCatalog());
  expect(atEdge?.version).toBe(1);
  await storeCatalog(testEnv.CATALOG, { ...(await readCatalog()), version: 9 });
  await finish();
  const cards = await rows<{ id: number }>('SELECT id, status, base_id AS base FROM rate_cards ORDER BY id');
  const id = cards.at(-1)?.id ?? 0;
  expect(id).toBeGreaterThan(10_000);
  expect(cards).toEqual([
    { id: 1, status: 'superseded', base: null },
    { id: expect.any(Number), status: 'draft', base: id },
    { id, status: 'published', base: 1 },
  ]);
  expect(await findStoredCatalog(testEnv.CATALOG)).toEqual(await readCatalog());
  await finish();
  expect(await rows('SELECT id FROM rate_cards')).toHaveLength(3);
});
