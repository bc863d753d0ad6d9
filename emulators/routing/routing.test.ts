import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../http-server.ts';
import { createRoutingEmulator } from './emulator.ts';
import { type Problem, problemFrom, type Step, type Vehicle } from './optimization-problem.ts';
import { computeDriveCost, solve } from './optimization-search.ts';
import { startRouting } from './server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startRouting({ port: 0 });
});
afterAll(() => server.close());
beforeEach(() => control('reset', {}));

const control = (call: string, body: object) =>
  fetch(`${server.url}/__control/${call}`, { method: 'POST', body: JSON.stringify(body) });
const get = (path: string) => fetch(server.url + path, { headers: { Authorization: 'key' } });
const post = async (path: string, body: object) => {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { Authorization: 'key' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, ...((await reply.json()) as Answer) };
};
type Answer = Record<'durations' | 'distances' | 'unassigned' | 'summary' | 'routes', never>;
const MATRIX = '/openrouteservice/v2/matrix/driving-hgv';

test('the map has a style for each theme, whose lines come from the emulator alone', async () => {
  for (const theme of ['light', 'dark']) {
    const reply = await fetch(`${server.url}/map/${theme}.json`);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const style = (await reply.json()) as { sources: Record<string, { data: string }> };
    const urls = Object.values(style.sources).map(({ data }) => data);
    expect(urls).toHaveLength(3);
    for (const url of urls) {
      expect(url.startsWith(`${server.url}/map/`)).toBe(true);
      expect(await (await fetch(url)).json()).toMatchObject({ type: expect.any(String) });
    }
  }
});

describe('geocoding', () => {
  const find = async (query: string) =>
    (await (await get(`/pelias/v1/search${query}`)).json()) as {
      features: { geometry: { coordinates: [number, number] }; properties: Record<string, unknown> }[];
    };

  test('an address is always at the same place near the center of its ZIP code', async () => {
    const [first] = (await find('?text=12+Quarry+Road,+Albany,+NY+12207')).features;
    const query = 'address=12%20Quarry%20Road&locality=Albany&region=NY&postalcode=12207';
    const [second] = (await find(`/structured?${query}`)).features;
    const [other] = (await find('?text=14+Quarry+Road,+Albany,+NY+12207')).features;
    expect(second?.geometry).toEqual(first?.geometry);
    expect(other?.geometry).not.toEqual(first?.geometry);
    const [lng = 0, lat = 0] = first?.geometry.coordinates ?? [];
    expect([Math.abs(lat - 42.65) < 0.06, Math.abs(lng + 73.75) < 0.06]).toEqual([true, true]);
    expect(first?.properties).toMatchObject({ layer: 'address', match_type: 'exact', accuracy: 'point' });
  });

  test.each([
    ['Quarry Road, Albany, NY 12207', { layer: 'street' }],
    ['12 Rural Route, Albany, NY 12207', { match_type: 'interpolated' }],
    ['12207', { layer: 'postalcode', match_type: 'fallback' }],
    ['1 Nowhere, Albany, NY 12207', null],
    ['1 Quarry Road, Albany, NY 00000', null],
  ])('%s', async (text, properties) => {
    const { features } = await find(`?text=${encodeURIComponent(text)}`);
    if (properties) expect(features[0]?.properties).toMatchObject(properties);
    else expect(features).toEqual([]);
  });
});

test('a matrix has the drives from each source to each destination', async () => {
  const locations = [
    [-73.75, 42.65],
    [-73.8, 42.7],
    [-73.9, 42.6],
  ];
  const body = { locations, sources: [0], destinations: [0, 1, 2], metrics: ['duration', 'distance'] };
  const { durations, distances } = await post(MATRIX, body);
  expect(durations).toEqual([[0, expect.any(Number), expect.any(Number)]]);
  expect(distances[0][1]).toBeGreaterThan(7000);
  expect(await post(MATRIX, {})).toMatchObject({ status: 400, error: { code: 6001 } });
  const many = Array.from({ length: 60 }, () => [-73.75, 42.65]);
  expect(await post(MATRIX, { locations: many })).toMatchObject({ status: 400, error: { code: 6004 } });
});

describe('optimization', () => {
  const at = (n: number): [number, number] => [-73.75 + n / 100, 42.65];
  const shipment = (n: number, place: number, windows: [number, number][] = []) => ({
    pickup: { id: n, location: at(0), service: 0 },
    delivery: {
      id: n,
      location: at(place),
      service: 600,
      ...(windows.length > 0 && { time_windows: windows }),
    },
    amount: [1],
  });
  const vehicle = (id: number, capacity: number) => ({
    id,
    start: at(0),
    end: at(0),
    capacity: [capacity],
    time_window: [0, 36_000],
  });
  const orderOf = (answer: { routes: { steps: { type: string; id?: number }[] }[] }) =>
    answer.routes.map(({ steps }) =>
      steps.flatMap(({ type, id }) => (type === 'delivery' ? (id ?? []) : [])),
    );

  test('the order is the shortest one within capacity and windows', async () => {
    const shipments = [shipment(1, 9), shipment(2, 3), shipment(3, 6)];
    const answer = await post('/vroom/v0', { shipments, vehicles: [vehicle(1, 3)] });
    const [farthest] = shipments;
    const there = await post('/vroom/v0', { shipments: [farthest], vehicles: [vehicle(1, 1)] });
    const metersOf = ({ summary }: { summary: { distance: number } }) => Math.round(summary.distance / 10);
    expect(metersOf(answer as never)).toBe(metersOf(there as never));
    expect(answer).toMatchObject({ code: 0, summary: { unassigned: 0, routes: 1 } });
    const late = [shipment(1, 9, [[0, 3000]]), shipment(2, 3, [[5000, 9000]])];
    expect(
      orderOf((await post('/vroom/v0', { shipments: late, vehicles: [vehicle(1, 1)] })) as never),
    ).toEqual([[1, 2]]);
  });

  test('with 12 shipments the order is at least as short as with each at its cheapest place', () => {
    // Places that look random, and are the same in each run.
    let seed = 7;
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const place = (): [number, number] => [-73.75 + next() / 4, 42.65 + next() / 4];
    for (const capacity of [1, 2, 3]) {
      const shipments = Array.from({ length: 12 }, (_, index) => ({
        pickup: { id: index + 1, location: place(), service: 0 },
        delivery: { id: index + 1, location: place(), service: 300 },
        amount: [1],
      }));
      const truck = { ...vehicle(1, capacity), time_window: [0, 360_000] };
      const problem = problemFrom({ shipments, vehicles: [truck] });
      const { routes, unassigned } = solve(problem);
      const [first] = problem.vehicles;
      if (!first) throw new Error('The problem has no vehicle');
      const cost = computeDriveCost(first, routes[0] ?? [], problem.units);
      expect([unassigned.length, routes[0]?.length]).toEqual([0, 24]);
      expect(cost).toBeLessThanOrEqual(
        computeDriveCost(first, insertedOneByOne(problem, first), problem.units),
      );
    }
  });

  test('what no vehicle can take is unassigned', async () => {
    const shipments = [shipment(1, 2), shipment(2, 3, [[0, 1]])];
    const answer = await post('/vroom/v0', { shipments, vehicles: [vehicle(1, 1)] });
    expect(answer.unassigned).toMatchObject([
      { id: 2, type: 'pickup' },
      { id: 2, type: 'delivery' },
    ]);
    expect(await post('/vroom/v0', { shipments, vehicles: [] })).toMatchObject({ status: 400, code: 2 });
  });
});

test('fail-next fails the given number of calls, and requests lists them', async () => {
  const body = { locations: [[-73.75, 42.65]] };
  await control('fail-next', { status: 429, times: 1 });
  expect((await post(MATRIX, body)).status).toBe(429);
  await control('fail-next', { wrong: true, path: MATRIX });
  expect(await post(MATRIX, body)).toMatchObject({ status: 200, durations: [] });
  await control('fail-next', { drop: true });
  await expect(post(MATRIX, body)).rejects.toThrow('fetch failed');
  expect((await post(MATRIX, body)).status).toBe(200);
  const calls = (await (await fetch(`${server.url}/__control/requests`)).json()) as object[];
  expect(calls).toMatchObject([{ path: MATRIX, body, status: 429 }, { status: 200 }, { status: 200 }]);
  expect((await fetch(`${server.url}${MATRIX}`, { method: 'POST' })).status).toBe(403);
});

test('a call that is answered after a reset is not listed', async () => {
  const emulator = createRoutingEmulator();
  const call = (path: string, body?: object) => {
    const init = { method: 'POST', headers: { Authorization: 'key' }, body: JSON.stringify(body) };
    return emulator.handle(new Request(`http://routing.test${path}`, body ? init : {}));
  };
  await call('/__control/fail-next', { status: 429, delayMs: 50 });
  const answer = call(MATRIX, { locations: [[-73.75, 42.65]] });
  await call('/__control/reset', {});
  expect((await answer).status).toBe(429);
  expect(await (await call('/__control/requests')).json()).toEqual([]);
});

/** Each shipment at its cheapest place in turn, without any later change. */
function insertedOneByOne({ units }: Problem, vehicle: Vehicle): Step[] {
  let steps: Step[] = [];
  for (const { steps: pair } of units) {
    const [pickup, delivery] = pair as [Step, Step];
    let best = { cost: Number.POSITIVE_INFINITY, steps };
    for (let from = 0; from <= steps.length; from += 1) {
      for (let to = from; to <= steps.length; to += 1) {
        const order = [
          ...steps.slice(0, from),
          pickup,
          ...steps.slice(from, to),
          delivery,
          ...steps.slice(to),
        ];
        const cost = computeDriveCost(vehicle, order, units);
        if (cost < best.cost) best = { cost, steps: order };
      }
    }
    steps = best.steps;
  }
  return steps;
}
