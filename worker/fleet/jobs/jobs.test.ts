import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingData } from '#contract/checkout.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { addDays, weekdayOf } from '#domain/shared/days.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { catchAppError, countAnswers, findRefusal, holdRequest, ip, KEY } from '#worker/test/checkouts.ts';
import { createPaidBooking } from '#worker/test/payments.ts';
import { makeCustomer } from '#worker/test/prices.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  inDays,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';
import { listMovesTaken } from './moves-repo.ts';

beforeEach(startOver);

const DAY = inDays(10);
const listJobs = () =>
  rows(
    'SELECT booking_id IS NOT NULL AS booked, revision, type, due_day AS day, status FROM jobs ORDER BY id',
  );
const held = (revision: number, delivery: string, pickup: string) => [
  { booked: 0, revision, type: 'delivery', day: delivery, status: 'open' },
  { booked: 0, revision, type: 'final_pickup', day: pickup, status: 'open' },
];
const booked = (status: string) => [
  { booked: 1, revision: null, type: 'delivery', day: DAY, status },
  { booked: 1, revision: null, type: 'final_pickup', day: addDays(DAY, 6), status },
];
const publishCalendar = (changes: Partial<CalendarRules>) =>
  publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, ...changes } });
const on = (deliveryDate: string, rentalType = '7-day') => ({ deliveryDate, rentalType });

describe('the jobs of a checkout', () => {
  it('move with a revision, and become those of the booking', async () => {
    await addUnits(1);
    const { open, payFor } = makeCustomer({ deliveryDate: inDays(12) });
    await open();
    expect(await listJobs()).toEqual(held(1, inDays(12), inDays(18)));
    const opened = await open({ deliveryDate: DAY });
    expect(await listJobs()).toEqual(held(2, DAY, addDays(DAY, 6)));
    const days = { end_date: addDays(DAY, 6), pickup_day: addDays(DAY, 6) };
    expect(await payFor(opened)).toMatchObject(days);
    expect(await listJobs()).toEqual(booked('open'));
  });

  it('end with the hold; a payment that arrives later still gets them', async () => {
    const { ctx, passMinutes } = makeTestContext();
    await addUnits(1);
    const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
    await rows("UPDATE checkouts SET state = 'expired', client_secret = NULL");
    await rows('DELETE FROM dumpster_schedule');
    expect(await listJobs()).toEqual([]);
    await rows("UPDATE checkouts SET state = 'open'");
    passMinutes(1);
    await pay(clientSecret);
    await syncOpenCheckouts(ctx, { isForced: true });
    expect(await listJobs()).toEqual(booked('open'));
  });

  it('are due on the next day with trucks; the unit is reserved until then at no cost', async () => {
    await addUnits(1);
    const last = addDays(DAY, 6);
    await publishCalendar({
      deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== weekdayOf(last)),
    });
    await insertRow('blackout_days', 1, { day: addDays(last, 1), created_by: null });
    const { open, payFor } = makeCustomer(on(DAY));
    const opened = await open();
    expect(await listJobs()).toEqual(held(1, DAY, addDays(last, 2)));
    const booking = { end_date: last, pickup_day: addDays(last, 2), deposit_amount: 42_500 };
    expect(await payFor(opened)).toMatchObject(booking);
    expect(await rows('SELECT start_date, end_date FROM dumpster_schedule')).toEqual([
      { start_date: DAY, end_date: addDays(last, 2) },
    ]);
  });
});

describe('the jobs of a booking', () => {
  it('are cancelled, done and restored with its status', async () => {
    await addUnits(1);
    const { id } = await createPaidBooking();
    const dana = await signIn('dana', 'admin');
    const statuses = async (status: string) => {
      expect((await dana.send('PATCH', `bookings/${id}/status`, { status })).status).toBe(200);
      return (await listJobs()).map((job) => job.status);
    };
    expect(await statuses('confirmed')).toEqual(['open', 'open']);
    expect(await statuses('cancelled')).toEqual(['cancelled', 'cancelled']);
    expect(await statuses('pending')).toEqual(['open', 'open']);
    expect(await statuses('cancelled')).toEqual(['cancelled', 'cancelled']);
    expect(await statuses('completed')).toEqual(['done', 'done']);
    // The delivery was four days ago.
    await rows('UPDATE bookings SET delivery_date = ?', inDays(-4));
    expect(await statuses('in_transit')).toEqual(['done', 'open']);
  });

  it('that are done before their day free it, and get their day back when the booking is reopened', async () => {
    await addUnits(1);
    const { id } = await createPaidBooking();
    await rows('UPDATE bookings SET delivery_date = ?', inDays(-4));
    await rows("UPDATE jobs SET due_day = ?, status = 'done' WHERE type = 'delivery'", inDays(-4));
    const dana = await signIn('dana', 'admin');
    const daysAfter = async (status: string) => {
      expect((await dana.send('PATCH', `bookings/${id}/status`, { status })).status).toBe(200);
      return (await listJobs()).map(({ day, status: state }) => [day, state]);
    };
    const [delivery, pickup] = [inDays(-4), addDays(DAY, 6)];
    const pickedUpToday = [
      [delivery, 'done'],
      [inDays(0), 'done'],
    ];
    expect(await daysAfter('completed')).toEqual(pickedUpToday);
    expect(await daysAfter('confirmed')).toEqual([
      [delivery, 'done'],
      [pickup, 'open'],
    ]);
    expect(await daysAfter('completed')).toEqual(pickedUpToday);
    await daysAfter('confirmed');
    await daysAfter('cancelled');
    expect((await daysAfter('pending'))[1]).toEqual([pickup, 'open']);
  });

  it('are the only ones once its checkout is paid', async () => {
    await insertRow('checkouts', 1);
    const days = { end_date: addDays(DAY, 6), pickup_day: addDays(DAY, 6) };
    await insertRow('checkout_revisions', 1, { ...rentalRow, ...days });
    const ofCheckout = { booking_id: null, checkout_id: 'checkout-1', revision: 1 };
    await insertRow('jobs', 1, { ...ofCheckout, type: 'delivery', due_day: DAY });
    await insertRow('jobs', 1, { ...ofCheckout, type: 'final_pickup', due_day: addDays(DAY, 6) });
    expect(await listJobs()).toEqual(held(1, DAY, addDays(DAY, 6)));
    await insertRow('bookings', 1, rentalRow);
    await rows("UPDATE checkouts SET state = 'paid', booking_id = 1");
    expect(await listJobs()).toEqual([]);
  });

  const rentalRow = { rental_type: '7-day', delivery_date: DAY };
});

describe('the truck moves of a day', () => {
  const requests = (count: number, details: { deliveryDate: string; rentalType: string }) =>
    Array.from({ length: count }, (_, n) => holdRequest(n + 1, details));

  it.each([
    { day: 'delivery', taken: DAY },
    { day: 'pickup', taken: addDays(DAY, 6) },
  ])('the last one of the $day day goes to one of fifty customers', async ({ taken }) => {
    const world = makeTestContext({ pauseMs: 5 });
    await addUnits(10);
    await publishCalendar({ maxTruckMovesPerDay: 3 });
    for (const n of [1, 2]) {
      await insertRow('bookings', n);
      await insertRow('jobs', n, { due_day: taken, status: n === 1 ? 'done' : 'open' });
    }
    await insertRow('bookings', 3);
    await insertRow('jobs', 3, { due_day: taken, status: 'cancelled' });
    expect(await countAnswers(world, requests(50, on(DAY)))).toEqual({ ok: 1, sold_out: 49 });
    expect(
      await rows("SELECT count(*) AS moves FROM jobs WHERE due_day = ? AND status <> 'cancelled'", taken),
    ).toEqual([{ moves: 3 }]);
    expect(await rows('SELECT count(*) AS holds FROM dumpster_schedule')).toEqual([{ holds: 1 }]);
  });

  it('a rental that ends on its first day needs two, and the refusal says why', async () => {
    const world = makeTestContext();
    await addUnits(3);
    await publishCalendar({ maxTruckMovesPerDay: 3 });
    expect(await findRefusal(world, holdRequest(1, on(DAY, '1-day')))).toBeNull();
    const refusal = await findRefusal(world, holdRequest(2, on(DAY, '1-day')));
    expect([refusal?.code, refusal?.extras.body]).toEqual(['sold_out', { reason: 'full' }]);
    expect(await findRefusal(world, holdRequest(3, on(DAY)))).toBeNull();
  });

  it('a customer changes other details on a full day, and an expired hold makes room', async () => {
    const { ctx, open, passMinutes } = makeCustomer(on(DAY));
    await addUnits(3);
    await publishCalendar({ maxTruckMovesPerDay: 1 });
    const first = await open();
    const changed = await open({ notes: 'Ring twice' });
    expect(changed.clientSecret).toBe(first.clientSecret);
    const other = holdRequest(2, on(DAY));
    expect((await catchAppError(openCheckout(ctx, other))).extras.body).toEqual({ reason: 'full' });
    passMinutes(120);
    await openCheckout(ctx, other);
  });

  it('the device that holds the last one can move it to another size', async () => {
    const { ctx } = makeTestContext();
    await addUnits(1);
    await addUnits(1, '20-yard');
    await publishCalendar({ maxTruckMovesPerDay: 1 });
    const data = { ...makeBookingData(on(DAY)), deviceId: 'device-1' };
    await openCheckout(ctx, { data, key: null, ip });
    const other = { ...makeBookingData({ ...on(DAY), dumpsterType: '20-yard' }), deviceId: 'device-1' };
    expect((await catchAppError(openCheckout(ctx, { data: other, key: null, ip }))).code).toBe('own_hold');
    await openCheckout(ctx, { data: { ...other, continueHold: true }, key: null, ip });
    expect(await listJobs()).toEqual(held(1, DAY, addDays(DAY, 6)));
  });

  it('a revision that Stripe has not confirmed yet takes no second move from other customers', async () => {
    const world = makeTestContext();
    await addUnits(3);
    await publishCalendar({ maxTruckMovesPerDay: 2 });
    await openCheckout(world.ctx, { data: makeBookingData(on(DAY)), key: KEY, ip });
    const [checkout] = await rows<{ id: string }>('SELECT id FROM checkouts');
    const second = { checkout_id: checkout?.id ?? '', revision: 2 };
    await insertRow('checkout_revisions', 2, { ...second, delivery_date: DAY, end_date: addDays(DAY, 6) });
    await insertRow('jobs', 9, { ...second, booking_id: null, type: 'delivery', due_day: DAY });
    const read = await listMovesTaken(world.ctx.db, { from: DAY, to: DAY });
    expect(read).toEqual([{ day: DAY, moves: 1 }]);
    expect(await findRefusal(world, holdRequest(2, on(DAY)))).toBeNull();
    expect((await findRefusal(world, holdRequest(3, on(DAY))))?.code).toBe('sold_out');
  });

  it('a device that continues on a full day ends no more unfinished bookings than needed', async () => {
    const { ctx } = makeTestContext();
    await addUnits(1);
    await addUnits(2, '20-yard');
    await addUnits(1, '30-yard');
    await publishCalendar({ maxTruckMovesPerDay: 2 });
    const call = (dumpsterType: string, changes: Partial<BookingData> = {}) =>
      openCheckout(ctx, {
        data: { ...makeBookingData({ ...on(DAY), dumpsterType }), deviceId: 'device-1', ...changes },
        key: null,
        ip,
      });
    await call('15-yard');
    await call('20-yard');
    await call('30-yard', { continueHold: true });
    expect(
      await rows(`SELECT dumpster_type AS size, checkouts.state FROM checkouts
        JOIN checkout_revisions ON checkout_id = id ORDER BY dumpster_type`),
    ).toEqual([
      { size: '15-yard', state: 'expired' },
      { size: '20-yard', state: 'open' },
      { size: '30-yard', state: 'open' },
    ]);
  });
});
