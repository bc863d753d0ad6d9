import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangePreview } from '#contract/booking-changes.ts';
import type { BoardRoute } from '#contract/dispatch.ts';
import { deliveryOf, giveUnitAt4, makePlanWorld, pickupOf, planDayOf } from '#worker/test/dispatch.ts';
import { inDays, rows } from '#worker/test/world.ts';

const BROKEN =
  /^With this change the drivers could not make a stop of a published route\. delivery of booking #1 on the route of/;

let world: Awaited<ReturnType<typeof makePlanWorld>>;
let route: BoardRoute;
/** Kim takes the unit from booking 4 to the landfill, then to booking 1. */
beforeEach(async () => {
  world = await makePlanWorld();
  await giveUnitAt4(world.units);
  await rows('UPDATE bookings SET pickup_day = ?, end_date = ? WHERE id = 4', planDayOf(), planDayOf());
  const kim = await world.addRoute('kim', 2, planDayOf());
  const stops = [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { jobId: deliveryOf(1) }];
  route = await world.publish((await world.arrange(kim, { stops })).route);
  expect(route.publishedAt).not.toBeNull();
});

const stopsNow = async () =>
  (await world.board(planDayOf())).routes[0]?.stops.map(({ type, job }) => job?.id ?? type);

describe('a change of a booking that a published route depends on', () => {
  it('is refused: a later pickup, which would leave the next customer without the unit', async () => {
    const body = {
      type: 'extend',
      endDate: inDays(4),
      unitAmount: 1000,
      notifyCustomer: false,
      override: [],
      preview: true,
    };
    const reply = await world.dana.send('POST', 'bookings/4/changes', body);
    const { allowed, reasons } = await reply.json<ChangePreview>();
    expect([reply.status, allowed, reasons.map(({ code }) => code)]).toEqual([200, false, ['route']]);
    expect(reasons[0]?.message).toMatch(BROKEN);
    expect(await stopsNow()).toEqual([pickupOf(4), 'disposal', deliveryOf(1)]);
  });

  it('is refused: another unit that is at a customer; one in the yard is not', async () => {
    await rows('UPDATE jobs SET dumpster_id = NULL WHERE id = ?', deliveryOf(1));
    const [one] = (await world.board(planDayOf())).routes;
    const own = one?.stops.map(({ id }) => ({ stopId: id })) ?? [];
    expect((await world.arrange({ id: route.id, version: one?.version ?? 0 }, { stops: own })).status).toBe(
      200,
    );
    const move = async (dumpsterId: number | undefined) => {
      const reply = await world.dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId });
      return { http: reply.status, ...(await reply.json<{ message?: string }>()) };
    };
    const away = world.units[0] ?? 0;
    await rows(
      "INSERT INTO unit_locations (dumpster_id, place, since, created_at) VALUES (?, 'repair', 5, 5)",
      away,
    );
    const refused = await move(away);
    expect([refused.http, refused.message]).toEqual([409, expect.stringMatching(BROKEN)]);
    expect((await move(world.units[5])).http).toBe(200);
  });

  it('is refused when jobs are carried over: the pickup stays while the delivery stays, and both move together', async () => {
    const carry = async (...jobIds: number[]) => {
      const body = { day: planDayOf(), jobIds, notify: false, preview: true };
      const reply = await world.dana.send('POST', 'dispatch/carry-over', body);
      const { jobs } = await reply.json<{ jobs: { jobId: number; reason: string | null }[] }>();
      return jobs.map(({ reason }) => reason);
    };
    expect(await carry(pickupOf(4))).toEqual([expect.stringMatching(BROKEN)]);
    const [pickup, delivery] = await carry(pickupOf(4), deliveryOf(1));
    expect([pickup, delivery]).toEqual([null, null]);
  });
});
