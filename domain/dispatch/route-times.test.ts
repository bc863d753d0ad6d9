import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockAt, instantOn } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { planLoad } from './load.ts';
import { computeRouteTimes, type RouteStop, timesOfWindow } from './route-times.ts';
import { movedStops, orderByJobs } from './stop-order.ts';
import type { StopType } from './stops.ts';
import { estimateLeg, geocodeKey, UNKNOWN_LEG_SECONDS } from './travel.ts';

const NEW_YORK = 'America/New_York';
const at = (time: string) => instantOn('2026-11-23', time, NEW_YORK);
const clock = (ms: number) => clockAt(ms, NEW_YORK);
const leg = (minutes: number) => ({ seconds: minutes * 60, meters: minutes * 1000 });

function stop(changes: Partial<RouteStop> = {}): RouteStop {
  return {
    type: 'delivery',
    status: 'pending',
    minutes: 20,
    window: null,
    open: null,
    departedAtMs: null,
    arrivedAtMs: null,
    endedAtMs: null,
    ...changes,
  };
}

const plan = (stops: RouteStop[], nowMs: number | null = null) =>
  computeRouteTimes({
    startMs: at('07:00'),
    endMs: at('17:00'),
    nowMs,
    stops,
    legs: [...stops.map(() => leg(30)), leg(30)],
  });

describe('the times of a route', () => {
  it('follow from legs, minutes and windows: the driver waits for a window and is late after it', () => {
    const { stops, endMs, minutes, meters } = plan([
      stop({ window: { fromMs: at('08:00'), toMs: at('09:00') } }),
      stop({ window: { fromMs: at('07:00'), toMs: at('08:30') } }),
    ]);
    expect(stops.map(({ arrivalMs, departureMs }) => [clock(arrivalMs), clock(departureMs)])).toEqual([
      ['07:30', '08:20'],
      ['08:50', '09:10'],
    ]);
    expect(stops.map((one) => [one.waitingMinutes, one.latenessMinutes])).toEqual([
      [30, 0],
      [0, 20],
    ]);
    expect([clock(endMs), minutes, meters]).toEqual(['09:40', 160, 90_000]);
  });

  it('keep what the driver recorded, and nothing that is still to do is before now', () => {
    const done = stop({ status: 'delivered', arrivedAtMs: at('08:00'), endedAtMs: at('08:10') });
    const { stops } = plan([done, stop()], at('10:00'));
    expect(stops.map(({ arrivalMs }) => clock(arrivalMs))).toEqual(['08:00', '10:30']);
    const onTheWay = stop({ status: 'in_transit', departedAtMs: at('08:15') });
    expect(plan([done, onTheWay], at('08:20')).stops.map(({ arrivalMs }) => clock(arrivalMs))).toEqual([
      '08:00',
      '08:45',
    ]);
  });

  it('name the first site that is closed, and the minutes after the end of the day', () => {
    const site = (open: RouteStop['open']) => plan([stop({ type: 'disposal', open })]).closed;
    expect(site('closed')).toEqual({ index: 0, reason: 'closed_day' });
    expect(site({ fromMs: at('08:00'), toMs: at('08:19') })).toEqual({ index: 0, reason: 'closed_then' });
    expect(site({ fromMs: at('08:00'), toMs: at('08:20') })).toBeNull();
    expect(plan([stop({ minutes: 600 })]).overtimeMinutes).toBe(60);
  });

  it('only grow along the route; without stops there are none', () => {
    const minutesOfDay = fc.integer({ min: 0, max: 1439 });
    const stops = fc.array(
      fc
        .record({ minutes: fc.integer({ min: 0, max: 120 }), from: minutesOfDay, length: minutesOfDay })
        .map(({ minutes, from, length }) => {
          const fromMs = at('00:00') + from * 60_000;
          return stop({ minutes, window: { fromMs, toMs: fromMs + length * 60_000 } });
        }),
    );
    void fc.assert(
      fc.property(stops, (some) => {
        const times = plan(some);
        let leftMs = at('07:00');
        for (const [index, { arrivalMs, departureMs, waitingMinutes }] of times.stops.entries()) {
          const { minutes = 0, window } = some[index] ?? {};
          expect(arrivalMs).toBe(leftMs + 30 * 60_000);
          expect(departureMs).toBe(arrivalMs + (waitingMinutes + minutes) * 60_000);
          expect(departureMs - minutes * 60_000).toBeGreaterThanOrEqual(window?.fromMs ?? 0);
          leftMs = departureMs;
        }
        expect(times.minutes).toBe((times.endMs - at('07:00')) / 60_000);
      }),
      randomRuns({ sample: 100, long: 5000 }),
    );
    expect(plan([])).toMatchObject({ minutes: 0, meters: null, overtimeMinutes: 0 });
  });

  it('windows are half days or times', () => {
    const day = { start: '07:00', end: '17:00' };
    expect(['any', 'morning', 'afternoon', '09:00-11:30'].map((one) => timesOfWindow(one, day))).toEqual([
      null,
      { from: '07:00', to: '12:00' },
      { from: '12:00', to: '17:00' },
      { from: '09:00', to: '11:30' },
    ]);
  });
});

describe('the load of a truck', () => {
  it.each<[StopType[], number, unknown]>([
    [
      ['delivery', 'final_pickup'],
      1,
      [
        [0, 0],
        [0, 1],
      ],
    ],
    [
      ['delivery', 'delivery'],
      2,
      [
        [1, 0],
        [0, 0],
      ],
    ],
    [
      ['exchange', 'disposal', 'delivery'],
      1,
      [
        [0, 1],
        [1, 0],
        [0, 0],
      ],
    ],
    [
      ['final_pickup', 'yard', 'delivery'],
      1,
      [
        [0, 1],
        [1, 0],
        [0, 0],
      ],
    ],
    [['delivery', 'delivery'], 1, 'no_unit_on_board at 1'],
    [['final_pickup', 'final_pickup'], 1, 'truck_full at 1'],
    [['final_pickup', 'disposal', 'final_pickup'], 1, 'truck_full at 2'],
    [['final_pickup', 'delivery'], 1, 'no_unit_on_board at 1'],
    [
      ['delivery', 'relocation'],
      1,
      [
        [0, 0],
        [0, 0],
      ],
    ],
  ])('%j on a truck for %i', (types, capacity, expected) => {
    const { after, problem } = planLoad(types, capacity);
    const result = problem
      ? `${problem.reason} at ${problem.index}`
      : after.map(({ empty, full }) => [empty, full]);
    expect(result).toEqual(expected);
  });
});

describe('the order of stops', () => {
  it('by jobs keeps every other stop after the job that it followed', () => {
    const stops = [null, 1, 2, null, 3].map((jobId, id) => ({ id, jobId }));
    const order = (jobIds: number[]) =>
      orderByJobs(stops, jobIds).map((one) => ('id' in one ? one.id : `job ${one.jobId}`));
    expect(order([3, 2, 1, 9])).toEqual([0, 4, 2, 3, 1, 'job 9']);
    expect(order([3, 1])).toEqual([0, 4, 1, 3]);
  });

  it('names only the stops that moved', () => {
    const moved = (after: string) => [...movedStops([...'abcd'], [...after])].join('');
    expect(['abcd', 'bcda', 'acbd', 'abxcd', 'acd', 'dcba'].map(moved)).toEqual([
      '',
      'a',
      'b',
      'x',
      '',
      'cba',
    ]);
  });
});

describe('the drive between two places', () => {
  it('is 1.3 times the straight line at 40 km/h, or 20 minutes to a place that is not known', () => {
    const [albany, troy] = [
      { lat: 42.6526, lng: -73.7562 },
      { lat: 42.7284, lng: -73.6918 },
    ];
    const { seconds, meters } = estimateLeg(albany, troy);
    expect(meters).toBeGreaterThan(12_500);
    expect(meters).toBeLessThan(13_500);
    expect(seconds).toBe(Math.round((meters ?? 0) / (40 / 3.6)));
    expect(estimateLeg(albany, albany)).toEqual({ seconds: 0, meters: 0 });
    expect(estimateLeg(albany, null)).toEqual({ seconds: UNKNOWN_LEG_SECONDS, meters: null });
  });

  it('finds an address however it is written', () => {
    const key = geocodeKey({
      address: ' 12 Quarry  Rd., #4',
      city: 'ALBANY',
      state: 'NY',
      zip: '12207-1234',
    });
    expect(key).toBe('12 quarry rd 4, albany, ny, 12207');
  });
});
