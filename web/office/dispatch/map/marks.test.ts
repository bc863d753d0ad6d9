import { expect, test } from 'vitest';
import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { METERS_PER_MILE, metersBetween } from '#domain/dispatch/travel.ts';
import { countInexact, listMapMarks, listRouteLines, routeCode } from './marks.ts';
import { computeOrientation, NO_ORIENTATION } from './orientation.ts';
import { dashesOf, routeColorName } from './patterns.ts';

const ALBANY = { lat: 42.65, lng: -73.75 };
const TROY = { lat: 42.73, lng: -73.69 };
type MapPoint = BoardJob['mapPoint'];

const job = (id: number, mapPoint: MapPoint) =>
  ({ id, type: 'delivery', firstName: 'Ada', lastName: `Moss${id}`, company: null, mapPoint }) as BoardJob;
const at = (point: typeof ALBANY, precision: 'rooftop' | 'street' | 'zip' | 'manual' = 'rooftop') => ({
  ...point,
  precision,
});
const stop = (id: number, values: Partial<BoardStop>) =>
  ({ id, type: 'delivery', status: 'pending', job: null, site: null, arrival: '', ...values }) as BoardStop;
const route = (...stops: BoardStop[]) =>
  ({ id: 7, driver: { name: 'Lee' }, truck: null, start: null, end: null, stops }) as unknown as BoardRoute;
const YARD = { id: 1, kind: 'yard', name: 'Main yard', ...ALBANY } as const;
const board = (values: Partial<Board>) =>
  ({ jobs: [], routes: [], sites: [], timeZone: 'America/New_York', ...values }) as unknown as Board;

test('a map without names has the towns of the jobs, and circles of whole miles around the yard', () => {
  const town = (id: number, city: string, point: typeof ALBANY) => ({
    ...job(id, at(point)),
    city,
    state: 'NY',
  });
  const shown = board({
    jobs: [town(1, 'Troy', TROY), town(2, 'Troy', { lat: 42.75, lng: -73.67 })],
    routes: [route(stop(10, { job: town(3, 'Albany', ALBANY) }))],
    sites: [YARD],
  });
  const { towns, rings } = computeOrientation(shown, listMapMarks(shown));
  expect(towns.map(({ name }) => name)).toEqual(['Troy, NY', 'Albany, NY']);
  expect(towns[0]?.point.lat).toBeCloseTo(42.74, 5);
  // Troy is 8 miles from the yard.
  expect(rings.map(({ miles }) => miles)).toEqual([5, 10, 15]);
  for (const { miles, points } of rings) {
    for (const point of points) expect(metersBetween(ALBANY, point) / METERS_PER_MILE).toBeCloseTo(miles, 0);
  }
  expect(computeOrientation(board({}), [])).toEqual(NO_ORIENTATION);
});

test('open jobs, stops in their order and sites have marks; what is not on the map has none', () => {
  const marks = listMapMarks(
    board({
      jobs: [job(1, at(TROY, 'zip')), job(2, null)],
      routes: [
        route(
          stop(10, { status: 'delivered', job: job(3, at(TROY, 'manual')) }),
          stop(11, { type: 'yard' }),
          stop(12, { job: job(4, null) }),
        ),
      ],
      sites: [YARD, { id: 2, kind: 'disposal', name: 'Landfill', lat: null, lng: null }],
    }),
  );
  expect(marks.map(({ key, text, isDone, isExact, route: of }) => [key, text, isDone, isExact, of])).toEqual([
    ['site 1', '⌂', false, true, null],
    ['stop 10', 'A1', true, true, 0],
    ['stop 11', 'A2', false, true, 0],
    ['job 1', '↓', false, false, null],
  ]);
  expect(marks.map(({ name }) => name)).toEqual([
    'Yard: Main yard',
    'A1: Delivery for Ada Moss3, Lee, done',
    'A2: Yard, Lee',
    'Delivery for Ada Moss1, no route, address not exact',
  ]);
});

test('marks of the same place stand around it, and the site stays in the middle', () => {
  const jobs = [1, 2, 3, 4].map((id) => job(id, at(ALBANY, 'zip')));
  const marks = listMapMarks(board({ jobs, sites: [YARD] }));
  const [site, ...others] = marks.map(({ offset }) => offset);
  expect(site).toEqual([0, 0]);
  expect(new Set(others.map(String)).size).toBe(4);
  for (const [x = 0, y = 0] of others) expect(Math.hypot(x, y)).toBeGreaterThan(20);
  expect(listMapMarks(board({ jobs: jobs.slice(0, 1) }))[0]?.offset).toEqual([0, 0]);
});

test('a line goes from the start over the stops that are on the map to the end', () => {
  const start = { id: 1, name: 'Main yard' };
  const one = { ...route(stop(10, { job: job(1, at(TROY)) }), stop(11, { job: job(2, null) })), start };
  expect(listRouteLines(board({ routes: [one], sites: [YARD] }))).toEqual([
    { route: 0, points: [ALBANY, at(TROY), ALBANY].map(({ lat, lng }) => ({ lat, lng })) },
  ]);
});

test('jobs that are missing on the map, or not exact, are counted without those that are done', () => {
  const stops = [stop(10, { status: 'delivered', job: job(5, null) }), stop(11, { job: job(6, null) })];
  const jobs = [job(1, at(TROY)), job(2, at(TROY, 'street')), job(3, at(TROY, 'zip')), job(4, null)];
  expect(countInexact(board({ jobs, routes: [route(...stops)] }))).toEqual({ missing: 2, inexact: 2 });
});

test('thirty routes differ without color, and a color returns only with other dashes', () => {
  const all = Array.from({ length: 30 }, (_, index) => index);
  expect(new Set(all.map(routeCode)).size).toBe(30);
  expect([0, 25, 26, 51, 52].map(routeCode)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
  expect(new Set(all.map((index) => `${routeColorName(index)} ${dashesOf(index)}`)).size).toBe(30);
});
