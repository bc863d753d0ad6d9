import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, BoardConflict, BoardRoute } from '#contract/dispatch.ts';
import type { OutChoice, OutPreview } from '#contract/dispatch-out.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import { instantOn } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makePlanWorld, pickupOf, planDayOf } from '#worker/test/dispatch.ts';
import { cancelRow } from '#worker/test/transitions.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { previewOut } from './preview.ts';
import { takeOut } from './take-out.ts';

const ZONE = 'America/New_York';
let world: Awaited<ReturnType<typeof makePlanWorld>>;
let lee: BoardRoute;
let kim: BoardRoute;

/** Lee has two deliveries and a pickup on truck 1, kim a delivery on truck 2; both routes are published. */
beforeEach(async () => {
  world = await makePlanWorld();
  const day = planDayOf();
  const empty = await world.addRoute('kim', 2, day);
  kim = await world.publish((await world.put(empty, deliveryOf(3))).route);
  const first = await world.addRoute('lee', 1, day);
  const stops = [
    { jobId: deliveryOf(1) },
    { jobId: deliveryOf(2) },
    { jobId: pickupOf(4) },
    { type: 'disposal', siteId: 2 },
  ];
  lee = await world.publish((await world.arrange(first, { stops })).route);
});

const namesOf = ({ stops }: BoardRoute) => stops.map(({ type, job }) => job?.id ?? type);
const absent = () =>
  rows('SELECT truck_id AS truck, driver_id AS driver, from_time AS "from" FROM day_absences');

async function preview(rest: OutChoice, { from = '00:00', who = 'truck' } = {}) {
  const reply = await world.dana.send('POST', `dispatch/routes/${lee.id}/out/preview`, { from, who, rest });
  return { status: reply.status, ...(await reply.json<OutPreview>()) };
}
async function out(rest: object, body: object = {}) {
  const reply = await world.dana.send('POST', `dispatch/routes/${lee.id}/out`, {
    ifMatch: `"${lee.version}"`,
    from: '00:00',
    who: 'truck',
    reason: 'breakdown',
    rest,
    ...body,
  });
  return { status: reply.status, ...(await reply.json<Board & BoardConflict>()) };
}
const spreadOf = ({ proposal }: OutPreview) => ({
  type: 'spread',
  routes: proposal.routes.slice(1).flatMap(({ isChanged, input }) => (isChanged ? [input] : [])),
});
const routeOf = ({ routes }: Pick<Board, 'routes'>, { id }: BoardRoute) =>
  routes.find((one) => one.id === id);

describe('the stops of a truck that is out', () => {
  it('are spread over the other routes, which stay published, and the truck is left out of proposals', async () => {
    const shown = await preview('spread');
    expect([shown.status, shown.released, shown.proposal.unplaced]).toEqual([200, 3, []]);
    expect(shown.proposal.routes.map(({ proposed }) => proposed.id)).toEqual([lee.id, kim.id]);
    expect((await world.board(planDayOf())).routes.map(({ version }) => version)).toEqual(
      [kim, lee].map(({ version }) => version),
    );
    const board = await out(spreadOf(shown));
    expect(board.status).toBe(200);
    expect(routeOf(board, lee)?.stops).toEqual([]);
    const [given] = board.routes.filter(({ id }) => id === kim.id);
    expect(
      given &&
        namesOf(given)
          .filter((name) => typeof name === 'number')
          .toSorted(),
    ).toEqual([deliveryOf(1), deliveryOf(2), deliveryOf(3), pickupOf(4)].toSorted());
    expect(given?.publishedAt).not.toBeNull();
    const seen = await rows(
      'SELECT count(*) AS count FROM stop_publications WHERE driver_id = ?',
      kim.driver.id,
    );
    expect(seen).toEqual([{ count: given?.stops.length }]);
    expect(routeOf(board, lee)?.warnings.map(({ text }) => text)).toEqual([
      'Truck 1 is out from 12:00 AM: The truck broke down',
    ]);
    const proposal = await world.dana.send('POST', 'dispatch/plan', { day: planDayOf() });
    const { routes } = await proposal.json<DayProposal>();
    expect(routes.map(({ proposed }) => proposed.id)).toEqual([kim.id]);
    const history = await world.dana.send('GET', `dispatch/routes/${lee.id}/history`);
    const [entry] = await history.json<RouteHistoryEntry[]>();
    expect(entry?.lines[0]).toBe('Truck 1 is out from 12:00 AM: The truck broke down');
    expect(entry?.lines[1]).toMatch(/^Taken off: delivery of booking #1, /);
  });

  it('stay with it as far as it leaves them before the time', async () => {
    const [first] = lee.stops;
    const from = new Date(Date.parse(first?.departure ?? '')).toLocaleTimeString('en-GB', {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
    });
    const shown = await preview('spread', { from });
    expect(shown.proposal.routes[0] && namesOf(shown.proposal.routes[0].proposed)).toEqual([deliveryOf(1)]);
    const board = await out(spreadOf(shown), { from });
    expect(routeOf(board, lee)?.stops.map(({ job }) => job?.id)).toEqual([deliveryOf(1)]);
  });

  it('are open again, and the preview names what other routes can no longer make', async () => {
    // Kim waits for the unit that lee collects before.
    const tour = [{ type: 'break', minutes: 300 }, { type: 'yard' }, { jobId: deliveryOf(3) }];
    expect((await world.arrange(kim, { stops: tour })).status).toBe(200);
    await rows('UPDATE jobs SET dumpster_id = ? WHERE id = ?', world.units[4] ?? 0, deliveryOf(3));
    await insertRow('unit_locations', 1, {
      id: null,
      dumpster_id: world.units[4] ?? 0,
      since: 5,
      place: 'booking',
      booking_id: 4,
    });
    const shown = await preview('open');
    expect(shown.proposal.unplaced.map(({ job }) => job.id)).toEqual([
      deliveryOf(1),
      deliveryOf(2),
      pickupOf(4),
    ]);
    expect(shown.consequences).toEqual([expect.stringMatching(/^kim, delivery of booking #3: /)]);
    const board = await out({ type: 'open' }, { who: 'both' });
    expect([board.status, board.jobs.map(({ id }) => id).toSorted()]).toEqual([
      200,
      [deliveryOf(1), deliveryOf(2), pickupOf(4)].toSorted(),
    ]);
    expect(await absent()).toEqual([{ truck: 1, driver: lee.driver.id, from: '00:00' }]);
  });

  it('are carried to another day, with their rentals, and customers are e-mailed', async () => {
    const shown = await preview('carry');
    const { toDay = '' } = shown.carried ?? {};
    expect([shown.carried?.moved, shown.carried?.notified]).toEqual([3, 3]);
    expect(shown.customers.map(({ message }) => message)).toEqual(['moved', 'moved', 'moved']);
    const board = await out({ type: 'carry', toDay, notify: true });
    expect([board.status, routeOf(board, lee)?.stops, board.jobs]).toEqual([200, [], []]);
    expect(await rows('SELECT due_day AS day FROM jobs WHERE id = ?', deliveryOf(1))).toEqual([
      { day: toDay },
    ]);
    expect(await rows("SELECT booking_id AS booking FROM outbox WHERE kind = 'visit-moved'")).toHaveLength(3);
    expect(await absent()).toHaveLength(1);
  });

  it('stay open, with the reason, where they cannot be carried', async () => {
    await cancelRow(1);
    await insertRow('blackout_days', 1, { day: inDays(2), created_by: world.actor.userId });
    const reply = await world.dana.send('POST', `dispatch/routes/${lee.id}/out/preview`, {
      from: '00:00',
      who: 'truck',
      rest: 'carry',
      toDay: inDays(2),
    });
    const { carried } = await reply.json<OutPreview>();
    expect(carried?.moved).toBe(0);
    const reasons = carried?.jobs.map(({ reason }) => reason) ?? [];
    // The job of the cancelled booking left the route before.
    expect(reasons).toEqual([
      expect.stringMatching(/: closed day\.$/),
      expect.stringMatching(/ is closed\. Choose another day\.$/),
    ]);
  });
});

describe('on the day itself', () => {
  const contextAt = (time: string) => ({
    ...makeTestContext().ctx,
    now: () => instantOn(planDayOf(), time, ZONE),
    today: planDayOf,
  });

  /** Lee is on the way to the first customer, with two units. */
  async function leave() {
    await rows(
      "UPDATE driver_route_stops SET status = 'in_transit', departed_at = ? WHERE job_id = ?",
      instantOn(planDayOf(), '07:10', ZONE),
      deliveryOf(1),
    );
  }
  const input = () => ({ id: lee.id, from: '07:30', who: 'truck' as const });

  it('a stop in progress stays with its driver, and the units that are loaded stay on the truck', async () => {
    await leave();
    const shown = await previewOut(contextAt('07:30'), { ...input(), rest: 'spread' });
    expect(namesOf(shown.proposal.routes[0]?.proposed ?? lee)).toEqual([deliveryOf(1)]);
    const [number] = await rows<{ number: string }>(
      'SELECT dumpster_number AS number FROM dumpsters WHERE id = ?',
      world.units[2] ?? 0,
    );
    expect(shown.proposal.unplaced.map(({ job, text }) => [job.id, text])).toEqual([
      [deliveryOf(2), `Unit ${number?.number} is on Truck 1. Choose another unit, then plan it again.`],
    ]);
    const board = await takeOut(contextAt('07:30'), world.actor, {
      ...input(),
      version: lee.version,
      reason: 'breakdown',
      note: 'engine',
      rest: spreadOf(shown) as never,
    });
    expect(namesOf(routeOf(board, lee) ?? lee)).toEqual([deliveryOf(1)]);
    expect(namesOf(routeOf(board, kim) ?? kim)).toContain(pickupOf(4));
    expect(
      board.jobs.map(({ id, unitPlace, proposedUnit }) => [id, unitPlace, proposedUnit !== null]),
    ).toEqual([[deliveryOf(2), 'truck', true]]);
  });

  it('a customer who was sent a time gets one more, by what the driver of the new route makes of it', async () => {
    const span = {
      starts_at: instantOn(planDayOf(), '07:00', ZONE),
      ends_at: instantOn(planDayOf(), '07:31', ZONE),
    };
    for (const [n, jobId, kind] of [
      [1, deliveryOf(1), 'first'],
      [2, deliveryOf(2), 'changed'],
    ] as const) {
      await insertRow('arrival_windows', n, {
        job_id: jobId,
        day: planDayOf(),
        kind,
        driver_id: lee.driver.id,
        ...span,
      });
    }
    await rows(
      'UPDATE driver_route_stops SET planned_minutes = 200, are_minutes_set = 1 WHERE job_id = ?',
      deliveryOf(3),
    );
    await rows('UPDATE driver_route_stops SET is_pinned = 1 WHERE job_id = ?', deliveryOf(3));
    const shown = await previewOut(contextAt('06:30'), { ...input(), from: '06:30', rest: 'spread' });
    const messages = shown.customers.map(({ jobId, message, hasEmail }) => [jobId, message, hasEmail]);
    expect(messages).toEqual([
      [deliveryOf(1), 'window', true],
      [deliveryOf(2), 'none', true],
    ]);
    expect(shown.customers[0]?.expected?.from).not.toBe(shown.customers[0]?.sent?.from);
    const opened = await previewOut(contextAt('06:30'), { ...input(), from: '06:30', rest: 'open' });
    expect(opened.customers.map(({ message, expected }) => [message, expected])).toEqual([
      ['none', null],
      ['none', null],
    ]);
  });
});

describe('a change since the preview', () => {
  it.each([
    ['of the route itself', () => world.put(lee, deliveryOf(1), deliveryOf(2))],
    ['of another route', () => world.put(kim)],
  ])('%s is answered with the board, and nothing is stored', async (_, change) => {
    const shown = await preview('spread');
    await change();
    const refused = await out(spreadOf(shown));
    expect([refused.status, refused.code, refused.board?.day]).toEqual([409, 'stale', planDayOf()]);
    expect(await absent()).toEqual([]);
  });
});

it('what is back in service is proposed again, and is not out twice', async () => {
  await out({ type: 'open' }, { from: '09:00' });
  const later = { ifMatch: `"${lee.version + 1}"`, from: '08:00', who: 'both' };
  expect((await out({ type: 'open' }, later)).status).toBe(200);
  const board = await world.board(planDayOf());
  expect(board.absences).toMatchObject([{ truckId: 1, driverId: lee.driver.id, fromTime: '08:00' }]);
  const end = () => world.dana.send('DELETE', `dispatch/absences/${board.absences[0]?.id}`);
  expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
  const proposal = await world.dana.send('POST', 'dispatch/plan', { day: planDayOf() });
  const { routes } = await proposal.json<DayProposal>();
  expect(routes.map(({ proposed }) => proposed.id).toSorted()).toEqual([kim.id, lee.id].toSorted());
  const history = await world.dana.send('GET', `dispatch/routes/${lee.id}/history`);
  expect((await history.json<RouteHistoryEntry[]>())[0]?.lines).toEqual(['Back in service']);
});

it('a route of an earlier day, and a truck that a route does not have, are refused', async () => {
  expect((await preview('open', { who: 'everyone' })).status).toBe(400);
  expect((await preview('open', { from: '25:00' })).status).toBe(400);
  await rows('UPDATE driver_routes SET date = ? WHERE id = ?', inDays(-1), lee.id);
  expect((await preview('open')).status).toBe(400);
});
