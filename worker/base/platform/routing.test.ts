import { beforeEach, describe, expect, it } from 'vitest';
import { controlRouting, makeTestRouting } from '#worker/test/routing.ts';
import { RoutingError } from './routing-call.ts';

const ADDRESS = { address: '12 Quarry Road', city: 'Albany', state: 'NY', zip: '12207-1234' };
const YARD = { lat: 42.65, lng: -73.75 };
const FARM = { lat: 42.7, lng: -73.9 };

beforeEach(() => controlRouting('reset'));

it('finds addresses, and says how exactly', async () => {
  const routing = makeTestRouting();
  expect(await routing.geocode(ADDRESS)).toMatchObject({
    lat: expect.closeTo(42.65, 0),
    precision: 'rooftop',
  });
  expect(await routing.geocode({ ...ADDRESS, address: 'Quarry Road' })).toMatchObject({
    precision: 'street',
  });
  expect(await routing.geocode({ ...ADDRESS, address: '1 Rural Road' })).toMatchObject({
    precision: 'street',
  });
  expect(await routing.geocode({ ...ADDRESS, address: '1 Nowhere' })).toBeNull();
});

it('finds drives in as many calls as the limit of cells needs', async () => {
  const places = [YARD, FARM, { lat: 42.6, lng: -73.8 }];
  const whole = await makeTestRouting().findDrives(places, places);
  expect(whole.map((row) => row.map((drive) => drive?.meters === 0))).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(await makeTestRouting({ maxMatrixCells: 4 }).findDrives(places, places)).toEqual(whole);
  expect(await controlRouting('requests')).toHaveLength(4);
  expect(await makeTestRouting().findDrives([], places)).toEqual([]);
});

it('orders shipments', async () => {
  const stop = (id: number, location: typeof YARD) => ({ id, location, service: 60, windows: [] });
  const shipments = [{ pickup: stop(1, YARD), delivery: stop(1, FARM), skills: [], priority: 0 }];
  const vehicle = {
    id: 7,
    start: YARD,
    end: YARD,
    capacity: 1,
    skills: [],
    window: [0, 36_000] as [number, number],
  };
  expect(await makeTestRouting().optimize({ shipments, vehicles: [vehicle] })).toEqual({
    routes: [
      {
        vehicle: 7,
        steps: [
          { type: 'pickup', id: 1 },
          { type: 'delivery', id: 1 },
        ],
      },
    ],
    unassigned: [],
  });
});

describe('a failure says what it is', () => {
  it.each([
    ['quota', { status: 429 }],
    ['quota', { status: 403 }],
    ['unavailable', { status: 500 }],
    ['unavailable', { delayMs: 2000 }],
    ['unavailable', { drop: true }],
    ['refused', { status: 400 }],
    ['wrong_answer', { wrong: 'cut' }],
    ['wrong_answer', { wrong: 'huge' }],
    ['wrong_answer', { wrong: 'html' }],
  ])('%s after %o', async (kind, fault) => {
    await controlRouting('fail-next', fault);
    const failure = await makeTestRouting({}, 200)
      .findDrives([YARD], [FARM])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RoutingError);
    expect(failure).toMatchObject({ kind });
  });
});

it('a service over its limit is not called until it resets, and the others are', async () => {
  let nowMs = 0;
  const routing = makeTestRouting({}, 4000, () => nowMs);
  const ask = () => routing.findDrives([YARD], [FARM]).catch(({ kind }: RoutingError) => kind);
  await controlRouting('fail-next', { status: 429, path: '/openrouteservice' });
  expect([await ask(), await ask()]).toEqual(['quota', 'quota']);
  expect(await routing.geocode(ADDRESS)).not.toBeNull();
  expect(await controlRouting('requests')).toMatchObject([{ status: 429 }, { status: 200 }]);
  // Retry-After of the emulator.
  nowMs += 60_000;
  expect(await ask()).toMatchObject([[{ seconds: expect.any(Number) }]]);
});

it('a place without a road has no drive', async () => {
  await controlRouting('fail-next', { wrong: 'nulls' });
  expect(await makeTestRouting().findDrives([YARD], [FARM])).toEqual([[null]]);
});
