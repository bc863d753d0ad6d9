import { beforeEach, describe, expect, it } from 'vitest';
import type { listChangeDays } from '#contract/booking-changes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { makeRate } from '#domain/test/rate-cards.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { captureLog } from '#worker/test/http.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver, testEnv } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { preview, change, refused, codes, texts } = {} as ReturnType<typeof makeChangeCalls>;
let units: number[] = [];

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ preview, change, refused, codes, texts } = makeChangeCalls(dana));
  await addUnits(3);
  units = await listUnitIds();
});

const read = async () => (await dana.send('GET', 'bookings/1')).json<Booking>();
const exchange = (day: number, more = {}) => ({
  type: 'exchange',
  day: inDays(day),
  unitAmount: 1000,
  ...more,
});
const setStatus = async (status: string) =>
  expect((await dana.send('PATCH', 'bookings/1/status', { status })).status).toBe(200);

/** Delivered two days ago; the pickup is in four days. */
const bookDelivered = () => bookRental(1, -2, { unit: units[0] ?? 0, isDelivered: true });

describe('an exchange', () => {
  it('takes a second unit from its day on, and the first one until it', async () => {
    await bookDelivered();
    expect(await preview(1, exchange(1))).toMatchObject({
      allowed: true,
      difference: 1000,
      rateCard: 'booking',
      lines: [{ type: 'exchange', label: 'Exchange', amount: 1000 }],
      before: { unit: { id: units[0] } },
      after: { unit: { id: units[1] }, endDate: inDays(4) },
    });
    const { booking } = await change(1, exchange(1));
    expect(await listUnitDays(1)).toEqual([
      { unit: units[0], role: 'first', start: inDays(-2), end: inDays(1) },
      { unit: units[1], role: 'exchange 1', start: inDays(1), end: inDays(4) },
    ]);
    expect(await listJobsOf(1)).toContainEqual({ type: 'exchange', day: inDays(1), status: 'open' });
    expect(booking.units.map(({ id, role }) => [id, role])).toEqual([
      [units[0], 'first'],
      [units[1], 'exchange 1'],
    ]);
    expect(booking.dumpsterId).toBe(units[0]);
    expect((await texts(1))[0]).toContain('Unit changed from 15-yard-1 to 15-yard-2. Exchange on: ');
    // As if its day had come.
    await rows("UPDATE jobs SET status = 'done' WHERE type = 'exchange'");
    expect((await read()).dumpsterId).toBe(units[1]);
    await change(1, exchange(3));
    expect((await listUnitDays(1)).map(({ unit, role }) => [unit, role])).toEqual([
      [units[0], 'first'],
      [units[1], 'exchange 1'],
      [units[0], 'exchange 2'],
    ]);
  });

  it('costs its price with tax, and its load has an allowance of its own', async () => {
    await publishFirm({ rates: [makeRate()] });
    const { open, payFor } = makeCustomer({ deliveryDate: inDays(0) });
    const id = Number((await payFor(await open())).id);
    const before = await codes(id, { type: 'exchange', day: inDays(2) });
    expect(before).toEqual(['not_delivered']);
    await rows("UPDATE jobs SET status = 'done' WHERE type = 'delivery'");
    const seen = await preview(id, { type: 'exchange', day: inDays(2) });
    expect([seen.difference, seen.rateCard]).toEqual([43_200, 'booking']);
    const refusal = await dana.send('POST', `bookings/${id}/changes`, { ...exchange(2), preview: true });
    expect(await refusal.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'unitAmount' }] });
    await change(id, { type: 'exchange', day: inDays(2) });
    expect(await rows('SELECT type, quantity, unit_amount FROM price_additions')).toEqual([
      { type: 'exchange', quantity: 1, unit_amount: null },
    ]);
  });

  it('is possible on the days of the rental that its calendar shows', async () => {
    await bookDelivered();
    await change(1, exchange(1));
    const day = inDays(3);
    const path = `bookings/1/change-days?type=exchange&month=${day.slice(0, 7)}`;
    const { days } = await (await dana.send('GET', path)).json<ReplyOf<typeof listChangeDays>>();
    expect(days.find((one) => one.day === day)).toEqual({
      day,
      allowed: true,
      reasons: [],
      pickupDay: inDays(4),
    });
    for (const one of days.filter(({ allowed }) => !allowed))
      expect(['past_day', 'outside_rental']).toContain(one.reasons[0]?.code);
  });

  it('is refused outside of the rental, before another exchange and without a unit', async () => {
    await bookDelivered();
    expect(await codes(1, exchange(-1))).toEqual(['past_day']);
    expect(await codes(1, exchange(5))).toEqual(['outside_rental']);
    expect(await codes(1, { ...exchange(2), unitAmount: undefined })).toEqual(['amount_needed']);
    expect(await codes(1, exchange(2, { dumpsterId: units[0] }))).toEqual(['taken']);
    await change(1, exchange(2));
    expect(await codes(1, exchange(2))).toEqual(['outside_rental']);
    expect(await codes(1, { type: 'shorten', endDate: inDays(1) })).toEqual(['outside_rental']);
    await bookRental(2, 3, { unit: units[2] ?? 0 });
    await bookRental(3, 3, { unit: units[0] ?? 0 });
    const [reason] = await refused(1, exchange(3));
    expect(reason?.code).toBe('no_unit');
  });

  it('lets the end of the rental change on its own unit', async () => {
    await bookDelivered();
    await change(1, exchange(1));
    await change(1, { type: 'extend', endDate: inDays(7), unitAmount: 100 });
    expect((await listUnitDays(1)).at(-1)).toEqual({
      unit: units[1],
      role: 'exchange 1',
      start: inDays(1),
      end: inDays(7),
    });
    await change(1, { type: 'shorten', endDate: inDays(2) });
    expect((await listUnitDays(1)).map(({ end }) => end)).toEqual([inDays(1), inDays(2)]);
  });
});

describe('a booking with two units', () => {
  it('moves each of them on its own days', async () => {
    await bookDelivered();
    await change(1, exchange(1));
    const move = (body: object) => dana.send('PATCH', 'bookings/1/dumpster', body as { dumpsterId: number });
    expect((await move({ dumpsterId: units[2], role: 'exchange 1' })).status).toBe(200);
    expect((await listUnitDays(1)).map(({ unit }) => unit)).toEqual([units[0], units[2]]);
    expect((await move({ dumpsterId: units[2] })).status).toBe(409);
    expect((await move({ dumpsterId: units[1], role: 'exchange 2' })).status).toBe(409);
    expect((await move({ dumpsterId: units[1] })).status).toBe(200);
    expect(await listUnitDays(1)).toEqual([
      { unit: units[1], role: 'first', start: inDays(0), end: inDays(1) },
      { unit: units[2], role: 'exchange 1', start: inDays(1), end: inDays(4) },
    ]);
  });

  it('that is completed before the exchange gives its unit back, and reopened keeps the first one', async () => {
    await bookDelivered();
    await change(1, exchange(2));
    await setStatus('completed');
    expect(await listUnitDays(1)).toMatchObject([{ unit: units[0], end: inDays(0) }]);
    expect(await listJobsOf(1)).toContainEqual({ type: 'exchange', day: inDays(2), status: 'cancelled' });
    await setStatus('confirmed');
    expect(await listUnitDays(1)).toMatchObject([{ unit: units[0], role: 'first', end: inDays(4) }]);
    expect(await listJobsOf(1)).toContainEqual({ type: 'exchange', day: inDays(2), status: 'cancelled' });
    await change(1, exchange(2));
    expect((await listUnitDays(1)).map(({ role }) => role)).toEqual(['first', 'exchange 1']);
  });

  it('that is cancelled before the exchange keeps the unit on site for all of its days', async () => {
    await bookDelivered();
    await change(1, exchange(1));
    await setStatus('cancelled');
    expect(await listUnitDays(1)).toEqual([
      { unit: units[0], role: 'first', start: inDays(-2), end: inDays(4) },
    ]);
  });

  it('that is reopened after the exchange gets the days of the second one again', async () => {
    await bookDelivered();
    await change(1, exchange(0));
    const [job] = await rows<{ id: number }>("SELECT id FROM jobs WHERE type = 'exchange'");
    expect((await dana.send('POST', `jobs/${job?.id}/done`)).status).toBe(200);
    await setStatus('completed');
    expect((await listUnitDays(1)).map(({ end }) => end)).toEqual([inDays(0), inDays(0)]);
    await setStatus('confirmed');
    expect(await listUnitDays(1)).toEqual([
      { unit: units[0], role: 'first', start: inDays(-2), end: inDays(0) },
      { unit: units[1], role: 'exchange 1', start: inDays(0), end: inDays(4) },
    ]);
    expect((await read()).dumpsterId).toBe(units[1]);
  });
});

describe('the night', () => {
  const runOverdue = () => runCronTask(testEnv, 'overdue', { isForced: false });
  const days = () =>
    rows(
      'SELECT booking_id AS booking, dumpster_id AS unit, start_date AS start, end_date AS "end" FROM dumpster_schedule ORDER BY booking_id, start_date',
    );

  /** Delivered eight days ago, with an exchange four days ago that was not marked; the pickup is `pickupIn`. */
  async function lateExchange(pickupIn: number, isDone = false) {
    const [unit = 0, next = 0, other = 0] = units;
    await bookRental(1, -8, { unit, isDelivered: true });
    await rows('UPDATE bookings SET end_date = ?1, pickup_day = ?1 WHERE id = 1', inDays(pickupIn));
    await rows("UPDATE jobs SET due_day = ?1 WHERE type = 'final_pickup'", inDays(pickupIn));
    await rows('UPDATE dumpster_schedule SET end_date = ?1', inDays(-4));
    await insertRow('dumpster_schedule', 9, {
      dumpster_id: next,
      booking_id: 1,
      role: 'exchange 1',
      checkout_id: null,
      revision: null,
      start_date: inDays(-4),
      end_date: inDays(pickupIn),
    });
    const status = isDone ? 'done' : 'open';
    await insertRow('jobs', 9, { booking_id: 1, type: 'exchange', due_day: inDays(-4), status });
    return { unit, next, other };
  }
  const exchangeJob = () => rows("SELECT status, due_day AS day FROM jobs WHERE type = 'exchange'");

  it('extends the unit that an exchange brought, and not the one that it took away', async () => {
    const { unit, next } = await lateExchange(-2, true);
    expect(await runOverdue()).toMatchObject({ extended: 1 });
    expect(await days()).toMatchObject([
      { unit, end: inDays(-4) },
      { unit: next, start: inDays(-4), end: inDays(0) },
    ]);
  });

  it.each([-2, 3])(
    'plans a late exchange for today, and moves the next booking of the unit on site (pickup in %i days)',
    async (pickupIn) => {
      const { unit, next, other } = await lateExchange(pickupIn);
      // The days of the second unit were over, so the next booking can have it.
      const [exchanged, moved] = pickupIn < 0 ? [other, next] : [next, other];
      await bookRental(2, -1, { unit });
      expect(await runOverdue()).toMatchObject({ extended: 1, moved: 1, blocked: 0 });
      expect(await days()).toMatchObject([
        { booking: 1, unit, start: inDays(-8), end: inDays(0) },
        { booking: 1, unit: exchanged, start: inDays(0), end: inDays(Math.max(0, pickupIn)) },
        { booking: 2, unit: moved, start: inDays(-1) },
      ]);
      expect(await exchangeJob()).toEqual([{ status: 'open', day: inDays(0) }]);
      expect(await runOverdue()).toMatchObject({ examined: 0 });
    },
  );

  it('gives a late exchange another unit if its own has a booking', async () => {
    const { unit, next, other } = await lateExchange(-2);
    await bookRental(2, -1, { unit: next });
    await runOverdue();
    expect(await days()).toMatchObject([
      { unit, end: inDays(0) },
      { unit: other, start: inDays(0), end: inDays(0) },
      { booking: 2, unit: next },
    ]);
  });

  it('plans two late exchanges for today, each with a unit of its own', async () => {
    const { unit, next, other } = await lateExchange(-2);
    await rows("UPDATE dumpster_schedule SET end_date = ?1 WHERE role = 'exchange 1'", inDays(-3));
    // The first unit comes back with the second exchange.
    await insertRow('dumpster_schedule', 10, {
      dumpster_id: unit,
      booking_id: 1,
      role: 'exchange 2',
      checkout_id: null,
      revision: null,
      start_date: inDays(-3),
      end_date: inDays(-2),
    });
    await insertRow('jobs', 10, { booking_id: 1, type: 'exchange', due_day: inDays(-3), status: 'open' });
    await bookRental(2, -1, { unit: next });
    const fourth = 99;
    await insertRow('dumpsters', fourth, { dumpster_number: 'fourth', dumpster_type: '15-yard' });
    expect(await runOverdue()).toMatchObject({ extended: 1, blocked: 0 });
    expect(await days()).toMatchObject([
      { booking: 1, unit, start: inDays(-8), end: inDays(0) },
      { booking: 1, unit: other, start: inDays(0), end: inDays(0) },
      { booking: 1, unit: fourth, start: inDays(0), end: inDays(0) },
      { booking: 2, unit: next },
    ]);
    expect(await exchangeJob()).toEqual(Array(2).fill({ status: 'open', day: inDays(0) }));
    expect(await runOverdue()).toMatchObject({ examined: 0 });
  });

  it('cancels a late exchange without a free unit', async () => {
    const { unit, next, other } = await lateExchange(-2);
    await bookRental(2, -1, { unit: next });
    await bookRental(3, -1, { unit: other });
    await runOverdue();
    expect(await days()).toMatchObject([{ unit, end: inDays(0) }, { booking: 2 }, { booking: 3 }]);
    expect(await exchangeJob()).toMatchObject([{ status: 'cancelled' }]);
    expect((await texts(1))[0]).toContain('Exchange: cancelled, because no unit is free');
  });

  it('flags the next booking of a unit whose exchange is late when no unit is free', async () => {
    captureLog();
    const { unit, other } = await lateExchange(3);
    await bookRental(2, -1, { unit });
    await bookRental(3, -1, { unit: other });
    expect(await runOverdue()).toMatchObject({ blocked: 1 });
    expect(await rows('SELECT booking_id AS booking, reason FROM attention')).toEqual([
      { booking: 2, reason: 'unit_not_back' },
    ]);
  });
});
