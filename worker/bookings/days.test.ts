import { beforeEach, describe, expect, it } from 'vitest';
import { NEVER_MOVED } from '#contract/inventory.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { formatDay } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { readError } from '#worker/test/http.ts';
import { insertRental, listChanges, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, currentDay, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { setBookingStatus } from './service.ts';

beforeEach(startOver);

const daysOf = (booking: number) =>
  rows('SELECT dumpster_id, start_date, end_date FROM dumpster_schedule WHERE booking_id = ?', booking);
const attentionOf = async (booking: number) =>
  (
    await rows<{ needs_attention: string | null }>(
      'SELECT needs_attention FROM bookings WHERE id = ?',
      booking,
    )
  )[0]?.needs_attention;

describe('the days of a booking', () => {
  it('are released from today when it is cancelled: all of a future rental, the rest of a current one', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: 10, unit });
    await insertRental(2, { startsIn: -2, unit });
    const dana = await signIn('dana', 'admin');
    for (const id of [1, 2]) await dana.send('PATCH', `bookings/${id}/status`, { status: 'cancelled' });
    expect(await daysOf(1)).toEqual([]);
    expect(await daysOf(2)).toEqual([{ dumpster_id: unit, start_date: inDays(-2), end_date: inDays(-1) }]);
  });

  it('are released from tomorrow when it is completed', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'completed' });
    expect(await daysOf(1)).toEqual([{ dumpster_id: unit, start_date: inDays(-2), end_date: currentDay() }]);
  });

  it('are taken again on the same unit when it is reopened', async () => {
    await addUnits(2);
    const [, second = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit: second });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'completed' });
    await dana.send('PATCH', 'bookings/1/status', { status: 'in_transit' });
    expect(await daysOf(1)).toEqual([{ dumpster_id: second, start_date: inDays(-2), end_date: inDays(4) }]);
  });

  it('are taken on another unit when another booking has the first one', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit: first });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'cancelled' });
    await insertRental(2, { startsIn: 1, unit: first });
    const reply = await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
    expect(await reply.json()).toMatchObject({ dumpsterId: second, needsAttention: null });
    expect(await daysOf(1)).toEqual([{ dumpster_id: second, start_date: currentDay(), end_date: inDays(4) }]);
  });

  it('without a free unit, the status is set and the booking is flagged', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: 10, unit });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'cancelled' });
    await insertRental(2, { startsIn: 12, unit });
    const reply = await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
    expect(await reply.json()).toMatchObject({
      status: 'confirmed',
      dumpsterId: null,
      needsAttention: 'no_unit',
    });
    await dana.send('PATCH', 'bookings/1/status', { status: 'cancelled' });
    expect(await attentionOf(1)).toBeNull();
  });

  it('of a past rental are not taken again', async () => {
    await addUnits(1);
    await insertRental(1, { startsIn: -30, status: 'completed' });
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
    expect(await reply.json()).toMatchObject({ status: 'confirmed', needsAttention: null, dumpsterId: null });
  });

  it('are taken from a unit in service of its own size only', async () => {
    await addUnits(1, '20-yard');
    await insertRow('dumpsters', 50, { is_available: 0 });
    await insertRental(1, { startsIn: 10, status: 'cancelled' });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'pending' });
    expect(await attentionOf(1)).toBe('no_unit');
  });

  it('keep the flag of a payment that does not match', async () => {
    await insertRental(1, { needs_attention: 'payment_mismatch', status: 'cancelled' });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'pending' });
    expect(await attentionOf(1)).toBe('payment_mismatch');
  });
});

describe('a move', () => {
  it('moves the booking to another free unit and adds a history entry', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await insertRental(1, { unit: first });
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: second });
    expect(await reply.json()).toMatchObject({ dumpsterId: second });
    expect(await daysOf(1)).toEqual([{ dumpster_id: second, start_date: inDays(10), end_date: inDays(16) }]);
    const [entry] = await (await dana.send('GET', 'bookings/1/history')).json<unknown[]>();
    expect(entry).toMatchObject({
      before: { dumpsterNumber: '15-yard-1' },
      after: { dumpsterNumber: '15-yard-2' },
    });
  });

  it('gives a flagged booking a unit, also of another size', async () => {
    await addUnits(1, '20-yard');
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { needs_attention: 'no_unit' });
    const dana = await signIn('dana', 'admin');
    const free = await (await dana.send('GET', 'bookings/1/free-dumpsters')).json<unknown[]>();
    expect(free).toEqual([
      {
        id: unit,
        dumpsterNumber: '20-yard-1',
        dumpsterType: '20-Yard',
        sizeId: '20-yard',
        isAvailable: true,
        notes: null,
        location: NEVER_MOVED,
      },
    ]);
    const reply = await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: unit });
    expect(await reply.json()).toMatchObject({ dumpsterId: unit, needsAttention: null });
  });

  it('of a running rental takes the other unit from today', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit: first });
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: second });
    expect(await daysOf(1)).toEqual([{ dumpster_id: second, start_date: currentDay(), end_date: inDays(4) }]);
  });

  it('to a taken unit names the other booking, and changes nothing', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await insertRental(1, { unit: first });
    await insertRental(2, { startsIn: 14, unit: second });
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: second });
    expect(reply.status).toBe(409);
    expect((await readError(reply)).message).toMatch(/^Unit 15-yard-2 is taken by booking #2 from /);
    expect(await daysOf(1)).toMatchObject([{ dumpster_id: first }]);
    expect(await rows('SELECT * FROM history')).toEqual([]);
  });

  it.each([
    ['that is not in service', { is_available: 0 }, 409],
    ['that is gone', { deleted_at: 1 }, 404],
  ])('to a unit %s is refused', async (_why, changes, status) => {
    await insertRow('dumpsters', 1, changes);
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    expect((await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: 1 })).status).toBe(status);
  });

  it.each([
    ['cancelled', 10],
    ['completed', -2],
    ['pending', -30],
  ])('of a booking that is %s and began in %i days is refused', async (status, startsIn) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn, status });
    const dana = await signIn('dana', 'admin');
    expect((await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: unit })).status).toBe(409);
    expect(await (await dana.send('GET', 'bookings/1/free-dumpsters')).json()).toEqual([]);
  });
});

describe('a cancelled booking that is reopened', () => {
  const publishCalendar = (changes: Partial<CalendarRules>) =>
    publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, ...changes } });
  const close = (day: string) => insertRow('blackout_days', 1, { day, created_by: dana.id });
  let dana: Awaited<ReturnType<typeof signIn>>;
  const cancelled = async (n: number, startsIn: number) => {
    await insertRental(n, { startsIn, status: 'cancelled' });
    const job = { booking_id: n, status: 'cancelled' };
    await insertRow('jobs', 10 * n, { ...job, type: 'delivery', due_day: inDays(startsIn) });
    await insertRow('jobs', 10 * n + 1, { ...job, type: 'final_pickup', due_day: inDays(startsIn + 6) });
  };
  const reopen = async (id: number, override?: string[]) => {
    const body = { status: 'pending', notifyCustomer: false, ...(override && { override }) };
    const reply = await dana.send('PATCH', `bookings/${id}/status`, body);
    const { message = '', warnings = [] } = await reply.json<{
      message?: string | null;
      warnings?: { rule: string; text: string }[];
    }>();
    return { status: reply.status, message, rules: warnings.map(({ rule }) => rule) };
  };

  beforeEach(async () => {
    await addUnits(2);
    dana = await signIn('dana', 'admin');
    await cancelled(1, 3);
  });

  it('asks first when its days are too soon or closed, names each rule, and keeps the answer', async () => {
    await publishCalendar({ leadDays: 5 });
    await close(inDays(9));
    const asked = await reopen(1);
    expect(asked).toMatchObject({ status: 409, rules: ['too_soon', 'closed'] });
    expect(asked.message).toBe(
      `Delivery on ${formatDay(inDays(3))}: too soon, the first day for new orders is ${formatDay(inDays(5))}. ` +
        `Pickup on ${formatDay(inDays(9))}: closed day. Confirm that the booking is reopened anyway.`,
    );
    expect(await reopen(1, ['closed', 'full'])).toMatchObject({ status: 409, rules: ['too_soon'] });
    expect(await daysOf(1)).toEqual([]);
    expect(await reopen(1, ['closed', 'too_soon'])).toMatchObject({ status: 200 });
    expect((await listChanges(dana, 1)).map(({ text }) => text)).toEqual([
      'Status changed from Cancelled to Pending. Calendar rules overridden: too soon, closed',
    ]);
    expect((await daysOf(1)).length).toBe(1);
  });

  it('asks first when another booking has the last truck move of a day; its own moves do not count', async () => {
    await publishCalendar({ maxTruckMovesPerDay: 1 });
    await insertRental(2, { startsIn: 9 });
    await insertRow('jobs', 5, { booking_id: 2, type: 'delivery', due_day: inDays(9), status: 'open' });
    expect(await reopen(1)).toMatchObject({ status: 409, rules: ['full'] });
    await rows("UPDATE jobs SET status = 'cancelled' WHERE booking_id = 2");
    expect(await reopen(1)).toMatchObject({ status: 200 });
  });

  it('overrides no booking of a unit', async () => {
    await rows('DELETE FROM dumpster_schedule');
    for (const [index, unit] of (await listUnitIds()).entries()) {
      await insertRental(5 + index, { startsIn: 3, unit });
    }
    await publishCalendar({ leadDays: 30 });
    expect(await reopen(1, ['closed', 'full', 'too_soon'])).toMatchObject({ status: 200 });
    expect([await daysOf(1), await attentionOf(1)]).toEqual([[], 'no_unit']);
  });

  it('after its delivery takes the pickup only; a past rental takes nothing', async () => {
    await cancelled(2, -2);
    await cancelled(3, -20);
    await publishCalendar({ leadDays: 30 });
    expect(await reopen(2)).toMatchObject({ status: 200 });
    await publishCalendar({ deliveryWeekdays: [], leadDays: 30 });
    expect(await reopen(3)).toMatchObject({ status: 200 });
  });

  it('after it was completed needs no lead time, as its delivery is done', async () => {
    await insertRental(2, { startsIn: 0, status: 'completed' });
    await publishCalendar({ leadDays: 1 });
    expect(await reopen(2)).toMatchObject({ status: 200 });
    await rows("UPDATE bookings SET status = 'completed' WHERE id = 2");
    await publishCalendar({ leadDays: 1, deliveryWeekdays: [] });
    expect(await reopen(2)).toMatchObject({ status: 409, rules: ['closed', 'closed'] });
  });

  it('takes the last truck move of a day once when two are reopened at the same moment', async () => {
    await cancelled(2, 3);
    await publishCalendar({ maxTruckMovesPerDay: 1 });
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const input = { version: null, status: 'pending', notifyCustomer: false } as const;
    const settled = await Promise.allSettled(
      [1, 2].map((id) => setBookingStatus(ctx, dana.actor, { ...input, id })),
    );
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([
      { reason: { code: 'conflict', extras: { body: { warnings: [{}, {}] } } } },
    ]);
  });
});
