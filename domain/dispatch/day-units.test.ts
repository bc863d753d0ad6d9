import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { followUnits } from './day-units.ts';
import { STOP_TYPES } from './stops.ts';
import type { DayOfUnits, UnitAt, UnitRoute, UnitStop } from './unit-day.ts';

const stop = (type: UnitStop['type'], at: number, changes: Partial<UnitStop> = {}): UnitStop => ({
  type,
  status: 'pending',
  leavesMs: at,
  bookingId: null,
  unitId: null,
  collectedId: null,
  siteId: null,
  ...changes,
});
const route = (id: number, stops: UnitStop[], changes: Partial<UnitRoute> = {}): UnitRoute => ({
  id,
  capacity: 1,
  startMs: 0,
  endMs: 1000,
  startSiteId: null,
  endSiteId: null,
  stops,
  ...changes,
});
const problems = (
  routes: UnitRoute[],
  places: [number, UnitAt][] = [],
  changes: Partial<DayOfUnits> = {},
) => {
  const day = { routes, places: new Map(places), undelivered: new Set<number>(), ...changes };
  return [...followUnits(day)].map(([, { stops }]) => stops.map(({ problem }) => problem?.reason ?? null));
};

const UNIT = 7;
const AT_4: [number, UnitAt][] = [[UNIT, { place: 'booking', bookingId: 4 }]];
const delivery = (at: number) => stop('delivery', at, { bookingId: 9, unitId: UNIT });
const pickup = (at: number) => stop('final_pickup', at, { bookingId: 4, unitId: UNIT });
const dump = (at: number) => stop('disposal', at);

describe('a unit at a customer', () => {
  it('cannot be delivered before the exchange of the same route that takes it away', () => {
    const exchange = stop('exchange', 50, { bookingId: 4, unitId: 8, collectedId: UNIT });
    const day = [route(1, [delivery(18), stop('yard', 30), exchange])];
    expect(problems(day, AT_4)).toEqual([['elsewhere', null, null]]);
    const places = new Map(AT_4);
    const [found] = followUnits({ routes: day, places, undelivered: new Set() }).values();
    expect(found?.stops[0]?.problem).toEqual({
      reason: 'elsewhere',
      unitId: UNIT,
      at: { place: 'booking', bookingId: 4 },
      until: { routeId: 1, index: 2, atMs: 50 },
    });
  });

  it('is gone after its pickup, and its exchange, until another one is brought', () => {
    const carry = (at: number, unitId = UNIT) => stop('dump_and_return', at, { bookingId: 4, unitId });
    const home = stop('yard', 20);
    expect(problems([route(1, [carry(5), pickup(10), home, carry(30)])], AT_4)).toEqual([
      [null, null, null, 'taken'],
    ]);
    expect(problems([route(1, [pickup(10)]), route(2, [carry(30)])], AT_4)).toEqual([[null], ['taken']]);
    const done = { ...pickup(10), status: 'completed' as const };
    expect(problems([route(1, [done, home, carry(30)])])).toEqual([[null, null, 'taken']]);
    const attempted = { ...pickup(10), status: 'attempted' as const };
    expect(problems([route(1, [attempted, home, carry(30)])])).toEqual([[null, null, null]]);
    const exchange = stop('exchange', 10, { bookingId: 4, unitId: 8, collectedId: UNIT });
    expect(problems([route(1, [exchange, home, carry(30), carry(40, 8)])], AT_4)).toEqual([
      [null, null, 'taken', null],
    ]);
  });

  it('can be delivered after its pickup and a disposal stop, and not while it is full', () => {
    expect(problems([route(1, [pickup(10), dump(20), delivery(30)])], AT_4)).toEqual([[null, null, null]]);
    expect(problems([route(1, [pickup(10), delivery(30)])], AT_4)).toEqual([[null, 'not_dumped']]);
    expect(problems([route(1, [pickup(10), stop('yard', 20), delivery(30)])], AT_4)).toEqual([
      [null, null, 'not_dumped'],
    ]);
    const attempted = { ...pickup(10), status: 'attempted' as const };
    expect(problems([route(1, [attempted, dump(20), delivery(30)])], AT_4)).toEqual([
      [null, null, 'elsewhere'],
    ]);
  });

  it('can be delivered by another route once it is empty in the yard', () => {
    const bringing = route(2, [pickup(10), dump(20)], { endMs: 30 });
    const early = route(1, [delivery(40)], { startMs: 25 });
    const late = route(1, [delivery(40)], { startMs: 31 });
    expect(problems([early, bringing], AT_4)).toEqual([['not_loaded'], [null, null]]);
    expect(problems([late, bringing], AT_4)).toEqual([[null], [null, null]]);
    const before = route(1, [delivery(5)]);
    expect(problems([before, bringing], AT_4)).toEqual([['elsewhere'], [null, null]]);
  });

  it('is collected only after it was delivered', () => {
    const own = (type: UnitStop['type'], at: number) => stop(type, at, { bookingId: 9, unitId: UNIT });
    const one = route(1, [own('delivery', 10)]);
    expect(problems([one, route(2, [own('final_pickup', 5)])])).toEqual([[null], ['not_delivered']]);
    expect(problems([one, route(2, [own('final_pickup', 15)])])).toEqual([[null], [null]]);
    expect(problems([route(2, [own('final_pickup', 5)])], [], { undelivered: new Set([9]) })).toEqual([
      ['not_delivered'],
    ]);
  });
});

describe('a truck', () => {
  it('has its own units only: one that it emptied is not another one', () => {
    const other = stop('delivery', 30, { bookingId: 9, unitId: 8 });
    expect(problems([route(1, [pickup(10), dump(20), other])], AT_4)).toEqual([[null, null, 'not_loaded']]);
    expect(problems([route(1, [pickup(10), dump(20), stop('yard', 25), other])], AT_4)).toEqual([
      [null, null, null, null],
    ]);
    expect(problems([route(1, [pickup(10), dump(20), other], { capacity: 2 })], AT_4)).toEqual([
      [null, null, null],
    ]);
  });

  it('finds a unit only in the yard where it is, and nothing that is in repair', () => {
    const at = (place: UnitAt): [number, UnitAt][] => [[UNIT, place]];
    const inYard = (siteId: number | null, sinceMs = 0): [number, UnitAt][] =>
      at({ place: 'yard', siteId, sinceMs, isFull: false });
    const one = [route(1, [delivery(10)], { startSiteId: 1 })];
    expect(problems(one, inYard(1))).toEqual([[null]]);
    expect(problems(one, inYard(2))).toEqual([['other_yard']]);
    expect(problems(one, inYard(1, 5))).toEqual([['not_loaded']]);
    expect(problems(one, at({ place: 'repair' }))).toEqual([['elsewhere']]);
    const over = [route(1, [stop('yard', 5, { siteId: 2 }), delivery(10)], { startSiteId: 1 })];
    expect(problems(over, inYard(2))).toEqual([[null, null]]);
  });

  it('that has begun carries what was recorded', () => {
    const done = { ...pickup(10), status: 'completed' as const };
    const aboard: [number, UnitAt][] = [[UNIT, { place: 'truck', routeId: 1, isFull: true }]];
    expect(problems([route(1, [done, dump(20), delivery(30)])], aboard)).toEqual([[null, null, null]]);
    expect(problems([route(1, [done, delivery(30)])], aboard)).toEqual([[null, 'not_dumped']]);
    // Staff corrected it.
    const corrected: [number, UnitAt][] = [[UNIT, { place: 'repair' }]];
    expect(problems([route(1, [done, dump(20), delivery(30)])], corrected)).toEqual([
      [null, null, 'elsewhere'],
    ]);
  });

  it('never exceeds its room, and yard stops make every load possible', () => {
    const types = fc.array(fc.constantFrom(...STOP_TYPES), { maxLength: 14 });
    void fc.assert(
      fc.property(types, fc.integer({ min: 1, max: 9 }), (chosen, capacity) => {
        const withYards = chosen.flatMap((type) => ['yard' as const, type]);
        const stops = withYards.map((type, index) => stop(type, index * MINUTE_MS));
        const [units] = followUnits({
          routes: [route(1, stops, { capacity, endMs: 99 * MINUTE_MS })],
          places: new Map(),
          undelivered: new Set(),
        }).values();
        expect(units?.stops.flatMap(({ problem }) => problem ?? [])).toEqual([]);
        for (const { empty, full } of [
          units?.before,
          ...(units?.stops ?? []).map(({ after }) => after),
        ].flatMap((load) => load ?? [])) {
          expect(Math.min(empty, full)).toBeGreaterThanOrEqual(0);
          expect(empty + full).toBeLessThanOrEqual(capacity);
        }
      }),
      randomRuns({ sample: 200, long: 10_000 }),
    );
  });
});
