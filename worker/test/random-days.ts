import fc from 'fast-check';
import type { Board, BoardRoute, StopInput } from '#contract/dispatch.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { readBoard } from '#worker/dispatch/board.ts';
import { setJobWindow } from '#worker/dispatch/job-window.ts';
import { acceptDay } from '#worker/dispatch/proposal/accept.ts';
import { proposeDay } from '#worker/dispatch/proposal/propose.ts';
import { publishRoute } from '#worker/dispatch/publish-route.ts';
import {
  changeRoute,
  createRoute,
  removeRoute,
  restoreRoute,
  swapCrew,
} from '#worker/dispatch/route-changes.ts';
import { arrangeStops } from '#worker/dispatch/stops.ts';
import { insertRow } from './builders.ts';
import { insertRental } from './staff.ts';
import { addUnits, addUser, inDays, makeTestContext, rows, startOver } from './world.ts';

/** Where the unit that a job brings is when the day begins. */
const brought = fc.constantFrom<Brought>(
  'none',
  'yard',
  'yard',
  'other yard',
  'site',
  'site',
  'truck',
  'repair',
);
type Brought = 'none' | 'yard' | 'other yard' | 'site' | 'truck' | 'repair';

const bookingSpec = fc.record({
  work: fc.constantFrom<Work>('delivery', 'delivery', 'pickup', 'pickup', 'exchange', 'live_load', 'carry'),
  brought,
  carry: fc.constantFrom<JobType>('dump_and_return', 'relocation', 'relocate_on_site'),
  /** A pickup on the same day, too. */
  isPickedUp: fc.boolean(),
  window: fc.constantFrom('any', 'any', 'morning', 'afternoon'),
});
type Work = 'delivery' | 'pickup' | 'exchange' | 'live_load' | 'carry';

export const randomDay = fc.record({
  /** Today at five, before the first route; or tomorrow. */
  isToday: fc.boolean(),
  /** Proposed, accepted and published before the steps. */
  isPlanned: fc.boolean(),
  capacities: fc.constantFrom([1, 2], [2, 1], [1, 1], [2, 3]),
  bookings: fc.array(bookingSpec, { minLength: 3, maxLength: 6 }),
});
export type RandomDay = typeof randomDay extends fc.Arbitrary<infer T> ? T : never;

const nat = fc.nat({ max: 99 });
export const dayStep = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('place'), route: nat, what: nat, at: nat, yards: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('site'), route: nat, what: nat, at: nat, yards: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take off'), route: nat, at: nat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('swap stops'), route: nat, what: nat, at: nat }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish'), route: nat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('plan'), route: nat, isDay: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('remove', 'restore', 'restore'), route: nat }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('truck', 'yards', 'crews'), route: nat, what: nat }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('window'), what: nat, at: nat }) },
);
type DayStep = typeof dayStep extends fc.Arbitrary<infer T> ? T : never;

const TRUCKS = 3;
const SITES = { yard: 1, landfill: 2, otherYard: 3 };
const STANDING = 8;

/** What a test knows of where units are: by their ids. A unit without an entry is in a yard. */
export type StartPlaces = Map<number, { booking: number } | { truck: number } | { yard: number } | 'nowhere'>;

/** A day with jobs of all types, two routes, three trucks, and a clock of its own. */
export async function makeRandomDay({ isToday, isPlanned, capacities, bookings }: RandomDay) {
  await startOver();
  const dana = await addUser({ username: 'dana', password: 'correct horse', role: 'dispatcher' });
  const actor = { userId: dana, username: 'dana', role: 'dispatcher' as const, sessionId: 'test' };
  const drivers = [];
  for (const username of ['lee', 'kim', 'sam']) {
    drivers.push(await addUser({ username, password: 'correct horse', role: 'driver' }));
  }
  const day = inDays(isToday ? 0 : 1);
  await addUnits(2 * STANDING + 6);
  for (const [index, capacity] of [...capacities, 2].entries())
    await insertRow('trucks', index + 1, { capacity });
  await insertRow('sites', SITES.yard, { name: 'Main yard' });
  await insertRow('sites', SITES.landfill, { kind: 'disposal', name: 'Landfill', lat: 42.7, lng: -73.8 });
  await insertRow('sites', SITES.otherYard, { name: 'Other yard', lat: 42.6, lng: -73.7 });
  const [first] = await rows<{ id: number }>('SELECT min(id) AS id FROM dumpsters');
  const places = await insertBookings(bookings, { day, isToday, unit: (n) => (first?.id ?? 0) + n });
  const { ctx, passMinutes } = makeTestContext();
  const board = await readBoard(ctx, inDays(0));
  const fiveMs = Date.parse(board.dayStart) - 2 * 3_600_000;
  passMinutes(Math.round((fiveMs - ctx.now()) / 60_000));
  for (const [index, driverId] of drivers.slice(0, 2).entries()) {
    await createRoute(ctx, actor, { day, driverId, truckId: index + 1 });
  }
  const world = { ctx, actor, day, places };
  for (const step of isPlanned ? PLANNED : []) {
    await takeDayStep(world, step).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return world;
}

const PLANNED: readonly DayStep[] = [
  { do: 'plan', route: 0, isDay: true },
  { do: 'publish', route: 0 },
  { do: 'publish', route: 1 },
];
type World = { ctx: Context; actor: Actor; day: string; places: StartPlaces };

type Units = { day: string; isToday: boolean; unit: (n: number) => number };

async function insertBookings(
  specs: RandomDay['bookings'],
  { day, isToday, unit }: Units,
): Promise<StartPlaces> {
  const places: StartPlaces = new Map();
  const standing = specs.flatMap(({ work }, index) => (isStanding(work) ? [index] : []));
  for (const n of standing) places.set(unit(n), { booking: n + 1 });
  let free = STANDING;
  const unitFor = (where: Brought, n: number) => {
    if (where === 'none') return null;
    const other = standing.filter((one) => one !== n);
    if (where === 'site' && other.length > 0) return unit(other[n % other.length] ?? 0);
    const id = unit(free++);
    if (where === 'truck') places.set(id, isToday ? { truck: (n % TRUCKS) + 1 } : { yard: 0 });
    else if (where === 'repair') places.set(id, 'nowhere');
    else places.set(id, { yard: where === 'other yard' ? SITES.otherYard : SITES.yard });
    return id;
  };
  for (const [n, spec] of specs.entries()) {
    const stands = isStanding(spec.work);
    await insertRental(n + 1, {
      status: 'confirmed',
      startsIn: stands ? -3 : 0,
      unit: stands ? unit(n) : null,
      address: `${n + 1} Quarry Road`,
    });
    const point = { lat: 42.64 + ((n * 7) % 5) / 40, lng: -73.76 + (n % 3) / 40 };
    await insertRow('geocodes', n + 1, { address: `${n + 1} quarry road, albany, ny, 12207`, ...point });
    await rows('DELETE FROM jobs WHERE booking_id = ?', n + 1);
    const bring = spec.work === 'pickup' || spec.work === 'carry' ? null : unitFor(spec.brought, n);
    if (stands) {
      const done = { type: 'delivery', due_day: inDays(-3), status: 'done', done_at: 1 };
      await insertRow('jobs', n + 1, { ...done, booking_id: n + 1 });
    }
    if (spec.work === 'exchange') {
      await insertRow('dumpster_schedule', 100 + n, {
        dumpster_id: unit(STANDING + 6 + n),
        booking_id: n + 1,
        role: 'exchange 1',
        start_date: day,
        end_date: inDays(3),
      });
    }
    for (const type of typesOf(spec)) {
      const given = type === 'final_pickup' && stands && spec.work !== 'exchange' ? null : bring;
      await insertRow('jobs', n + 1, {
        booking_id: n + 1,
        type,
        due_day: day,
        time_window: spec.window,
        dumpster_id: type === spec.carry ? null : given,
      });
    }
  }
  for (const [id, at] of places) await insertPlace(id, at);
  return places;
}

const isStanding = (work: Work) => work === 'pickup' || work === 'exchange' || work === 'carry';

function typesOf({ work, carry, isPickedUp }: RandomDay['bookings'][number]): JobType[] {
  if (work === 'pickup') return ['final_pickup'];
  const type = work === 'carry' ? carry : work;
  return isPickedUp && work !== 'live_load' ? [type, 'final_pickup'] : [type];
}

async function insertPlace(id: number, at: StartPlaces extends Map<number, infer P> ? P : never) {
  const place = (values: Record<string, unknown>) =>
    insertRow('unit_locations', id, { id: null, dumpster_id: id, since: 5, ...(values as object) });
  if (at === 'nowhere') await place({ place: 'repair' });
  else if ('booking' in at) await place({ place: 'booking', booking_id: at.booking });
  else if ('truck' in at) await place({ place: 'truck', truck_id: at.truck });
  else if (at.yard !== 0) await place({ place: 'yard', site_id: at.yard });
  else await place({ place: 'truck', truck_id: 1 });
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** Does a step as a dispatcher does it on the board. Throws AppError when it is refused. */
export async function takeDayStep({ ctx, actor, day }: World, step: DayStep): Promise<void> {
  const board = await readBoard(ctx, day);
  const { routes } = board;
  const route = 'route' in step ? pick(routes, step.route) : routes[0];
  if (step.do === 'restore') return restoreOne(ctx, actor, step.route);
  if (step.do === 'plan') {
    const scope = step.isDay || !route ? { day } : { day, routeId: route.id };
    const { routes: proposed } = await proposeDay(ctx, scope);
    await acceptDay(ctx, actor, { day, routes: proposed.map(({ input }) => input) });
    return;
  }
  if (!route) return;
  const arrange = (stops: StopInput[], addYardStops = false) =>
    arrangeStops(ctx, { ...route, actor, stops, addYardStops });
  const own = route.stops.map(({ id }): StopInput => ({ stopId: id ?? 0 }));
  switch (step.do) {
    case 'place': {
      const stop = pick(movables(board, route), step.what);
      if (stop) await arrange(own.toSpliced(step.at % (own.length + 1), 0, stop), step.yards);
      return;
    }
    case 'site': {
      const stop = pick(SITE_STOPS, step.what);
      if (stop) await arrange(own.toSpliced(step.at % (own.length + 1), 0, stop), step.yards);
      return;
    }
    case 'take off':
      return void (await arrange(own.toSpliced(step.at % Math.max(1, own.length), 1)));
    case 'swap stops': {
      const [a, b] = [step.what % Math.max(1, own.length), step.at % Math.max(1, own.length)];
      const [one, other] = [own[a], own[b]];
      if (one && other) await arrange(own.with(a, other).with(b, one));
      return;
    }
    case 'publish':
      return void (await publishRoute(ctx, actor, route));
    case 'remove':
      return void (await removeRoute(ctx, actor, route));
    case 'truck':
      return void (await changeRoute(ctx, actor, {
        ...route,
        changes: { truckId: (step.what % TRUCKS) + 1 },
      }));
    case 'yards':
      return void (await changeRoute(ctx, actor, {
        ...route,
        changes: { startSiteId: pick([1, 3], step.what), endSiteId: pick([1, 1, 3], step.what) },
      }));
    case 'crews': {
      const other = pick(routes, step.what);
      if (other) {
        const what = step.what % 2 ? 'driver' : 'truck';
        await swapCrew(ctx, actor, { one: route, other, what });
      }
      return;
    }
    case 'window': {
      const jobs = [...board.jobs, ...routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job ?? []))];
      const job = pick(jobs, step.what);
      const window = pick(['any', 'morning', 'afternoon', '15:00-17:00'], step.at) ?? 'any';
      if (job) await setJobWindow(ctx, actor, { id: job.id, version: null, window });
    }
  }
}

const SITE_STOPS: readonly StopInput[] = [
  { type: 'yard', siteId: SITES.yard },
  { type: 'yard', siteId: SITES.otherYard },
  { type: 'disposal', siteId: SITES.landfill },
  { type: 'disposal', siteId: SITES.landfill },
  { type: 'break', minutes: 120 },
];

/** The open jobs, and the stops of the other routes. */
function movables({ jobs, routes }: Board, { id }: BoardRoute): StopInput[] {
  const stops = routes.filter((one) => one.id !== id).flatMap((one) => one.stops);
  return [
    ...jobs.map((job): StopInput => ({ jobId: job.id })),
    ...stops.flatMap((stop): StopInput[] => (stop.job && stop.id ? [{ stopId: stop.id }] : [])),
  ];
}

async function restoreOne(ctx: World['ctx'], actor: World['actor'], n: number): Promise<void> {
  const removed = await rows<{ id: number; version: number }>(
    'SELECT id, version FROM driver_routes WHERE removed_at IS NOT NULL ORDER BY id',
  );
  const one = pick(removed, n);
  if (one) await restoreRoute(ctx, actor, one);
}
