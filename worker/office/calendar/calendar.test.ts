import { beforeEach, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTruckCalendar } from '#contract/truck-calendar.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { addDays, weekdayOf } from '#domain/shared/days.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { ip, KEY } from '#worker/test/checkouts.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeBookingData, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

type Calendar = ReplyOf<typeof getTruckCalendar>;
const ask = (query: string) => dana.send('GET', `calendar?${query}`);
const calendar = async (query: string) => (await ask(query)).json<Calendar>();
const MONDAY = [7, 8, 9, 10, 11, 12, 13].map(inDays).find((day) => weekdayOf(day) === 1) ?? '';
const SUNDAY = addDays(MONDAY, 6);

/** A booking of one week from Monday on, with its two jobs. */
async function addBooking(n: number, changes: Parameters<typeof insertRow>[2] = {}) {
  await insertRow('bookings', n, { rental_type: '7-day', delivery_date: MONDAY, ...changes });
  await insertRow('jobs', 2 * n, { booking_id: n, type: 'delivery', due_day: MONDAY, dumpster_id: null });
  await insertRow('jobs', 2 * n + 1, {
    booking_id: n,
    type: 'final_pickup',
    due_day: SUNDAY,
    dumpster_id: null,
  });
}

it('counts and lists the moves of each day, with the reason of a closed day', async () => {
  await publishCard({
    calendar: { ...FIRST_RATE_CARD.calendar, deliveryWeekdays: [1, 2, 3, 4, 5, 6], maxTruckMovesPerDay: 9 },
  });
  await insertRow('blackout_days', 1, { day: addDays(MONDAY, 2), reason: 'Inventory', created_by: null });
  await addBooking(1);
  await insertRow('dumpsters', 1, { dumpster_number: 'D-7' });
  await insertRow('dumpster_schedule', 1, { booking_id: 1, start_date: MONDAY, end_date: SUNDAY });
  await addBooking(2, { status: 'confirmed', dumpster_type: '30-yard' });
  await rows("UPDATE jobs SET status = 'done' WHERE booking_id = 1 AND type = 'delivery'");
  await rows("UPDATE jobs SET status = 'cancelled' WHERE booking_id = 2 AND type = 'final_pickup'");

  const { days, moves, maxTruckMovesPerDay } = await calendar(`from=${MONDAY}&to=${SUNDAY}`);
  expect([maxTruckMovesPerDay, days.length]).toEqual([9, 7]);
  const none = { deliveries: 0, exchanges: 0, pickups: 0, truckMoves: 0 };
  expect(days[0]).toEqual({ ...none, day: MONDAY, closed: null, deliveries: 2, truckMoves: 2 });
  expect(days[2]).toEqual({ ...none, day: addDays(MONDAY, 2), closed: 'Inventory' });
  expect(days[6]).toEqual({ ...none, day: SUNDAY, closed: 'Closed on Sundays', pickups: 1, truckMoves: 1 });
  expect(
    moves.map(({ bookingId, type, isDone, dumpsterNumber }) => [bookingId, type, isDone, dumpsterNumber]),
  ).toEqual([
    [1, 'delivery', true, 'D-7'],
    [2, 'delivery', false, null],
    [1, 'final_pickup', false, 'D-7'],
  ]);
  expect(moves[0]).toMatchObject({
    customer: 'Ada Customer1',
    city: 'Albany',
    endDate: SUNDAY,
    status: 'pending',
    isOverdue: false,
  });
  await rows(`UPDATE jobs SET due_day = '${inDays(-1)}' WHERE booking_id = 1 AND type = 'final_pickup'`);
  await rows(`UPDATE bookings SET agreed_pickup_day = '${inDays(-1)}' WHERE id = 1`);
  const late = await calendar(`from=${inDays(-1)}&to=${inDays(-1)}`);
  expect(late.moves.map(({ bookingId, isOverdue }) => [bookingId, isOverdue])).toEqual([[1, true]]);
});

it('filters by size and status, while the truck moves stay those of the day', async () => {
  for (const [n, dumpster_type] of ['15-yard', '30-yard', '30-yard'].entries()) {
    await addBooking(n + 1, { dumpster_type, status: n === 2 ? 'confirmed' : 'pending' });
  }
  const [monday] = (await calendar(`from=${MONDAY}&to=${MONDAY}&dumpsterType=30-yard&status=pending`)).days;
  expect(monday).toMatchObject({ deliveries: 1, truckMoves: 3 });
  expect((await ask(`from=${MONDAY}&to=${MONDAY}&dumpsterType=99-yard`)).status).toBe(400);
});

it('counts what customers hold while they pay', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const data = makeBookingData({ deliveryDate: MONDAY, rentalType: '7-day' });
  await openCheckout(ctx, { data, key: KEY, ip });
  const [monday] = (await calendar(`from=${MONDAY}&to=${MONDAY}`)).days;
  expect(monday).toMatchObject({ deliveries: 0, truckMoves: 1 });
});

it('lists at most 20 moves of a day, in a long window, too', async () => {
  for (let n = 1; n <= 25; n += 1) await addBooking(n);
  const { days, moves } = await calendar(`from=${MONDAY}&to=${MONDAY}`);
  expect([days[0]?.deliveries, moves.length]).toEqual([25, 20]);
  const month = await calendar(`from=${MONDAY}&to=${addDays(MONDAY, 41)}`);
  expect(month.moves.filter(({ day }) => day === MONDAY)).toHaveLength(20);
  for (const to of [addDays(MONDAY, 42), addDays(MONDAY, -1)]) {
    expect((await ask(`from=${MONDAY}&to=${to}`)).status).toBe(400);
  }
});
