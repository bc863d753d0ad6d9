import { beforeEach, describe, expect, it } from 'vitest';
import type { carryOver } from '#contract/carry-over.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { listChanges } from '#worker/test/staff.ts';
import { inDays, rows } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

async function carry(jobIds: number[], options: { preview?: boolean; notify?: boolean } = {}) {
  const reply = await world.dana.send('POST', 'dispatch/carry-over', { day: inDays(0), jobIds, ...options });
  return { status: reply.status, ...(await reply.json<ReplyOf<typeof carryOver>>()) };
}
const jobDays = () =>
  rows<{ id: number; day: string; status: string }>(
    'SELECT id, due_day AS day, status FROM jobs ORDER BY id',
  );
const unitDays = (bookingId: number) =>
  rows(
    'SELECT start_date AS start, end_date AS "end" FROM dumpster_schedule WHERE booking_id = ?',
    bookingId,
  );
const moved = () => rows("SELECT booking_id AS booking, subject FROM outbox WHERE kind = 'visit-moved'");

describe('jobs that were not done', () => {
  it('move to the next working day with their rental and unit, and leave their route; customers get one e-mail', async () => {
    const route = await world.addRoute('lee', 1);
    await world.put(route, deliveryOf(1), pickupOf(4));
    const before = await jobDays();
    const preview = await carry([deliveryOf(1), pickupOf(4)], { preview: true });
    expect(preview).toMatchObject({ status: 200, moved: 2, notified: 2 });
    expect(preview.jobs.map(({ reason }) => reason)).toEqual([null, null]);
    expect(await jobDays()).toEqual(before);

    const { toDay, ...carried } = await carry([deliveryOf(1), pickupOf(4)]);
    expect(carried).toMatchObject({ status: 200, moved: 2, notified: 2 });
    expect(toDay > inDays(0)).toBe(true);
    expect(await jobDays()).toContainEqual({ id: deliveryOf(1), day: toDay, status: 'open' });
    expect(await jobDays()).toContainEqual({ id: pickupOf(4), day: toDay, status: 'open' });
    const bookings = await rows(
      'SELECT id, delivery_date AS start, pickup_day AS pickup FROM bookings WHERE id IN (1, 4) ORDER BY id',
    );
    expect(bookings).toMatchObject([{ start: toDay }, { pickup: toDay }]);
    expect(await unitDays(1)).toMatchObject([{ start: toDay }]);
    expect(await unitDays(4)).toMatchObject([{ end: toDay }]);
    expect(await rows('SELECT id FROM driver_route_stops WHERE removed_at IS NULL')).toEqual([]);
    expect(await moved()).toEqual([
      { booking: 1, subject: `${deliveryOf(1)}:${toDay}` },
      { booking: 4, subject: `${pickupOf(4)}:${toDay}` },
    ]);
    expect((await listChanges(world.dana, 4))[0]?.text).toContain('Pickup carried over to ');

    const again = await carry([deliveryOf(1), pickupOf(4)]);
    expect(again).toMatchObject({ moved: 0, notified: 0 });
    expect(again.jobs.every(({ reason }) => reason?.includes('is due on'))).toBe(true);
    expect(await moved()).toHaveLength(2);
  });

  it('name who needs the unit, and stay while the others move', async () => {
    const [unit] = await rows<{ id: number }>(
      'SELECT dumpster_id AS id FROM dumpster_schedule WHERE booking_id = 4',
    );
    await insertRow('dumpster_schedule', 90, {
      dumpster_id: unit?.id ?? 0,
      booking_id: 3,
      role: 'exchange 1',
      start_date: inDays(1),
      end_date: inDays(9),
    });
    const { jobs, moved: count } = await carry([pickupOf(4), deliveryOf(1), 999], { notify: false });
    expect(count).toBe(1);
    expect(jobs.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('is needed by booking #3. Give that booking another unit first.'),
      null,
      'This job does not exist.',
    ]);
    expect(await moved()).toEqual([]);
  });

  it('do not move when they are done, or the driver is on the way', async () => {
    await rows("UPDATE jobs SET status = 'done', version = version + 1 WHERE id = ?", deliveryOf(1));
    await rows("UPDATE jobs SET status = 'in_progress', version = version + 1 WHERE id = ?", deliveryOf(2));
    const { jobs } = await carry([deliveryOf(1), deliveryOf(2)]);
    expect(jobs.map(({ reason }) => reason)).toEqual([
      'The delivery is done.',
      'The driver is on the way to this delivery. Wait until it is over.',
    ]);
  });

  it('share the truck moves of the new day', async () => {
    await publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay: 2 } });
    const { moved: count, jobs } = await carry([deliveryOf(1), deliveryOf(2), deliveryOf(3)]);
    expect(count).toBe(2);
    expect(jobs.filter(({ reason }) => reason?.startsWith('The trucks have no moves left'))).toHaveLength(1);
  });

  it('move once when two dispatchers carry them over at the same time', async () => {
    const both = await Promise.all([carry([pickupOf(4)]), carry([pickupOf(4)])]);
    expect(both.filter(({ status, moved: count }) => status === 200 && count === 1).length).toBeGreaterThan(
      0,
    );
    expect(await moved()).toHaveLength(1);
  });
});

it('a day of a far year is refused, for jobs and for routes', async () => {
  const [driver] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'lee'");
  const before = [await jobDays(), await unitDays(4)];
  for (const day of ['9998-12-25', '9999-12-31', inDays(400)]) {
    const body = { day, jobIds: [pickupOf(4)] };
    expect((await world.dana.send('POST', 'dispatch/carry-over', body)).status).toBe(400);
    const route = { day, driverId: driver?.id ?? 0, truckId: 1 };
    expect((await world.dana.send('POST', 'dispatch/routes', route)).status).toBe(400);
  }
  expect([await jobDays(), await unitDays(4)]).toEqual(before);
});
