import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { inDays, rows } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

it('a dump and return is a warning until a disposal stop is right behind it', async () => {
  await rows("UPDATE jobs SET type = 'dump_and_return', due_day = ? WHERE id = ?", inDays(0), pickupOf(4));
  await insertRow('sites', 2, { kind: 'disposal', name: 'Landfill' });
  const route = await world.addRoute('lee', 1);
  const { route: placed } = await world.put(route, pickupOf(4));
  expect(placed.stops[0]?.warnings).toMatchObject([{ code: 'no_disposal' }]);
  const stops = [{ stopId: placed.stops[0]?.id }, { type: 'disposal', siteId: 2 }];
  const { route: emptied } = await world.arrange(placed, { stops });
  expect(emptied.stops[0]?.warnings).toEqual([]);
});

describe('on the board', () => {
  it('a unit that stays at another customer is refused, one in repair is a warning with a proposal', async () => {
    const { units } = world;
    const move = (values: object) =>
      insertRow('unit_locations', 1, { id: null, dumpster_id: units[1] ?? 0, since: 5, ...values });
    const route = await world.addRoute('lee', 1);
    await move({ place: 'repair' });
    const [stop] = (await world.put(route, deliveryOf(1))).route.stops;
    expect(stop?.warnings).toEqual([{ code: 'unit_elsewhere', text: '15-yard-2 is in repair' }]);
    expect(stop?.job).toMatchObject({ isUnitAway: true, proposedUnit: { number: '15-yard-1' } });
    await rows('UPDATE jobs SET due_day = ? WHERE id = ?', inDays(3), pickupOf(4));
    await move({ place: 'booking', booking_id: 4, since: 6 });
    const other = await world.addRoute('kim', 2);
    const moved = await world.arrange(other, { stops: [{ stopId: stop?.id }] });
    expect([moved.status, moved.refused]).toMatchObject([
      409,
      { code: 'unit_elsewhere', jobId: deliveryOf(1) },
    ]);
  });

  it('jobs without a unit get different proposals, never one that is reserved, away or of another size', async () => {
    const [first = 0, ...others] = world.units;
    const propose = async () =>
      (await world.board()).jobs
        .filter(({ type }) => type === 'delivery')
        .map(({ proposedUnit }) => proposedUnit?.id ?? null);
    await rows('UPDATE jobs SET dumpster_id = NULL');
    await rows('DELETE FROM dumpster_schedule');
    expect(await propose()).toEqual([first, others[0], others[1]]);
    // Away, reserved for a later booking that begins in the same days, and of another size.
    await insertRow('unit_locations', 1, { id: null, dumpster_id: first, since: 5, place: 'repair' });
    await insertRow('dumpster_schedule', 1, {
      dumpster_id: others[0] ?? 0,
      booking_id: 4,
      start_date: inDays(2),
      end_date: inDays(9),
    });
    await rows("UPDATE dumpsters SET dumpster_type = '20-yard' WHERE id = ?", others[1] ?? 0);
    expect(await propose()).toEqual([others[2], others[3], others[4]]);
    await rows('UPDATE dumpsters SET is_available = 0 WHERE id = ?', others[2] ?? 0);
    expect(await propose()).toEqual([others[3], others[4], null]);
  });

  it('a unit that the day collects is a warning until it is collected and emptied before, and refused before that', async () => {
    const [, unit = 0] = world.units;
    const move = (values: object) =>
      insertRow('unit_locations', 1, { id: null, dumpster_id: unit, ...values });
    await insertRow('sites', 2, { kind: 'disposal', name: 'Landfill' });
    await move({ since: 5, place: 'booking', booking_id: 4 });
    await rows('UPDATE jobs SET dumpster_id = ? WHERE id = ?', unit, pickupOf(4));
    await rows('UPDATE jobs SET due_day = ? WHERE id IN (?, ?)', inDays(2), deliveryOf(1), pickupOf(4));
    const route = await world.addRoute('lee', 1, inDays(2));
    const { route: planned } = await world.put(route, deliveryOf(1));
    const open = '15-yard-2 is at booking #4, whose pickup is on no route yet';
    expect(planned.stops[0]).toMatchObject({
      warnings: [{ code: 'unit_elsewhere', text: open }],
      job: { isUnitAway: false },
    });
    const late = await world.put(planned, deliveryOf(1), pickupOf(4));
    expect([late.status, late.refused]).toMatchObject([
      409,
      { code: 'unit_elsewhere', jobId: deliveryOf(1), text: expect.stringMatching(LATE) },
    ]);
    const { route: full } = await world.put(planned, pickupOf(4), deliveryOf(1));
    const text = '15-yard-2 is full. Add a disposal stop before it';
    expect(full.stops.map(({ warnings }) => warnings)).toEqual([[], [{ code: 'unit_elsewhere', text }]]);
    const [first, second] = full.stops;
    const stops = [{ stopId: first?.id }, { type: 'disposal', siteId: 2 }, { stopId: second?.id }];
    const { route: early } = await world.arrange(full, { stops });
    expect(early.stops.map(({ warnings }) => warnings)).toEqual([[], [], []]);
    await move({ since: 6, place: 'truck', truck_id: 1 });
    const { route: loaded } = await world.put(early, deliveryOf(1));
    expect(loaded.stops[0]?.warnings).toEqual([]);
  });
});

const LATE =
  /^Unit 15-yard-2 of booking #1 is at booking #4 until the pickup of booking #4 at \d+:\d\d [AP]M on this route\.$/;
