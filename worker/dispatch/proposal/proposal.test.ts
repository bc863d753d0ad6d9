import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { fetchDrivesOfDay } from '#worker/dispatch/drives.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { controlRouting, makeTestRouting } from '#worker/test/routing.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { readBoard } from '../board.ts';
import { acceptDay } from './accept.ts';
import { proposeDay } from './propose.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
/** Tomorrow: the working day of today may be over. */
const day = () => inDays(1);

beforeEach(async () => {
  await controlRouting('reset');
  world = await makeDispatchWorld();
  await insertRow('sites', 2, { kind: 'disposal', name: 'Landfill', lat: 42.7, lng: -73.8 });
  await rows('UPDATE jobs SET due_day = ? WHERE status <> ?', day(), 'done');
  await rows('DELETE FROM jobs WHERE id IN (?, ?, ?)', pickupOf(1), pickupOf(2), pickupOf(3));
  const places = [1, 2, 3, 4].map((n) => [n, `${n} Quarry Road`, 42.65 + n / 50] as const);
  for (const [n, address, lat] of places) {
    await rows('UPDATE bookings SET address = ? WHERE id = ?', address, n);
    await insertRow('geocodes', n, { address: `${n} quarry road, albany, ny, 12207`, lat, lng: -73.75 });
  }
});

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
const jobsOf = (routes: readonly BoardRoute[]) =>
  routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job?.id ?? [])).toSorted((a, b) => a - b);
const actorDana = async () => {
  const [dana] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
  return { userId: dana?.id, username: 'dana', role: 'dispatcher', sessionId: 'test' } as Parameters<
    typeof acceptDay
  >[1];
};
const ALL = [deliveryOf(1), deliveryOf(2), deliveryOf(3), pickupOf(4)];

describe('a proposal', () => {
  it('has all open jobs, a disposal stop after each full unit, and writes nothing', async () => {
    const proposal = await propose();
    expect(proposal).toMatchObject({ status: 200, unplaced: [], isEstimate: true, current: { jobs: 0 } });
    expect(proposal.notice).toBe('Drives are estimated from straight lines.');
    const proposed = proposal.routes.map((route) => route.proposed);
    expect(jobsOf(proposed)).toEqual(ALL);
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
    expect([jobsOf(board.routes), board.jobs]).toEqual([ALL, []]);
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
    const actor = await actorDana();
    const input = { day: day(), routes: routes.map((route) => route.input) };
    const results = await Promise.allSettled([acceptDay(ctx, actor, input), acceptDay(ctx, actor, input)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(jobsOf((await world.board(day())).routes)).toEqual(ALL);
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
    expect(jobsOf(proposal.routes.map(({ proposed }) => proposed))).toEqual(ALL.slice(0, 3));
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

  it('shares jobs of one day between the drivers and trucks that are free', async () => {
    await rows('UPDATE trucks SET capacity = 1');
    const { routes } = await propose();
    expect(routes.map(({ proposed }) => proposed.truck?.id).toSorted()).toEqual([1, 2]);
  });
});

describe('with the routing service', () => {
  const withService = (timeoutMs = 4000) => {
    const { ctx, finishAfterReplies } = makeTestContext();
    return { ctx: { ...ctx, routing: makeTestRouting({}, timeoutMs) }, finishAfterReplies };
  };
  const callsTo = async (part: string) =>
    ((await controlRouting('requests')) as { path: string }[]).filter(({ path }) => path.includes(part));

  it('its drives are stored once and used from then on', async () => {
    const { ctx } = withService();
    const first = await proposeDay(ctx, { day: day() });
    expect([first.isEstimate, first.notice, first.unplaced]).toEqual([false, null, []]);
    await proposeDay(ctx, { day: day() });
    expect([await callsTo('matrix'), await callsTo('vroom')].map(({ length }) => length)).toEqual([1, 2]);
    const actor = await actorDana();
    const board = await acceptDay(ctx, actor, { day: day(), routes: first.routes.map(({ input }) => input) });
    expect(board.isEstimate).toBe(false);
    expect(board.routes.map(({ meters }) => meters)).toEqual(
      first.routes.map(({ proposed }) => proposed.meters),
    );
  });

  it('a board never waits for it: a task asks, and the next board has the times', async () => {
    const { route } = await world.put(await world.addRoute('lee', 1, day()), deliveryOf(1), deliveryOf(2));
    const { ctx } = withService();
    expect((await readBoard(ctx, day())).isEstimate).toBe(true);
    expect(await callsTo('matrix')).toEqual([]);
    await fetchDrivesOfDay(ctx, day());
    const board = await readBoard(ctx, day());
    expect([board.isEstimate, board.routes[0]?.version]).toEqual([false, route.version]);
    await fetchDrivesOfDay(ctx, day());
    expect(await callsTo('matrix')).toHaveLength(1);
  });

  it.each([
    ['quota', { status: 429 }, 'has reached its limit'],
    ['no answer', { delayMs: 3000 }, 'did not answer'],
    ['an error', { status: 500 }, 'did not answer'],
    ['a wrong key', { status: 401 }, 'Ask your administrator'],
    ['a wrong answer', { wrong: true }, 'cannot be used'],
  ])('%s: the day is planned all the same, and the screen says so', async (_, fault, text) => {
    for (const path of ['/openrouteservice', '/vroom']) {
      await controlRouting('reset');
      await rows('DELETE FROM drives');
      await controlRouting('fail-next', { ...fault, path, times: 9 });
      const { ctx } = withService(300);
      const proposal = await proposeDay(ctx, { day: day() });
      expect(proposal.notice).toContain(text);
      expect(jobsOf(proposal.routes.map(({ proposed }) => proposed))).toEqual(ALL);
    }
    expect((await world.board(day())).routes).toEqual([]);
  });

  it('addresses that are not on the map count 20 minutes', async () => {
    await rows('DELETE FROM geocodes WHERE lat > 42.7');
    const { ctx } = withService();
    const proposal = await proposeDay(ctx, { day: day() });
    expect([proposal.isEstimate, proposal.notice]).toEqual([
      true,
      '2 places are not on the map yet: each drive there counts as 20 minutes.',
    ]);
  });
});
