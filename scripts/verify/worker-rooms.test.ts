import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import {
  forbiddenImports,
  placeOf,
  type Rooms,
  readWorkerImports,
  readWorkerSources,
  roomsOutOfOrder,
} from './worker-rooms.ts';

/** The rooms of worker/ (docs/architecture.md). Only entry knows all features. */
const ROOMS: Rooms = {
  base: {
    imports: [],
    parts: ['platform', 'sessions', 'db', 'live', 'business', '.', 'lists', 'http', 'history'],
  },
  catalog: { imports: ['base'] },
  rental: { imports: ['base', 'catalog'], parts: ['.', 'dump-tickets'] },
  fleet: { imports: ['base', 'catalog'], parts: ['jobs', 'locations', 'units', 'availability'] },
  places: { imports: ['base', 'rental'], parts: ['routing', 'geocoding'] },
  notify: {
    imports: ['base', 'rental'],
    parts: ['bounces', 'email', 'outbox', 'list', 'push', 'texts'],
  },
  settings: { imports: ['base', 'catalog', 'fleet', 'notify'] },
  people: { imports: ['base', 'notify'], parts: ['auth', 'users'] },
  money: {
    imports: ['base', 'catalog', 'notify', 'people', 'rental'],
    parts: [
      'events',
      'ledger',
      'operations',
      'charges',
      'disputes',
      'links',
      'refunds',
      'transactions',
      'recorded',
      'reconciliation',
      '.',
    ],
  },
  bookings: {
    imports: ['base', 'catalog', 'fleet', 'money', 'notify', 'places', 'rental'],
    parts: ['repeat-links', '.', 'reminders', 'bulk'],
  },
  checkout: { imports: ['base', 'bookings', 'catalog', 'fleet', 'money', 'notify', 'places', 'rental'] },
  dispatch: { imports: ['base', 'bookings', 'catalog', 'fleet', 'notify', 'places', 'rental'] },
  driver: {
    imports: ['base', 'bookings', 'catalog', 'dispatch', 'fleet', 'money', 'notify', 'people', 'rental'],
  },
  office: {
    imports: ['base', 'bookings', 'catalog', 'driver', 'fleet', 'money', 'notify', 'rental'],
    parts: [
      'clients',
      'calendar',
      'messages',
      'saved-views',
      'exports',
      'search-suggestions',
      'palette',
      'today',
    ],
  },
  operations: { imports: ['base', 'notify'], parts: ['backups', 'health', 'removals'] },
  entry: {
    imports: [
      'base',
      'bookings',
      'catalog',
      'checkout',
      'dispatch',
      'driver',
      'fleet',
      'money',
      'notify',
      'office',
      'operations',
      'people',
      'places',
      'rental',
      'settings',
    ],
    parts: ['queue', 'restores', 'cron', '.'],
  },
  'index.ts': { imports: ['base', 'entry'] },
};

const imports = readWorkerImports(ROOT);

it('every file of worker/ is in a room, and every room and part has files', () => {
  const files = imports.flatMap(({ from, to }) => [from, to]);
  const places = files.map((file) => placeOf(file, ROOMS));
  expect([...new Set(places.map(({ room }) => room))].sort()).toEqual(Object.keys(ROOMS).sort());
  const parts = new Set(places.map(({ room, part }) => `${room}/${part}`));
  const listed = Object.entries(ROOMS).flatMap(([room, { parts = ['.'] }]) =>
    parts.map((part) => `${room}/${part}`),
  );
  expect([...parts].sort()).toEqual(listed.sort());
});

it('no file of worker/ imports one of a room that is not listed for its own', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(forbiddenImports(imports, ROOMS)).toEqual([]);
});

it('a room may import only rooms below it', () => {
  expect(roomsOutOfOrder(ROOMS)).toEqual([]);
});

it('HTTP files import services, never a repo', () => {
  const direct = imports.filter(({ from, to }) => /(?:^|[/-])http\.ts$/.test(from) && to.endsWith('repo.ts'));
  expect(direct.map(({ from, to }) => `worker/${from} imports worker/${to}`)).toEqual([]);
});

it('batches of writes go through commit(), those of reads through worker/base/db/rows.ts', () => {
  const own = ['base/db/client.ts', 'base/db/commit.ts', 'base/db/rows.ts'];
  const others = readWorkerSources(ROOT).filter(
    ({ file, text }) => !own.includes(file) && text.includes('.batch('),
  );
  expect(others.map(({ file }) => `worker/${file}`)).toEqual([]);
});

it('no query states the type of its rows; it follows from the fields (worker/base/db/rows.ts)', () => {
  const sources = readWorkerSources(ROOT);
  expect(sources.length).toBeGreaterThan(150);
  const stated = sources.filter(({ text }) => /\.(?:all|get|values|first|raw)<(?!RawRow>)/.test(text));
  expect(stated.map(({ file }) => `worker/${file}`)).toEqual([]);
});

describe('the checks themselves', () => {
  it('name the files and rooms of a forbidden import', () => {
    const added = { from: 'money/ledger/repo.ts', to: 'bookings/service.ts' };
    expect(forbiddenImports([added], ROOMS)).toEqual([
      'worker/money/ledger/repo.ts imports worker/bookings/service.ts, but money/ledger may not import bookings',
    ]);
  });

  it('name the parts of a forbidden import', () => {
    const added = { from: 'base/db/rows.ts', to: 'base/context.ts' };
    expect(forbiddenImports([added], ROOMS)).toEqual([
      'worker/base/db/rows.ts imports worker/base/context.ts, but base/db may not import base',
    ]);
  });

  it('name a room that is out of order', () => {
    expect(roomsOutOfOrder({ ...ROOMS, base: { imports: ['money'] } })).toEqual([
      'base may import money, which is not below it',
    ]);
  });

  it('distinguish the parts of a room from its other files', () => {
    const files = [
      'base/context.ts',
      'index.ts',
      'money/tasks.ts',
      'money/ledger/repo.ts',
      'bookings/list/repo.ts',
    ];
    expect(files.map((file) => Object.values(placeOf(file, ROOMS)).join(' '))).toEqual([
      'base .',
      'index.ts .',
      'money .',
      'money ledger',
      'bookings .',
    ]);
  });
});
