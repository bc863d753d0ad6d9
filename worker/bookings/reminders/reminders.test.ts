import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, type Day, dayAt } from '#domain/shared/days.ts';
import { isInWorkList } from '#worker/bookings/list/work-repo.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { createReminders } from './tasks.ts';

const NEW_YORK = 'America/New_York';
const DAY_MS = 86_400_000;

beforeEach(startOver);

/** A context at an instant, with a queue that only records its messages. */
function at(instant: string) {
  const { ctx, mails } = makeTestContext();
  const nowMs = Date.parse(instant);
  const announced: string[] = [];
  const world = {
    ...ctx,
    now: () => nowMs,
    today: () => dayAt(nowMs, NEW_YORK),
    send: async (message: Parameters<typeof ctx.send>[0]) => {
      if (message.type === 'outbox') announced.push(message.id);
    },
  };
  return {
    announced,
    run: (isForced = false) => createReminders(world, { isForced }),
    mailed: async () => {
      await processPendingRows(world, { includeRecent: true });
      return mails.map(({ to, subject }) => `${to}: ${subject}`);
    },
    texts: () => mails.map(({ text }) => text).join('\n'),
  };
}

/** 10 AM in New York, in winter. */
const morning = (day: Day) => at(`${day}T10:00:00-05:00`);
const TODAY = '2026-11-30';
const OFFICE = 'office@dumpsters.example.com';

const rental = (n: number, changes: Row) =>
  insertRow('bookings', n, {
    rental_type: '7-day',
    status: 'confirmed',
    created_at: Date.parse('2026-11-30T08:00:00-05:00'),
    ...changes,
  });
const dedupeKeys = async () =>
  (await rows<{ dedupe_key: string }>('SELECT dedupe_key FROM outbox ORDER BY dedupe_key')).map(
    ({ dedupe_key }) => dedupe_key,
  );

it('customers get a reminder of a delivery the day before, once for any number of cron runs', async () => {
  await rental(1, { delivery_date: '2026-12-01' });
  await rental(2, { delivery_date: '2026-12-01', status: 'pending' });
  await rental(3, { delivery_date: '2026-12-02' });
  await rental(4, { delivery_date: '2026-11-30' });
  await rental(5, { delivery_date: '2026-12-01', status: 'cancelled' });
  await rental(6, { delivery_date: '2026-12-01', status: 'in_transit' });
  const { run, announced, mailed, texts } = morning(TODAY);
  expect(await run()).toEqual({
    'delivery-reminder': 2,
    'return-reminder': 0,
    'pay-link-reminder': 0,
    'still-pending': 0,
    'rental-overdue': 0,
  });
  const ids = (await rows<{ id: string }>('SELECT id FROM outbox')).map(({ id }) => id);
  expect(announced.toSorted()).toEqual(ids.toSorted());
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  await Promise.all([run(), run(true), at('2026-11-30T18:00:00-05:00').run()]);
  expect((await mailed()).toSorted()).toEqual([
    'ada1@example.com: Booking #1 at Ironwood Dumpsters: your delivery on Tue, Dec 1, 2026',
    'ada2@example.com: Booking #2 at Ironwood Dumpsters: your delivery on Tue, Dec 1, 2026',
  ]);
  // Both bookings have no unit, so no delivery is announced.
  expect(texts()).not.toContain('Your dumpster comes');
});

it('a confirmed delivery with a unit is announced', async () => {
  await rental(1, { delivery_date: '2026-12-01' });
  await insertRow('dumpsters', 1);
  await insertRow('dumpster_schedule', 1, { start_date: '2026-12-01', end_date: '2026-12-07' });
  const { run, mailed, texts } = morning(TODAY);
  await run();
  await mailed();
  expect(texts()).toContain('Your dumpster comes tomorrow, Tue, Dec 1, 2026.');
});

it('customers get a reminder of the end of a rental the day before, unless it is over', async () => {
  await rental(1, { delivery_date: '2026-11-25' });
  await rental(2, { delivery_date: '2026-11-02', rental_type: '30-day', status: 'in_transit' });
  await rental(3, { delivery_date: '2026-11-25', status: 'completed' });
  await rental(4, { delivery_date: '2026-11-25', status: 'cancelled' });
  await rental(5, { delivery_date: '2026-11-25', rental_type: '30-day' });
  const { run, mailed } = morning(TODAY);
  expect(await run()).toMatchObject({ 'return-reminder': 2 });
  expect((await mailed()).toSorted()).toEqual([
    'ada1@example.com: Booking #1 at Ironwood Dumpsters: your rental ends on Tue, Dec 1, 2026',
    'ada2@example.com: Booking #2 at Ironwood Dumpsters: your rental ends on Tue, Dec 1, 2026',
  ]);
});

it('a one-day rental has delivery and end in one e-mail', async () => {
  await rental(1, { delivery_date: '2026-12-01', rental_type: '1-day' });
  const { run, mailed } = morning(TODAY);
  await run();
  expect(await mailed()).toEqual([
    'ada1@example.com: Booking #1 at Ironwood Dumpsters: your delivery on Tue, Dec 1, 2026',
  ]);
});

it('an e-mail that is too late or no longer true is not sent', async () => {
  await rental(1, { delivery_date: '2026-12-01' });
  await rental(2, { delivery_date: '2026-12-01' });
  await morning(TODAY).run();
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = 2");
  expect(await morning('2026-12-02').mailed()).toEqual([]);
  expect(await rows('SELECT count(*) AS waiting FROM outbox WHERE done_at IS NULL')).toEqual([
    { waiting: 0 },
  ]);
});

describe('staff', () => {
  it('are e-mailed about a booking that is pending for more than a day, daily for a week, then weekly', async () => {
    await rental(1, { status: 'pending', delivery_date: '2027-02-01' });
    const days = Array.from({ length: 20 }, (_, n) => addDays(TODAY, n));
    const sentOn: Day[] = [];
    for (const day of days) {
      if ((await morning(day).run())['still-pending'] === 1) sentOn.push(day);
      await morning(day).run();
    }
    expect(sentOn).toEqual([...days.slice(1, 8), '2026-12-14']);
    const { mailed } = morning('2026-12-14');
    expect([...new Set(await mailed())]).toEqual([`${OFFICE}: Booking #1 is still pending`]);
  });

  it('get one e-mail a day about the bookings of the list Overdue, with the address of that list', async () => {
    const there = { delivery_date: '2026-11-23', site_status: 'on_site' };
    await rental(1, there);
    await rental(2, { ...there, delivery_date: '2026-11-24' });
    await rental(3, { delivery_date: '2026-11-23', status: 'completed', site_status: 'picked_up' });
    await rental(4, { delivery_date: '2026-11-23' });
    // The task of the night has made today its pickup day.
    await rental(5, { ...there, delivery_date: '2026-11-20' });
    await rows("UPDATE bookings SET pickup_day = '2026-11-30' WHERE id = 5");
    await rental(6, { ...there, status: 'completed' });
    const { run, mailed, texts } = morning(TODAY);
    expect(await run()).toMatchObject({ 'rental-overdue': 1 });
    await Promise.all([run(), run(true), at('2026-11-30T18:00:00-05:00').run()]);
    expect(await mailed()).toEqual([`${OFFICE}: 3 rentals are overdue on Nov 30, 2026`]);
    expect(texts().match(/#\d+ Ada/g)).toEqual(['#5 Ada', '#1 Ada', '#6 Ada']);
    expect(texts()).toContain('/admin/bookings?work=overdue');
    const listed = sql`SELECT id FROM bookings b WHERE ${isInWorkList('overdue', { today: TODAY, sinceMs: 0 })}`;
    expect(await makeTestContext().ctx.db.all(listed)).toEqual([{ id: 1 }, { id: 5 }, { id: 6 }]);
    expect((await morning('2026-12-01').run())['rental-overdue']).toBe(1);
  });
});

it('customers get one reminder of an open payment link, after two days and before its end', async () => {
  const open = async (n: number, changes: Row) => {
    await rental(n, { delivery_date: '2027-01-10', deposit_amount: 32_500, final_price: 50_000 });
    await insertRow('pay_links', n, {
      state: 'open',
      ended_at: null,
      expires_at: Date.parse('2026-12-10T00:00:00Z'),
      created_at: Date.parse('2026-11-28T08:00:00-05:00'),
      ...changes,
    });
  };
  await open(1, {});
  await open(2, { created_at: Date.parse('2026-11-29T08:00:00-05:00') });
  await open(3, { expires_at: Date.parse('2026-11-29T08:00:00-05:00') });
  await open(4, { state: 'paid', ended_at: 1 });
  const { run, mailed } = morning(TODAY);
  expect(await run()).toMatchObject({ 'pay-link-reminder': 1 });
  expect(await mailed()).toEqual([
    'ada1@example.com: Booking #1 at Ironwood Dumpsters: $100.00 is still to be paid',
  ]);
  expect(await morning('2026-12-01').run()).toMatchObject({ 'pay-link-reminder': 1 });
  expect((await dedupeKeys()).filter((dedupe_key) => dedupe_key.startsWith('pay-link'))).toEqual([
    'pay-link-reminder:1:link-1',
    'pay-link-reminder:2:link-2',
  ]);
});

describe('no reminders are sent at night, unless the task is forced', () => {
  it.each([
    ['2026-11-30T08:59:59-05:00', 0],
    ['2026-11-30T09:00:00-05:00', 1],
    ['2026-11-30T18:59:59-05:00', 1],
    ['2026-11-30T19:00:00-05:00', 0],
    // In UTC it is already the next day, in New York it is not.
    ['2026-12-01T01:00:00Z', 0],
  ])('%s: %i', async (instant, count) => {
    await rental(1, { delivery_date: '2026-12-01' });
    expect((await at(instant).run())['delivery-reminder']).toBe(count);
    if (count === 0) expect((await at(instant).run(true))['delivery-reminder']).toBe(1);
  });
});

it.each([
  // Clocks go forward on 14 March 2027 and back on 7 November 2027.
  ['2027-03-13T09:00:00-05:00', '2027-03-14', '2027-03-08'],
  ['2027-03-14T09:00:00-04:00', '2027-03-15', '2027-03-09'],
  ['2027-11-06T09:00:00-04:00', '2027-11-07', '2027-11-01'],
  ['2027-11-07T09:00:00-05:00', '2027-11-08', '2027-11-02'],
  ['2028-02-28T12:00:00-05:00', '2028-02-29', '2028-02-23'],
  ['2028-02-29T12:00:00-05:00', '2028-03-01', '2028-02-24'],
  ['2026-12-31T12:00:00-05:00', '2027-01-01', '2026-12-26'],
])('at %s tomorrow is %s, across clock changes and months', async (instant, tomorrow, sevenDaysBefore) => {
  await rental(1, { delivery_date: tomorrow });
  await rental(2, { delivery_date: sevenDaysBefore, site_status: 'on_site' });
  await rental(3, { delivery_date: addDays(tomorrow, 1) });
  await rental(4, { delivery_date: addDays(sevenDaysBefore, -2), site_status: 'on_site' });
  expect(await at(instant).run()).toMatchObject({
    'delivery-reminder': 1,
    'return-reminder': 1,
    'rental-overdue': 1,
  });
  const today = addDays(tomorrow, -1);
  expect((await dedupeKeys()).filter((dedupe_key) => !dedupe_key.startsWith('still'))).toEqual([
    `delivery-reminder:1:${today}`,
    `rental-overdue:${today}`,
    `return-reminder:2:${today}`,
  ]);
});

it('reminders above the limit of one run are sent by the next', async () => {
  await rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
     INSERT INTO bookings (first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date,
       end_date, pickup_day, rate_card_id, material_id, deposit_amount, status, created_at)
     SELECT 'Ada', 'Customer', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207', '7-day',
       '2026-12-01', '2026-12-07', '2026-12-07', 1, 'mixed', 32500, 'confirmed', ? FROM n`,
    Date.parse('2026-11-30T08:00:00-05:00') - DAY_MS,
  );
  const { run } = morning(TODAY);
  const counts = [await run(), await run(), await run(), await run()].map(
    (each) => each['delivery-reminder'],
  );
  expect(counts).toEqual([200, 200, 50, 0]);
});
