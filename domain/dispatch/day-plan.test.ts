import { describe, expect, it } from 'vitest';
import { planDay } from './day-plan.ts';
import type { PlanItem, PlanProblem, PlanVehicle, WalkStop } from './plan-problem.ts';
import { walkRoute } from './route-walk.ts';

const MINUTE_MS = 60_000;
const DAY = { fromMs: 0, toMs: 600 * MINUTE_MS };

/** Points on a line: the yard is at 0, the landfill at 1, and point n is n minutes from the yard. */
const POINTS = Array.from({ length: 60 }, (_, point) => point);
const drives = POINTS.map((from) => POINTS.map((to) => Math.abs(from - to) * 60));
const vehicle = (changes: Partial<PlanVehicle> = {}): PlanVehicle => ({
  start: 0,
  end: 0,
  yard: 0,
  yardStayMs: 10 * MINUTE_MS,
  capacity: 1,
  fromMs: DAY.fromMs,
  untilMs: DAY.toMs,
  aboard: null,
  ...changes,
});
const item = (type: PlanItem['type'], point: number, changes: Partial<PlanItem> = {}): PlanItem => ({
  type,
  point,
  stayMs: 15 * MINUTE_MS,
  window: null,
  sites: [0],
  vehicle: null,
  pinnedAt: null,
  pinnedMs: null,
  after: null,
  unitFrom: null,
  priority: 'due',
  ...changes,
});
const problemOf = (items: PlanItem[], changes: Partial<PlanProblem> = {}): PlanProblem => ({
  items,
  disposals: [{ point: 1, stayMs: 30 * MINUTE_MS, open: null }],
  vehicles: [vehicle()],
  drives,
  ...changes,
});
const plan = (problem: PlanProblem, seeds: number[][][] = []) => planDay(problem, { seeds, maxWalks: 4000 });
const namesOf = (stops: readonly WalkStop[] = []) =>
  stops.map((stop) => (stop.kind === 'item' ? stop.item : stop.kind));

describe('a route', () => {
  it('loads one unit at a time, empties each full unit, and returns to the yard between', () => {
    const { routes, unplaced } = plan(
      problemOf([item('delivery', 10), item('delivery', 12), item('final_pickup', 11)]),
    );
    expect(unplaced).toEqual([]);
    const names = namesOf(routes[0]);
    expect(names).toHaveLength(5);
    expect(names[names.indexOf(2) + 1]).toBe('disposal');
    expect(names.filter((name) => name === 'yard')).toHaveLength(1);
  });

  it('with a larger truck needs no stop at the yard', () => {
    const items = [item('delivery', 10), item('delivery', 12), item('final_pickup', 11)];
    const { routes } = plan(problemOf(items, { vehicles: [vehicle({ capacity: 2 })] }));
    expect(namesOf(routes[0])).toHaveLength(4);
  });

  it('brings the unit of an exchange from the yard and the old one to the disposal site', () => {
    const { routes } = plan(problemOf([item('exchange', 10), item('exchange', 20)]));
    const names = namesOf(routes[0]);
    expect(names).toEqual([names[0], 'disposal', 'yard', names[3], 'disposal']);
  });

  it('takes the unit of a dump and return to the site and back to its customer', () => {
    const items = [item('dump_and_return', 11), item('relocation', 12)];
    expect(namesOf(plan(problemOf(items.slice(0, 1))).routes[0])).toEqual([0, 'disposal']);
    // 11 minutes there, 15 at the customer, 10 each way, 30 at the site, 1 to the next one, 15 there, 12 home.
    const late = (minutes: number) => {
      const vehicles = [vehicle({ untilMs: minutes * MINUTE_MS })];
      return walkRoute(problemOf(items, { vehicles }), 0, { order: [0, 1] }).harm;
    };
    expect([late(104), late(103)]).toEqual([0, 60]);
  });

  it('brings a full unit that no site takes to the yard before the truck is over its capacity', () => {
    const items = [item('final_pickup', 10, { sites: [] }), item('final_pickup', 11, { sites: [] })];
    expect(namesOf(plan(problemOf(items)).routes[0]).toSorted()).toEqual([0, 1, 'yard']);
  });

  it('takes a break where the truck is', () => {
    const items = [
      item('relocation', 20),
      item('break', 0, { vehicle: 0, pinnedAt: 1 }),
      item('relocation', 21),
    ];
    const vehicles = [vehicle({ untilMs: 87 * MINUTE_MS })];
    expect(walkRoute(problemOf(items, { vehicles }), 0, { order: [0, 1, 2] }).harm).toBe(0);
  });

  it('drives to a site that takes the waste and is open', () => {
    const disposals = [
      { point: 1, stayMs: 0, open: 'closed' as const },
      { point: 9, stayMs: 0, open: { fromMs: 0, toMs: 5 * MINUTE_MS } },
      { point: 30, stayMs: 0, open: DAY },
      { point: 12, stayMs: 0, open: DAY },
    ];
    const route = (sites: number[]) =>
      plan(problemOf([item('final_pickup', 10, { sites })], { disposals })).routes[0]?.[1];
    expect(route([0, 1, 2, 3])).toEqual({ kind: 'disposal', site: 3 });
    expect(route([0, 1, 2])).toEqual({ kind: 'disposal', site: 2 });
  });

  it('first empties what the driver has on the truck', () => {
    const disposals = [1, 2].map((point) => ({ point, stayMs: 30 * MINUTE_MS, open: null }));
    const vehicles = [vehicle({ start: 20, capacity: 2, aboard: { empty: 0, full: 2, sites: [1] } })];
    const { routes } = plan(problemOf([item('delivery', 10)], { vehicles, disposals }));
    expect(routes[0]).toEqual([{ kind: 'disposal', site: 1 }, { kind: 'yard' }, { kind: 'item', item: 0 }]);
  });
});

describe('a plan', () => {
  it('leaves out what makes the order of a seed late, but nothing that is planned', () => {
    // Each pickup takes 15 minutes, 30 at the site, and the way; the day has time for three of them.
    const vehicles = [vehicle({ untilMs: 230 * MINUTE_MS })];
    const items = [10, 11, 12, 13, 14, 15].map((point) => item('final_pickup', point));
    const seeds = [[[0, 1, 2, 3, 4, 5]]];
    const harmOf = (problem: PlanProblem) => {
      const { routes, unplaced } = plan(problem, seeds);
      const order = routes[0]?.flatMap((stop) => (stop.kind === 'item' ? [stop.item] : [])) ?? [];
      return { placed: order.length, left: unplaced.length, harm: walkRoute(problem, 0, { order }).harm };
    };
    expect(harmOf(problemOf(items, { vehicles }))).toEqual({ placed: 3, left: 3, harm: 0 });
    const planned = items.map((one) => ({ ...one, priority: 'planned' as const }));
    expect(harmOf(problemOf(planned, { vehicles }))).toMatchObject({ placed: 6, left: 0 });
    const [first, ...others] = planned;
    const mixed = [...others, { ...first, priority: 'due' as const }] as PlanItem[];
    expect(harmOf(problemOf(mixed, { vehicles }))).toMatchObject({ placed: 5, left: 1 });
  });

  it('leaves out the pickup of a late delivery with it', () => {
    const items = [item('delivery', 40), item('final_pickup', 40, { after: 0 }), item('delivery', 5)];
    const vehicles = [vehicle({ untilMs: 60 * MINUTE_MS })];
    const { unplaced } = plan(problemOf(items, { vehicles }), [[[0, 1, 2]]]);
    expect(unplaced.map(({ item: one }) => one).toSorted()).toEqual([0, 1]);
  });

  it('keeps windows, and leaves out what cannot be done in time, with the reason', () => {
    const at = (from: number, to: number) => ({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS });
    const items = [
      item('delivery', 20, { window: at(300, 360) }),
      item('delivery', 21, { window: at(0, 60) }),
      item('delivery', 50, { window: at(0, 20) }),
    ];
    const result = plan(problemOf(items));
    expect(namesOf(result.routes[0]).filter((name) => name !== 'yard')).toEqual([1, 0]);
    expect(result.unplaced).toEqual([{ item: 2, reason: 'window' }]);
    const full = plan(problemOf(items.slice(1, 2), { vehicles: [vehicle({ untilMs: 30 * MINUTE_MS })] }));
    expect(full.unplaced).toEqual([{ item: 0, reason: 'day_full' }]);
    const closed = [{ point: 1, stayMs: 0, open: 'closed' as const }];
    expect(plan(problemOf([item('final_pickup', 5)], { disposals: closed })).unplaced).toEqual([
      { item: 0, reason: 'site_closed' },
    ]);
    expect(plan(problemOf(items, { vehicles: [] })).unplaced[0]?.reason).toBe('no_vehicle');
  });

  it('points overdue jobs first, and never leaves out what was planned', () => {
    const short = { vehicles: [vehicle({ untilMs: 60 * MINUTE_MS })] };
    const overdue = item('delivery', 20, { priority: 'overdue' });
    expect(plan(problemOf([item('delivery', 19), overdue], short)).unplaced[0]?.item).toBe(0);
    const planned = [
      item('delivery', 19, { priority: 'planned' }),
      item('delivery', 40, { priority: 'planned' }),
    ];
    expect(plan(problemOf(planned, short), [[[0, 1]]]).unplaced).toEqual([]);
  });

  it('keeps pinned stops at their place on their route', () => {
    const items = [5, 30, 6, 31, 7].map((place, index) =>
      item('relocation', place, {
        priority: 'planned',
        ...(index === 1 && { vehicle: 0, pinnedAt: 1 }),
      }),
    );
    const vehicles = [vehicle(), vehicle()];
    for (const seeds of [[[[0, 1, 2, 3, 4], []]], []]) {
      const { routes } = plan(problemOf(items, { vehicles }), seeds);
      expect(namesOf(routes[0])[1]).toBe(1);
      expect(routes.flatMap(namesOf).toSorted()).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it('keeps a pinned stop at its time, within a quarter of an hour', () => {
    const pinned = { vehicle: 0, pinnedAt: 2, priority: 'planned' as const };
    const itemsWith = (pinnedMs: number | null) => [
      item('relocation', 10, { priority: 'planned' }),
      item('relocation', 30, { ...pinned, pinnedMs }),
      item('relocation', 9, { stayMs: 30 * MINUTE_MS }),
    ];
    const free = plan(problemOf(itemsWith(null)), [[[0, 1]]]);
    expect(namesOf(free.routes[0])[2]).toBe(1);
    const timed = plan(problemOf(itemsWith(45 * MINUTE_MS)), [[[0, 1]]]);
    expect([namesOf(timed.routes[0]), timed.unplaced]).toEqual([[0, 1], [{ item: 2, reason: 'day_full' }]]);
    const { harm } = walkRoute(problemOf(itemsWith(70 * MINUTE_MS)), 0, { order: [0, 1] });
    expect(harm).toBe(10 * 60);
  });

  it('collects a dumpster hours after it was delivered on the same day, by the same truck', () => {
    const items = [
      item('final_pickup', 20, { after: 1 }),
      item('delivery', 20),
      ...[5, 6, 7, 8].map((place) => item('relocation', place)),
    ];
    const { routes, unplaced } = plan(problemOf(items, { vehicles: [vehicle(), vehicle()] }));
    const route = routes.map(namesOf).find((names) => names.includes(0)) ?? [];
    expect([unplaced, route.indexOf(1) >= 0 && route.indexOf(1) < route.indexOf(0) - 1]).toEqual([[], true]);
    const closed = { vehicles: [vehicle()], drives: drives.map((row) => row.map((seconds) => seconds * 30)) };
    expect(plan(problemOf(items.slice(0, 2), closed)).unplaced).toHaveLength(2);
  });

  it('shares work between trucks', () => {
    const items = Array.from({ length: 8 }, (_, n) => item('final_pickup', 10 + n));
    const { routes } = plan(problemOf(items, { vehicles: [vehicle(), vehicle()] }));
    expect(routes.map((stops) => stops.filter(({ kind }) => kind === 'item').length)).toEqual([4, 4]);
  });

  it('shares deliveries and their pickups of the same day, though they would fill the day of one truck', () => {
    const points = [3, 4, 5, 6, 7, 8];
    const items = [
      ...points.map((place) => item('delivery', place)),
      ...points.map((place, after) => item('final_pickup', place, { after })),
    ];
    const disposals = [{ point: 16, stayMs: 30 * MINUTE_MS, open: null }];
    const vehicles = [vehicle(), vehicle({ capacity: 2 })];
    const { routes, unplaced } = plan(problemOf(items, { disposals, vehicles }));
    const counts = routes.map((stops) => stops.filter(({ kind }) => kind === 'item').length);
    expect([unplaced, Math.min(...counts) >= 4]).toEqual([[], true]);
  });

  it('uses a free truck rather than end after the day', () => {
    const items = Array.from({ length: 12 }, (_, n) =>
      item('relocation', 10 + n, { stayMs: 60 * MINUTE_MS, priority: 'planned' }),
    );
    const problem = problemOf(items, { vehicles: [vehicle(), vehicle()] });
    const { routes } = plan(problem, [[[...items.keys()], []]]);
    const harms = routes.map((stops, index) => {
      const order = stops.flatMap((stop) => (stop.kind === 'item' ? [stop.item] : []));
      return walkRoute(problem, index, { order }).harm;
    });
    expect(harms).toEqual([0, 0]);
  });

  it('is never worse than what it begins with', () => {
    const items = [3, 40, 5, 42, 7, 44].map((place) => item('relocation', place, { priority: 'planned' }));
    const drive = (stops: readonly WalkStop[] = []) => {
      const points = [
        0,
        ...stops.flatMap((stop) => (stop.kind === 'item' ? (items[stop.item]?.point ?? 0) : [])),
        0,
      ];
      return points.slice(1).reduce((sum, to, index) => sum + Math.abs(to - (points[index] ?? 0)), 0);
    };
    expect(drive(plan(problemOf(items), [[[0, 1, 2, 3, 4, 5]]]).routes[0])).toBe(88);
  });
});
