import { beforeEach, describe, expect, it } from 'vitest';
import { fetchDrivesOfDay } from '#worker/dispatch/drives.ts';
import { deliveryOf, jobsOfRoutes, makePlanWorld, PLANNED_JOBS, planDayOf } from '#worker/test/dispatch.ts';
import { controlRouting, makeTestRouting } from '#worker/test/routing.ts';
import { makeTestContext, rows } from '#worker/test/world.ts';
import { readBoard } from '../board.ts';
import { acceptDay } from './accept.ts';
import { proposeDay } from './propose.ts';

let world: Awaited<ReturnType<typeof makePlanWorld>>;
beforeEach(async () => {
  world = await makePlanWorld();
});
const day = planDayOf;

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
    const { actor } = world;
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
    ['an answer of another size', { wrong: 'cut' }, 'could not be used'],
    ['no JSON', { wrong: 'html' }, 'could not be used'],
  ])('%s: the day is planned all the same, and the screen says so', async (_, fault, text) => {
    for (const path of ['/openrouteservice', '/vroom']) {
      await controlRouting('reset');
      await rows('DELETE FROM drives');
      await controlRouting('fail-next', { ...fault, path, times: 9 });
      const { ctx } = withService('delayMs' in fault ? 300 : undefined);
      const proposal = await proposeDay(ctx, { day: day() });
      expect(proposal.notice).toContain(text);
      expect(jobsOfRoutes(proposal.routes.map(({ proposed }) => proposed))).toEqual(PLANNED_JOBS);
    }
    expect((await world.board(day())).routes).toEqual([]);
  });

  it.each([
    ['nulls', null],
    ['huge', 'could not be used'],
  ])('drives that are %s are estimates, and the board works', async (wrong, text) => {
    await controlRouting('fail-next', { wrong, path: '/openrouteservice', times: 9 });
    const { ctx } = withService();
    const proposal = await proposeDay(ctx, { day: day() });
    expect([proposal.isEstimate, proposal.notice]).toEqual([true, text && expect.stringContaining(text)]);
    const routes = proposal.routes.map(({ input }) => input);
    const board = await acceptDay(ctx, world.actor, { day: day(), routes });
    expect([jobsOfRoutes(board.routes), board.isEstimate]).toEqual([PLANNED_JOBS, true]);
    // That there is no way is an answer: it is stored, and not asked for again.
    expect(await rows('SELECT count(*) > 0 AS stored FROM drives')).toEqual([
      { stored: Number(text === null) },
    ]);
    await controlRouting('reset');
    await fetchDrivesOfDay(ctx, day());
    expect(await callsTo('matrix')).toHaveLength(text === null ? 0 : 1);
  });

  it('over its limit is asked once, however often staff plan the day', async () => {
    await controlRouting('fail-next', { status: 429, path: '/openrouteservice', times: 9 });
    const { ctx } = withService();
    for (const _ of [1, 2, 3]) {
      expect((await proposeDay(ctx, { day: day() })).notice).toContain('has reached its limit');
    }
    await fetchDrivesOfDay(ctx, day());
    expect(await callsTo('')).toHaveLength(1);
  });

  it('addresses that are not on the map count 20 minutes', async () => {
    await rows('DELETE FROM geocodes WHERE lat > 42.7');
    const { ctx } = withService();
    const proposal = await proposeDay(ctx, { day: day() });
    expect([proposal.isEstimate, proposal.notice]).toEqual([
      true,
      '2 addresses are not on the map yet: each drive there counts as 20 minutes.',
    ]);
  });
});
