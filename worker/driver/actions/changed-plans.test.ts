import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import {
  bookingsNow,
  jobsNow,
  makeRouteDay,
  places,
  resultsOf,
  sendActions,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

describe('when the office has changed the plan', () => {
  it('facts of a removed stop are kept and shown as a conflict; its job is done all the same', async () => {
    const { ben, dana } = await makeRouteDay();
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await rows('UPDATE driver_routes SET removed_at = 5, version = version + 1 WHERE id = 1');
    await rows('UPDATE driver_route_stops SET removed_at = 5 WHERE id = 14');
    expect(
      await resultsOf(ben, [
        { stopId: 14, type: 'arrived' },
        { stopId: 14, type: 'done' },
      ]),
    ).toEqual(['applied', 'applied']);
    expect(await rows('SELECT status, outcome FROM driver_route_stops WHERE id = 14')).toEqual([
      { status: 'completed', outcome: 'conflict' },
    ]);
    expect((await jobsNow())[2]).toMatchObject({ status: 'done' });
    const texts = (await listChanges(dana, 3)).map(({ text }) => text);
    expect(texts).toContain("The driver recorded 'Arrived', but the route had been removed");
  });

  it('a delivery to a cancelled booking is done, and its pickup is due today', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    await uploadedPhoto(11, 'delivery_placement', ben);
    await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
    await insertRow('jobs', 1, { id: 34, type: 'final_pickup', due_day: inDays(6) });
    await rows("UPDATE bookings SET status = 'cancelled', version = version + 1 WHERE id = 1");
    await rows('DELETE FROM dumpster_schedule WHERE booking_id = 1');
    const number = numbers[units[0] ?? 0];
    expect(
      await resultsOf(ben, [
        { stopId: 11, type: 'unit', payload: { number } },
        { stopId: 11, type: 'done' },
      ]),
    ).toEqual(['applied', 'applied']);
    expect((await stopsNow())[0]).toEqual({ id: 11, status: 'delivered', outcome: 'conflict' });
    expect(
      await rows('SELECT type, status, due_day AS day FROM jobs WHERE booking_id = 1 ORDER BY id'),
    ).toEqual([
      { type: 'delivery', status: 'done', day: inDays(0) },
      { type: 'final_pickup', status: 'open', day: inDays(0) },
    ]);
    expect((await bookingsNow())[0]).toMatchObject({ status: 'cancelled', site: 'on_site' });
    expect(await rows('SELECT dumpster_id AS unit FROM dumpster_schedule WHERE booking_id = 1')).toEqual([
      { unit: units[0] },
    ]);
    expect(await rows('SELECT kind FROM driver_conflicts')).toEqual([{ kind: 'job_cancelled' }]);
    expect((await places())[0]).toMatchObject({ place: 'booking', at: 1 });
  });

  it('two drivers who complete one job: the second reads who was first, and nothing happens twice', async () => {
    const { ben } = await makeRouteDay();
    const eve = await signIn('eve', 'driver');
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await rows('UPDATE driver_route_stops SET removed_at = 5 WHERE id = 14');
    await insertRoute(2, {
      driverId: eve.id,
      stops: [{ id: 21, type: 'final_pickup', booking_id: 3, job_id: 33 }],
    });
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(21, type, eve);
    const both = await Promise.all([
      sendActions(ben, [{ stopId: 14, type: 'done' }]),
      sendActions(eve, [{ stopId: 21, type: 'done' }]),
    ]);
    const results = both.flat();
    expect(results.filter(({ result }) => result === 'applied').length).toBeGreaterThanOrEqual(1);
    for (const { result, reason } of results) {
      if (result === 'refused') expect(reason).toMatch(/^This pickup was completed by (ben|eve) already\./);
    }
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'job_done'")).toEqual([
      { count: 1 },
    ]);
    expect(await rows('SELECT count(*) AS count FROM unit_locations WHERE job_id = 33')).toEqual([
      { count: 1 },
    ]);
  });
});
