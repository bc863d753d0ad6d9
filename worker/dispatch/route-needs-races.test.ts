import { beforeEach, describe, expect, it } from 'vitest';
import { bookingChange } from '#contract/booking-changes.ts';
import type { BoardRoute } from '#contract/dispatch.ts';
import { AppError } from '#domain/shared/errors.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import type { Context } from '#worker/base/context.ts';
import { applyChange, previewChange } from '#worker/bookings/changes/service.ts';
import { moveBooking } from '#worker/bookings/service.ts';
import { deliveryOf, giveUnitAt4, makePlanWorld, pickupOf, planDayOf } from '#worker/test/dispatch.ts';
import { captureLog } from '#worker/test/http.ts';
import { Turns } from '#worker/test/turns.ts';
import { inDays, makeTestContext, rows, testEnv } from '#worker/test/world.ts';
import { carryOverJobs } from './carry-over.ts';
import { publishRoute } from './publish-route.ts';
import { checkRoutes } from './route-needs.ts';
import { arrangeStops } from './stops.ts';

type World = Awaited<ReturnType<typeof makePlanWorld>>;
let world: World;
/** Kim takes the unit from booking 4 to the landfill, then to booking 1. The route is not published. */
let route: BoardRoute;

beforeEach(async () => {
  captureLog();
  world = await makePlanWorld();
  await giveUnitAt4(world.units);
  await rows('UPDATE bookings SET pickup_day = ?, end_date = ? WHERE id = 4', planDayOf(), planDayOf());
  const kim = await world.addRoute('kim', 2, planDayOf());
  const stops = [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { jobId: deliveryOf(1) }];
  route = (await world.arrange(kim, { stops })).route;
});

type Act = (ctx: Context) => Promise<unknown>;
const publish: Act = (ctx) => publishRoute(ctx, world.actor, route);
const extend4 = async (): Promise<Act> => {
  const fields = {
    type: 'extend',
    endDate: inDays(4),
    unitAmount: 1000,
    notifyCustomer: false,
    override: [],
  };
  const input = bookingChange.parse({ ...fields, preview: true });
  const at = { id: 4, version: null, check: checkRoutes };
  const { previewToken } = await previewChange(makeTestContext().ctx, world.actor, { ...at, input });
  return (ctx) => applyChange(ctx, world.actor, { ...at, input: { ...input, preview: false, previewToken } });
};
const carry4 = async (): Promise<Act> => async (ctx) => {
  const { moved } = await carryOverJobs(ctx, world.actor, {
    day: planDayOf(),
    jobIds: [pickupOf(4)],
    notify: false,
  });
  if (moved === 0) throw new AppError('conflict', 'It stays');
};
/** To a unit that is in repair. */
const move1 = async (): Promise<Act> => async (ctx) => {
  const dumpsterId = world.units[0] ?? 0;
  await moveBooking(ctx, world.actor, { id: 1, version: null, dumpsterId, check: checkRoutes });
};
const drop1: Act = (ctx) => {
  const jobIds = [deliveryOf(1)];
  return arrangeStops(ctx, { actor: world.actor, id: route.id, version: route.version, jobIds });
};

/** Another unit is in repair. The delivery of booking 1 is alone on the route, with a unit in the yard; or it is open. */
const makeRoute = async (stops: object[]) => {
  await rows('UPDATE jobs SET dumpster_id = NULL WHERE id = ?', deliveryOf(1));
  await rows(
    "INSERT INTO unit_locations (dumpster_id, place, since, created_at) VALUES (?, 'repair', 5, 5)",
    world.units[0] ?? 0,
  );
  route = (await world.arrange(route, { stops })).route;
};
const onlyDelivery = () => makeRoute([{ jobId: deliveryOf(1) }]);
const emptyPublished = async () => {
  await makeRoute([]);
  route = await world.publish(route);
};

/** One caller (0: the plan, 1: the change) makes so many calls, then the other one all of its own. */
const PAUSES = [0, 1].flatMap((first) => Array.from({ length: 20 }, (_, calls) => ({ first, calls })));
type Pause = (typeof PAUSES)[number];
/** Among them, for each change, the last pause before its write. */
const isInSample = ({ first, calls }: Pause) => (first === 0 ? calls <= 1 : [0, 5, 6, 9, 14].includes(calls));

describe.each<[string, { given?: () => Promise<void>; plan: Act; change: () => Promise<Act> }]>([
  ['the pickup moves to a later day', { plan: publish, change: extend4 }],
  ['the pickup is carried over', { plan: publish, change: carry4 }],
  ['the delivery gets a unit in repair', { given: onlyDelivery, plan: publish, change: move1 }],
  [
    'the delivery that is dropped gets a unit in repair',
    { given: emptyPublished, plan: drop1, change: move1 },
  ],
])('%s while the plan of its route is stored', (_, { given, plan, change }) => {
  it.each(chooseCases(PAUSES, isInSample))(
    'one of both is refused ($first waits after $calls calls)',
    async ({ first, calls }) => {
      await given?.();
      const made = await change();
      const turns = new Turns([...Array<number>(calls).fill(first), ...Array<number>(50).fill(1 - first)]);
      const [one, other] = [0, 1].map((caller) => {
        const { ctx } = makeTestContext({ database: turns.database(testEnv.DB, caller) });
        ctx.send = () => Promise.resolve();
        return ctx;
      }) as [Context, Context];
      const ends = await turns.settled([plan(one), made(other)]);
      const codes = ends.map((end) => {
        if (end.status === 'fulfilled') return 'ok';
        if (end.reason instanceof AppError) return end.reason.code;
        throw end.reason;
      });
      expect(
        codes.filter((code) => code === 'ok'),
        codes.join(' '),
      ).toHaveLength(1);
      // Who has made all calls before the other one begins succeeds.
      if (calls === 0) expect(codes[1 - first]).toBe('ok');
      expect(codes.find((code) => code !== 'ok')).toMatch(/^(conflict|stale)$/);
      const [published] = (await world.board(planDayOf())).routes;
      const stops = published?.publishedAt ? published.stops : [];
      expect(stops.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toEqual([]);
    },
  );
});
