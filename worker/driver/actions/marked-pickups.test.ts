import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import {
  bookingsNow,
  jobsNow,
  makeRouteDay,
  minutesAgo,
  places,
  sendForResults,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

async function world() {
  const day = await makeRouteDay();
  const [, two = 0, three = 0, four = 0] = day.units;
  const placeOf = async (unit: number) => {
    const found = (await places()).find((one) => one.unit === unit);
    return [found?.place, found?.at];
  };
  const mark = async (jobId: number, what = 'done') =>
    expect((await day.dana.send('POST', `jobs/${jobId}/${what}`)).status).toBe(200);
  const made = (stopId: number, minutes: number) =>
    sendForResults(day.ben, [{ stopId, type: 'done', deviceTime: minutesAgo(minutes) }]);
  return { ...day, exchanged: two, brought: three, collected: four, placeOf, mark, made };
}

describe('a unit that staff mark as taken away', () => {
  it('is on the truck of the route until its disposal and yard stops', async () => {
    const { ben, collected, exchanged, brought, placeOf, mark, made } = await world();
    await mark(32);
    await mark(33);
    expect(await placeOf(exchanged)).toEqual(['truck', 1]);
    expect(await placeOf(collected)).toEqual(['truck', 1]);
    expect(await placeOf(brought)).toEqual(['booking', 2]);
    // The disposal site is before the second pickup. The phone reports it later, with its time before the marks.
    await uploadedPhoto(13, 'ticket', ben);
    const ticket = { number: 'T-5', net: 2000, fee: 6000 };
    await sendForResults(ben, [{ stopId: 13, type: 'ticket', payload: ticket, deviceTime: minutesAgo(31) }]);
    await made(13, 30);
    expect([await placeOf(exchanged), await placeOf(collected)]).toEqual([
      ['disposal', 1],
      ['truck', 1],
    ]);
    await made(15, 20);
    expect([await placeOf(exchanged), await placeOf(collected)]).toEqual([
      ['yard', 2],
      ['yard', 2],
    ]);
    expect(await rows('SELECT booking_id AS booking FROM dump_fees')).toEqual([{ booking: 2 }]);
  });

  it('is on site again when staff undo the mark, also after the truck was unloaded', async () => {
    const { collected, placeOf, mark, made } = await world();
    await mark(33);
    await made(15, 1);
    expect(await placeOf(collected)).toEqual(['yard', 2]);
    await mark(33, 'undo');
    expect(await placeOf(collected)).toEqual(['booking', 3]);
  });

  it('is in the yard when the truck was there after the stop', async () => {
    const { collected, placeOf, mark, made } = await world();
    await made(15, 5);
    await mark(33);
    expect(await placeOf(collected)).toEqual(['yard', null]);
  });

  it.each([
    ['the route is not published', 'UPDATE driver_routes SET published_at = NULL, version = version + 1'],
    ['the route has no truck', 'UPDATE driver_routes SET truck_id = NULL, version = version + 1'],
    ['the route is of yesterday', `UPDATE driver_routes SET date = '${inDays(-1)}', version = version + 1`],
    ['the stop was taken off', 'UPDATE driver_route_stops SET removed_at = 5 WHERE id = 14'],
    ['the driver could not complete it', "UPDATE driver_route_stops SET status = 'attempted' WHERE id = 14"],
  ])('is in the yard when %s', async (_, change) => {
    const { collected, placeOf, mark } = await world();
    await rows(change);
    await mark(33);
    expect(await placeOf(collected)).toEqual(['yard', null]);
  });

  it('is on the truck when the booking is set to completed, too', async () => {
    const { dana, collected, placeOf } = await world();
    expect((await dana.send('PATCH', 'bookings/3/status', { status: 'completed' })).status).toBe(200);
    expect(await placeOf(collected)).toEqual(['truck', 1]);
  });
});

describe('a final pickup before a planned exchange', () => {
  it.each(['the driver', 'staff'])('keeps the booking and the exchange open, done by %s', async (by) => {
    const { ben, collected, units, placeOf, mark, made } = await world();
    const exchange = { id: 34, type: 'exchange', due_day: inDays(1), status: 'open' };
    await insertRow('jobs', 3, exchange);
    const unit = { dumpster_id: units[4] ?? 0, booking_id: 3, role: 'exchange 1' };
    await insertRow('dumpster_schedule', 10, { ...unit, start_date: inDays(1), end_date: inDays(3) });
    if (by === 'staff') await mark(33);
    else {
      await uploadedPhoto(14, 'pickup_before', ben);
      await uploadedPhoto(14, 'pickup_after', ben);
      expect(await made(14, 20)).toEqual(['applied']);
    }
    expect((await bookingsNow()).at(-1)).toEqual({ id: 3, status: 'confirmed', site: 'picked_up' });
    const kept = (await jobsNow()).filter(({ id }) => Number(id) > 32);
    expect(kept.map(({ id, status }) => [id, status])).toEqual([
      [33, 'done'],
      [34, 'open'],
    ]);
    expect(await placeOf(collected)).toEqual(['truck', 1]);
    expect(
      await rows('SELECT 1 FROM dumpster_schedule WHERE booking_id = 3 AND end_date > ?', inDays(0)),
    ).toEqual([]);
  });
});
