import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookRental, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, currentDay, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
});

const daysOf = (id: number) =>
  rows('SELECT dumpster_id, start_date, end_date FROM dumpster_schedule WHERE booking_id = ?', id);
const setStatus = (id: number, status: string) => dana.send('PATCH', `bookings/${id}/status`, { status });
const move = (id: number, dumpsterId: number) =>
  dana.send('PATCH', `bookings/${id}/dumpster`, { dumpsterId });
const freeFor = async (id: number) =>
  (await (await dana.send('GET', `bookings/${id}/free-dumpsters`)).json<{ id: number }[]>()).map(
    (unit) => unit.id,
  );
const find = async (id: number) => (await dana.send('GET', `bookings/${id}`)).json<Booking>();

describe('a unit that was switched off under a booking', () => {
  it('stays its unit, and can be replaced by another', async () => {
    await addUnits(2);
    const [off = 0, other = 0] = await listUnitIds();
    await insertRental(1, { unit: off });
    await rows('UPDATE dumpsters SET is_available = 0 WHERE id = ?', off);
    expect((await find(1)).dumpsterId).toBe(off);
    expect(await freeFor(1)).toEqual([other]);
    expect(await (await move(1, other)).json()).toMatchObject({ dumpsterId: other, needsAttention: null });
    expect((await move(1, off)).status).toBe(409);
  });

  it('is not taken again by a reopened booking', async () => {
    await addUnits(2);
    const [off = 0, other = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit: off });
    await setStatus(1, 'completed');
    await rows('UPDATE dumpsters SET is_available = 0 WHERE id = ?', off);
    expect(await (await setStatus(1, 'confirmed')).json()).toMatchObject({
      dumpsterId: other,
      needsAttention: null,
    });
  });
});

describe('a unit that was deleted', () => {
  it('is in the history as the previous unit of the booking', async () => {
    await addUnits(2);
    const [gone = 0, other = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit: gone });
    await insertRental(2, { startsIn: 2, unit: other });
    await setStatus(1, 'completed');
    await rows('UPDATE dumpster_schedule SET end_date = ? WHERE booking_id = 1', inDays(-1));
    await rows('UPDATE dumpsters SET deleted_at = 1 WHERE id = ?', gone);
    expect(await (await setStatus(1, 'confirmed')).json()).toMatchObject({ needsAttention: 'no_unit' });
    expect((await move(1, gone)).status).toBe(404);
    await rows('DELETE FROM dumpster_schedule WHERE booking_id = 2');
    await move(1, other);
    const [entry] = await (await dana.send('GET', 'bookings/1/history')).json<unknown[]>();
    expect(entry).toMatchObject({
      before: { dumpsterNumber: '15-yard-1' },
      after: { dumpsterNumber: '15-yard-2' },
    });
  });
});

describe('a unit that another booking took while its booking was over', () => {
  it.each(['no_unit', 'payment_mismatch'])('can be assigned again once it is free (%s)', async (flag) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit, needs_attention: flag === 'no_unit' ? null : flag });
    await setStatus(1, 'completed');
    await insertRental(2, { startsIn: 1, unit });
    expect(await (await setStatus(1, 'confirmed')).json()).toMatchObject({ needsAttention: flag });
    expect(await freeFor(1)).toEqual([]);
    await setStatus(2, 'cancelled');
    expect(await freeFor(1)).toEqual([unit]);
    const reply = await move(1, unit);
    expect(await reply.json()).toMatchObject({ needsAttention: flag === 'no_unit' ? null : flag });
    expect(await daysOf(1)).toMatchObject([{ dumpster_id: unit, end_date: inDays(4) }]);
    expect(await freeFor(1)).toEqual([]);
  });

  it('is no longer its unit, but the past days stay on record', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit });
    await setStatus(1, 'completed');
    await insertRental(2, { startsIn: 1, unit });
    await setStatus(1, 'confirmed');
    expect(await daysOf(1)).toEqual([{ dumpster_id: unit, start_date: inDays(-2), end_date: currentDay() }]);
  });
});

it('without a change of unit a repeated move is no change', async () => {
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  await insertRental(1, { unit });
  const reply = await move(1, unit);
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"1"']);
});

describe('a pickup that is undone while an exchange is planned', () => {
  const mark = async (what: 'done' | 'undo') => {
    const [job] = await rows<{ id: number }>(
      "SELECT id FROM jobs WHERE booking_id = 1 AND type = 'final_pickup'",
    );
    expect((await dana.send('POST', `jobs/${job?.id}/${what}`)).status).toBe(200);
  };
  /** Delivered two days ago, with an exchange; picked up in error. The pickup is planned in four days. */
  async function pickUp(exchangeIn: number) {
    await addUnits(3);
    const [first = 0, second = 0, third = 0] = await listUnitIds();
    await bookRental(1, -2, { unit: first, isDelivered: true });
    await makeChangeCalls(dana).change(1, { type: 'exchange', day: inDays(exchangeIn), unitAmount: 1000 });
    await mark('done');
    return { first, second, third };
  }
  const flags = () => rows('SELECT booking_id AS booking, reason FROM attention');

  it('keeps the unit on site until the exchange, and gives the exchange another unit if its own is taken', async () => {
    const { first, second, third } = await pickUp(2);
    await bookRental(2, 3, { unit: first });
    await bookRental(3, 3, { unit: second });
    await mark('undo');
    expect(await listUnitDays(1)).toEqual([
      { unit: first, role: 'first', start: inDays(-2), end: inDays(2) },
      { unit: third, role: 'exchange 1', start: inDays(2), end: inDays(4) },
    ]);
    expect(await flags()).toEqual([]);
  });

  it('is flagged if the unit of the exchange of today has another booking', async () => {
    const { first, second } = await pickUp(0);
    await bookRental(2, 3, { unit: first });
    await bookRental(3, 3, { unit: second });
    await mark('undo');
    expect(await listUnitDays(1)).toMatchObject([
      { unit: first, end: inDays(0) },
      { unit: second, start: inDays(0), end: inDays(0) },
    ]);
    expect(await flags()).toEqual([{ booking: 1, reason: 'no_unit' }]);
  });
});
