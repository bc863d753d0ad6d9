import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { insertRow } from '#worker/test/builders.ts';
import {
  deliveryOf,
  jobsOfRoutes,
  makePlanWorld,
  PLANNED_JOBS,
  pickupOf,
  planDayOf,
} from '#worker/test/dispatch.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { acceptDay } from './accept.ts';

let world: Awaited<ReturnType<typeof makePlanWorld>>;
beforeEach(async () => {
  world = await makePlanWorld();
});
const day = planDayOf;

const propose = async (body: object = {}) => {
  const reply = await world.dana.send('POST', 'dispatch/plan', { day: day(), ...body });
  return { status: reply.status, ...(await reply.json<DayProposal>()) };
};
const accept = async (proposal: DayProposal) => {
  const routes = proposal.routes.map(({ input }) => input);
  const reply = await world.dana.send('POST', 'dispatch/plan/accept', { day: proposal.day, routes });
  return { status: reply.status, ...(await reply.json<Board & { code?: string; board?: Board }>()) };
};
const namesOf = ({ stops }: BoardRoute) => stops.map(({ type, job }) => job?.id ?? type);
const ALL = PLANNED_JOBS;

describe('a proposal', () => {
  it('has all open jobs, a disposal stop after each full unit, and writes nothing', async () => {
    const proposal = await propose();
    expect(proposal).toMatchObject({ status: 200, unplaced: [], isEstimate: true, current: { jobs: 0 } });
    expect(proposal.notice).toBe('Drives are estimated from straight lines.');
    const proposed = proposal.routes.map((route) => route.proposed);
    expect(jobsOfRoutes(proposed)).toEqual(ALL);
    const names = proposed.map(namesOf).find((stops) => stops.includes(pickupOf(4))) ?? [];
    expect(names[names.indexOf(pickupOf(4)) + 1]).toBe('disposal');
    expect(proposal.routes.map(({ current, isChanged }) => [current, isChanged])).toContainEqual([
      null,
      true,
    ]);
    expect((await world.board(day())).routes).toEqual([]);
  });

  it('is stored whole, and a second acceptance is stale', async () => {
    const proposal = await propose();
    const board = await accept(proposal);
    expect(board.status).toBe(200);
    expect([jobsOfRoutes(board.routes), board.jobs]).toEqual([ALL, []]);
    expect(board.routes.map(namesOf)).toEqual(proposal.routes.map(({ proposed }) => namesOf(proposed)));
    expect(await accept(proposal)).toMatchObject({ status: 409 });
    expect((await world.board(day())).routes.map(({ version }) => version)).toEqual(
      board.routes.map(({ version }) => version),
    );
    // The next proposal has nothing to change.
    const again = await propose();
    expect(again.routes.map(({ isChanged }) => isChanged)).toEqual(again.routes.map(() => false));
  });

  it('that a colleague was faster than is stale, with the board, and nothing of it is stored', async () => {
    const route = await world.addRoute('lee', 1, day());
    const proposal = await propose();
    await world.put(route, deliveryOf(1));
    const late = await accept(proposal);
    expect(late).toMatchObject({ status: 409, code: 'stale' });
    expect(late.board?.routes.map(namesOf)).toEqual([[deliveryOf(1)]]);
    expect((await world.board(day())).routes).toHaveLength(1);
  });

  it('is stale with a place of another kind, or one that is deleted, and makes no route', async () => {
    await insertRow('sites', 3, { kind: 'yard', name: 'Old yard', deleted_at: 5 });
    const [driver] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'lee'");
    const acceptStop = async (stop: object) => {
      const routes = [{ route: null, driverId: driver?.id, truckId: 1, stops: [stop] }];
      return (await world.dana.send('POST', 'dispatch/plan/accept', { day: day(), routes })).status;
    };
    for (const [type, siteId] of [
      ['yard', 2],
      ['yard', 3],
      ['yard', 999],
      ['disposal', 1],
      ['disposal', null],
    ]) {
      expect([type, siteId, await acceptStop({ type, siteId })]).toEqual([type, siteId, 409]);
    }
    expect((await world.board(day())).routes).toEqual([]);
    expect(await acceptStop({ type: 'yard', siteId: null })).toBe(200);
  });

  it('of two who accept it at once one succeeds', async () => {
    await world.addRoute('lee', 1, day());
    await world.addRoute('kim', 2, day());
    const { routes } = await propose();
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const { actor } = world;
    const input = { day: day(), routes: routes.map((route) => route.input) };
    const results = await Promise.allSettled([acceptDay(ctx, actor, input), acceptDay(ctx, actor, input)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(jobsOfRoutes((await world.board(day())).routes)).toEqual(ALL);
  });

  it('keeps pinned stops in place and what a driver has begun', async () => {
    const first = await world.addRoute('lee', 1, day());
    const { route } = await world.put(first, deliveryOf(3), deliveryOf(1));
    await rows("UPDATE driver_route_stops SET status = 'in_transit' WHERE job_id = ?", deliveryOf(3));
    const second = await world.addRoute('kim', 2, day());
    await world.put(second, deliveryOf(2));
    await rows('UPDATE driver_route_stops SET is_pinned = 1 WHERE job_id = ?', deliveryOf(2));
    const proposal = await propose();
    const [lee, kim] = proposal.routes.map(({ proposed }) => proposed);
    expect(lee?.stops[0]).toMatchObject({ id: route.stops[0]?.id, status: 'in_transit' });
    expect(kim && namesOf(kim)[0]).toBe(deliveryOf(2));
    expect((await accept(proposal)).status).toBe(200);
  });

  it('leaves out what cannot be done, with the reason', async () => {
    await rows("UPDATE jobs SET time_window = '05:00-05:30' WHERE id = ?", deliveryOf(1));
    const hours = JSON.stringify(Array(7).fill(null));
    await rows('UPDATE sites SET hours = ? WHERE id = 2', hours);
    const { unplaced } = await propose();
    expect(unplaced.map(({ job, reason }) => [job.id, reason])).toEqual([
      [deliveryOf(1), 'window'],
      [pickupOf(4), 'site_closed'],
    ]);
    await rows('UPDATE trucks SET is_in_service = 0');
    const none = await propose();
    expect([none.routes, none.unplaced.every(({ reason }) => reason === 'no_vehicle')]).toEqual([[], true]);
    expect((await propose({ day: inDays(-1) })).status).toBe(400);
  });

  it('optimizes one route, and leaves open jobs open', async () => {
    const { route } = await world
      .put(await world.addRoute('lee', 1, day()), deliveryOf(3), deliveryOf(1), deliveryOf(2))
      .then(async (refused) =>
        refused.status === 200
          ? refused
          : world.arrange((await world.board(day())).routes[0] ?? { id: 0, version: 0 }, {
              jobIds: [deliveryOf(3), deliveryOf(1), deliveryOf(2)],
              addYardStops: true,
            }),
      );
    const proposal = await propose({ routeId: route.id });
    expect(proposal.routes).toHaveLength(1);
    expect(jobsOfRoutes(proposal.routes.map(({ proposed }) => proposed))).toEqual(ALL.slice(0, 3));
    expect(proposal.proposed.driveMinutes).toBeLessThanOrEqual(proposal.current.driveMinutes);
    expect((await propose({ routeId: 999 })).status).toBe(404);
  });

  it('offers another order of one route only for less driving or lateness', async () => {
    await rows('UPDATE trucks SET capacity = 3 WHERE id = 1');
    await rows('UPDATE sites SET lat = 42.65, lng = -73.75 WHERE id = 1');
    const empty = await world.addRoute('lee', 1, day());
    const { route } = await world.put(empty, deliveryOf(2), deliveryOf(1), deliveryOf(3));
    const better = await propose({ routeId: route.id });
    expect(better.routes[0]?.isChanged).toBe(true);
    expect(better.proposed.driveMinutes).toBeLessThan(better.current.driveMinutes);
    // From the other end the driver waits less for the first customer, but drives as far.
    const { route: straight } = await world.put(route, deliveryOf(1), deliveryOf(2), deliveryOf(3));
    await rows("UPDATE jobs SET time_window = '10:00-12:00' WHERE id = ?", deliveryOf(1));
    const same = await propose({ routeId: route.id });
    expect(same.routes[0]).toMatchObject({
      isChanged: false,
      input: { route: { version: straight.version } },
    });
    expect([same.proposed, same.routes[0]?.proposed]).toEqual([same.current, same.routes[0]?.current]);
  });

  it('takes the unit of a dump and return to the site and back, and keeps the pinned time of the next stop', async () => {
    await rows("UPDATE jobs SET type = 'dump_and_return' WHERE id = ?", pickupOf(4));
    await rows('UPDATE sites SET lat = 42.65, lng = -73.75 WHERE id = 1');
    await rows('UPDATE bookings SET address = ? WHERE id = 2', '4 Quarry Road');
    const empty = await world.addRoute('lee', 1, day());
    const { route } = await world.put(empty, pickupOf(4), deliveryOf(2));
    const proposal = await propose({ routeId: route.id });
    const [one] = proposal.routes;
    expect(one && namesOf(one.proposed)).toEqual([pickupOf(4), 'disposal', deliveryOf(2)]);
    const [, there, back] = one?.proposed.stops ?? [];
    // The next customer is at the address to which the unit goes back.
    expect(there?.driveMinutes).toBeGreaterThan(5);
    expect(back?.driveMinutes).toBe(there?.driveMinutes);
    const accepted = await accept(proposal);
    expect(accepted.routes[0]?.minutes).toBe(one?.proposed.minutes);
    await rows("UPDATE driver_route_stops SET status = 'in_transit' WHERE job_id = ?", pickupOf(4));
    const begun = await propose({ routeId: route.id });
    expect(begun.routes.map(({ proposed }) => namesOf(proposed))).toEqual([
      [pickupOf(4), 'disposal', deliveryOf(2)],
    ]);
  });

  it('loads a truck only for what it has left to bring', async () => {
    await rows('UPDATE trucks SET capacity = 3 WHERE id = 1');
    const empty = await world.addRoute('lee', 1, day());
    const { route } = await world.put(empty, deliveryOf(1), deliveryOf(2), deliveryOf(3));
    await rows("UPDATE driver_route_stops SET status = 'in_transit' WHERE job_id = ?", deliveryOf(1));
    const { routes } = await propose({ routeId: route.id });
    // The units of the other deliveries are on the truck already.
    expect(routes[0] && namesOf(routes[0].proposed)).not.toContain('yard');
  });

  it('shares jobs of one day between the drivers and trucks that are free', async () => {
    await rows('UPDATE trucks SET capacity = 1');
    const { routes } = await propose();
    expect(routes.map(({ proposed }) => proposed.truck?.id).toSorted()).toEqual([1, 2]);
  });
});
