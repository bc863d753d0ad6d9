import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { planDay } from './day-plan.ts';
import { handlingOf, planLoad } from './load.ts';
import { isLoadType } from './loads.ts';
import type { PlanItem, PlanProblem, PlanVehicle, WalkStop } from './plan-problem.ts';
import type { TimeSpan } from './route-times.ts';
import type { StopType } from './stops.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 600;
const YARD = 0;
/** Points on a line, a minute apart. */
const POINTS = Array.from({ length: 40 }, (_, point) => point);
const drives = POINTS.map((from) => POINTS.map((to) => Math.abs(from - to) * 60));
const TYPES = [
  'delivery',
  'final_pickup',
  'exchange',
  'live_load',
  'relocation',
  'dump_and_return',
] as StopType[];

const anyPoint = fc.integer({ min: 1, max: POINTS.length - 1 });
const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 60, max: 300 }))
  .map(([from, length]): TimeSpan => ({ fromMs: from * MINUTE_MS, toMs: (from + length) * MINUTE_MS }));
const anySite = fc.record({
  point: anyPoint,
  stayMs: fc.constant(20 * MINUTE_MS),
  open: fc.oneof(fc.constant(null), fc.constant('closed' as const), anySpan),
});
const anyVehicle = fc.record({
  capacity: fc.integer({ min: 1, max: 3 }),
  fromMs: fc.integer({ min: 0, max: 120 }).map((minutes) => minutes * MINUTE_MS),
  begun: fc.option(fc.record({ start: anyPoint, empty: fc.nat(3), full: fc.nat(3), sites: fc.nat(7) })),
});
const anyItem = fc.record({
  type: fc.constantFrom(...TYPES),
  point: anyPoint,
  window: fc.option(anySpan),
  sites: fc.nat(7),
  priority: fc.constantFrom('planned', 'overdue', 'due'),
});
const anyDay = fc.record({
  sites: fc.array(anySite, { minLength: 1, maxLength: 3 }),
  vehicles: fc.array(anyVehicle, { minLength: 1, maxLength: 3 }),
  items: fc.array(anyItem, { maxLength: 12 }),
});
type Day = typeof anyDay extends fc.Arbitrary<infer D> ? D : never;

/** `sites` of an item and of a load are bits. */
function problemOf({ sites, vehicles, items }: Day): PlanProblem {
  const chosen = (bits: number) => [...sites.keys()].filter((site) => (bits >> site) % 2 === 1);
  return {
    disposals: sites,
    drives,
    vehicles: vehicles.map(({ capacity, fromMs, begun }): PlanVehicle => {
      const full = Math.min(begun?.full ?? 0, capacity);
      const empty = Math.min(begun?.empty ?? 0, capacity - full);
      return {
        start: begun?.start ?? YARD,
        end: YARD,
        yard: YARD,
        yardStayMs: 10 * MINUTE_MS,
        capacity,
        fromMs,
        untilMs: DAY_MINUTES * MINUTE_MS,
        aboard: begun && { empty, full, sites: chosen(begun.sites) },
      };
    }),
    items: items.map(
      (one): PlanItem => ({
        ...one,
        stayMs: 15 * MINUTE_MS,
        sites: isLoadType(one.type) ? chosen(one.sites) : [],
        vehicle: null,
        pinnedAt: null,
        pinnedMs: null,
        after: null,
        unitFrom: null,
      }),
    ),
  };
}

type Route = { problem: PlanProblem; vehicle: PlanVehicle; stops: readonly WalkStop[] };

const typeOf = ({ items }: PlanProblem, stop: WalkStop): StopType =>
  stop.kind === 'item' ? (items[stop.item]?.type ?? 'break') : stop.kind;

/** What the truck cannot load or unload, computed from the stops alone. */
function loadFaults({ problem, vehicle, stops }: Route): string[] {
  const types = stops.map((stop) => typeOf(problem, stop));
  const { aboard, capacity } = vehicle;
  if (!aboard) return planLoad(types, capacity).problem ? [`load of ${types}`] : [];
  const faults: string[] = [];
  const firstYard = types.includes('yard') ? types.indexOf('yard') : types.length;
  let { empty, full } = aboard;
  for (const type of types.slice(0, firstYard)) {
    const handling = handlingOf(type);
    const isFull = empty + full >= capacity;
    if ((handling === 'brings' || handling === 'swaps') && empty === 0) faults.push(`no unit for ${type}`);
    if ((handling === 'collects' || handling === 'carries') && isFull) faults.push(`no room for ${type}`);
    if (handling === 'brings' || handling === 'swaps') empty -= 1;
    if (handling === 'collects' || handling === 'swaps') full += 1;
    if (handling === 'empties') [empty, full] = [empty + full, 0];
  }
  if (planLoad(types.slice(firstYard + 1), capacity).problem) faults.push(`load of ${types}`);
  return faults;
}

/** Full units that are not emptied right after their stop, or at a site that does not take their waste. */
function disposalFaults({ problem, vehicle, stops }: Route): string[] {
  const wants = (index: number) => {
    const stop = stops[index];
    if (!stop) return vehicle.aboard?.full ? vehicle.aboard.sites : [];
    return stop.kind === 'item' ? (problem.items[stop.item]?.sites ?? []) : [];
  };
  return [-1, ...stops.keys()].flatMap((index) => {
    const sites = wants(index);
    const next = stops[index + 1];
    const isEmptied = next?.kind === 'disposal' && sites.includes(next.site);
    return sites.length === 0 || isEmptied ? [] : [`stop ${index} is not emptied`];
  });
}

/** What is late or closed, computed from the stops alone. */
function timeFaults({ problem, vehicle, stops }: Route): string[] {
  const faults: string[] = [];
  let [place, timeMs] = [vehicle.start, vehicle.fromMs];
  const goTo = (to: number) => {
    timeMs += (drives[place]?.[to] ?? 0) * 1000;
    place = to;
  };
  for (const [index, stop] of stops.entries()) {
    if (stop.kind === 'yard') {
      goTo(vehicle.yard);
      timeMs += vehicle.yardStayMs;
    } else if (stop.kind === 'disposal') {
      const site = problem.disposals[stop.site];
      const open = site?.open;
      goTo(site?.point ?? 0);
      if (open === 'closed') faults.push('closed site');
      const span = open && open !== 'closed' ? open : null;
      timeMs = Math.max(timeMs, span?.fromMs ?? 0) + (site?.stayMs ?? 0);
      if (span && timeMs > span.toMs) faults.push('site closes before');
      const before = stops[index - 1];
      const returned = before?.kind === 'item' ? problem.items[before.item] : undefined;
      if (returned?.type === 'dump_and_return') goTo(returned.point);
    } else {
      const item = problem.items[stop.item];
      goTo(item?.point ?? 0);
      if (item?.window && timeMs > item.window.toMs) faults.push(`late at item ${stop.item}`);
      timeMs = Math.max(timeMs, item?.window?.fromMs ?? 0) + (item?.stayMs ?? 0);
    }
  }
  goTo(vehicle.end);
  if (stops.length > 0 && timeMs > vehicle.untilMs) faults.push('overtime');
  return faults;
}

const routesOf = (problem: PlanProblem, routes: readonly WalkStop[][]): Route[] =>
  routes.map((stops, index) => ({ problem, vehicle: problem.vehicles[index] as PlanVehicle, stops }));

const namesOf = (stops: readonly WalkStop[]) =>
  stops.flatMap((stop) => (stop.kind === 'item' ? stop.item : []));

it('every plan has each item once, a load that is possible, and each full unit emptied where its waste is taken', () => {
  void fc.assert(
    fc.property(anyDay, (day) => {
      const problem = problemOf(day);
      const { routes, unplaced } = planDay(problem, { seeds: [], maxWalks: 300 });
      const items = [...routes.flatMap(namesOf), ...unplaced.map(({ item }) => item)];
      expect(items.toSorted((a, b) => a - b)).toEqual([...problem.items.keys()]);
      const faults = routesOf(problem, routes).flatMap((route) => [
        ...loadFaults(route),
        ...disposalFaults(route),
      ]);
      expect(faults).toEqual([]);
    }),
    randomRuns({ sample: 80, long: 5000 }),
  );
});

it('what is placed for the first time is in its window, at open sites, and within the day', () => {
  void fc.assert(
    fc.property(anyDay, ({ items, vehicles, sites }) => {
      const fresh = vehicles.map((vehicle) => ({ ...vehicle, begun: null }));
      const due = items.map((item) => ({ ...item, priority: 'due' as const }));
      const problem = problemOf({ items: due, vehicles: fresh, sites });
      const { routes } = planDay(problem, { seeds: [], maxWalks: 300 });
      expect(routesOf(problem, routes).flatMap(timeFaults)).toEqual([]);
    }),
    randomRuns({ sample: 80, long: 5000 }),
  );
});

it('pinned stops keep their route and their place, and nothing planned is left out', () => {
  const anyPins = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  void fc.assert(
    fc.property(anyDay, anyPins, (day, pins) => {
      const planned = problemOf({
        ...day,
        items: day.items.map((item) => ({ ...item, priority: 'planned' })),
      });
      const seed = planned.vehicles.map((_, vehicle) =>
        [...planned.items.keys()].filter((item) => item % planned.vehicles.length === vehicle),
      );
      const items = planned.items.map((item, index) => {
        const vehicle = index % planned.vehicles.length;
        const pinnedAt = seed[vehicle]?.indexOf(index) ?? null;
        return pins[index] ? { ...item, vehicle, pinnedAt } : item;
      });
      const { routes, unplaced } = planDay({ ...planned, items }, { seeds: [seed], maxWalks: 300 });
      expect(unplaced).toEqual([]);
      for (const [index, { vehicle, pinnedAt }] of items.entries()) {
        if (vehicle === null || pinnedAt === null) continue;
        const order = namesOf(routes[vehicle] ?? []);
        const isLast = order.slice(order.indexOf(index)).every((one) => items[one]?.pinnedAt !== null);
        expect(order.indexOf(index) === pinnedAt || (isLast && order.indexOf(index) < pinnedAt)).toBe(true);
      }
    }),
    randomRuns({ sample: 60, long: 3000 }),
  );
});
