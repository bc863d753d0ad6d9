import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import {
  forbiddenImports,
  outOfOrder,
  type Rooms,
  readWorkerImports,
  readWorkerSources,
  roomOf,
} from './worker-rooms.ts';

const BASE = ['base', 'base/business', 'base/db', 'base/platform', 'base/sessions'];
const SERVER = [...BASE, 'base/http', 'base/lists', 'catalog'];
const RECORDS = [...SERVER, 'base/history', 'rental'];
const NOTIFYING = [...RECORDS, 'notify/email', 'notify/outbox'];
const UNITS = ['fleet/availability', 'fleet/jobs', 'fleet/units'];
const MONEY_BASE = [...NOTIFYING, 'people/auth', 'rental/dump-fees', 'money/ledger', 'money/operations'];
const MONEY_PARTS = [
  ...MONEY_BASE,
  'money/charges',
  'money/disputes',
  'money/events',
  'money/links',
  'money/reconciliation',
  'money/recorded',
  'money/refunds',
  'money/transactions',
];
const MONEY = [...MONEY_PARTS, 'money'];
const FEATURES = [
  ...MONEY,
  ...UNITS,
  'bookings',
  'bookings/bulk',
  'bookings/reminders',
  'bookings/repeat-links',
  'checkout',
  'dispatch',
  'driver',
  'fleet/locations',
  'notify/bounces',
  'notify/list',
  'notify/push',
  'notify/texts',
  'office/calendar',
  'office/clients',
  'office/exports',
  'office/messages',
  'office/palette',
  'office/saved-views',
  'office/search-suggestions',
  'office/today',
  'operations/backups',
  'people/users',
  'places/geocoding',
  'places/routing',
  'settings',
];

/** The rooms of worker/ and their parts (docs/architecture.md), from the bottom up. Only entry knows all features. */
const ROOMS: Rooms = {
  'base/platform': [],
  'base/db': [],
  'base/sessions': ['base/platform'],
  'base/business': ['base/db'],
  'base/live': ['base/platform', 'base/sessions'],
  base: ['base/business', 'base/db', 'base/live', 'base/platform', 'base/sessions'],
  'base/lists': ['base', 'base/db'],
  'base/http': [...BASE, 'base/lists'],
  'base/history': [...BASE, 'base/http', 'base/lists'],
  catalog: ['base', 'base/business', 'base/db', 'base/http'],
  rental: [...SERVER, 'base/history'],
  'rental/dump-fees': RECORDS,
  'fleet/jobs': ['base', 'base/db', 'catalog'],
  'fleet/locations': [...SERVER, 'base/history'],
  'fleet/units': [...SERVER, 'base/history', 'fleet/jobs', 'fleet/locations'],
  'fleet/availability': [...SERVER, 'base/history', 'fleet/jobs', 'fleet/locations', 'fleet/units'],
  'places/routing': ['base', 'base/db', 'base/platform'],
  'places/geocoding': RECORDS,
  'notify/bounces': ['base', 'base/db'],
  'notify/email': BASE,
  'notify/outbox': RECORDS,
  'notify/list': NOTIFYING,
  'notify/push': ['base', 'base/db', 'base/http', 'base/platform', 'base/sessions'],
  'notify/texts': [...NOTIFYING, 'notify/bounces'],
  settings: [...NOTIFYING, 'fleet/jobs'],
  'people/auth': NOTIFYING,
  'people/users': [...NOTIFYING, 'people/auth'],
  'money/events': NOTIFYING,
  'money/ledger': NOTIFYING,
  'money/operations': [...NOTIFYING, 'money/ledger'],
  'money/charges': MONEY_BASE,
  'money/disputes': [...NOTIFYING, 'money/ledger'],
  'money/links': [...MONEY_BASE, 'money/charges'],
  'money/refunds': [...MONEY_BASE, 'money/charges'],
  'money/transactions': [...NOTIFYING, 'money/ledger'],
  'money/recorded': [...MONEY_BASE, 'money/charges', 'money/transactions'],
  'money/reconciliation': [...MONEY_BASE, 'money/disputes', 'money/refunds'],
  money: MONEY_PARTS,
  'bookings/repeat-links': NOTIFYING,
  bookings: [
    ...MONEY,
    ...UNITS,
    'bookings/repeat-links',
    'fleet/locations',
    'notify/texts',
    'places/geocoding',
  ],
  'bookings/reminders': [...NOTIFYING, 'bookings'],
  'bookings/bulk': [...RECORDS, 'bookings', 'bookings/reminders'],
  checkout: [...MONEY, ...UNITS, 'bookings', 'notify/texts', 'places/geocoding'],
  dispatch: [
    ...NOTIFYING,
    ...UNITS,
    'bookings',
    'fleet/locations',
    'notify/push',
    'notify/texts',
    'places/routing',
  ],
  driver: [...MONEY, ...UNITS, 'bookings', 'dispatch', 'fleet/locations', 'notify/push'],
  'office/clients': RECORDS,
  'office/calendar': ['base', 'base/db', 'base/http', 'catalog', 'fleet/jobs'],
  'office/messages': RECORDS,
  'office/saved-views': ['base', 'base/db', 'base/history', 'base/http', 'base/sessions'],
  'office/exports': [...RECORDS, 'bookings', 'money/transactions', 'notify/texts'],
  'office/search-suggestions': ['base', 'base/db', 'base/http', 'base/lists', 'bookings', 'office/clients'],
  'office/palette': [...RECORDS, ...UNITS, 'bookings', 'office/clients'],
  'office/today': [...RECORDS, 'bookings', 'driver', 'money/transactions', 'notify/list'],
  'operations/backups': ['base', 'base/db', 'base/platform'],
  'operations/health': [...NOTIFYING, 'operations/backups'],
  'operations/removals': ['base', 'base/db', 'base/platform'],
  'entry/queue': FEATURES,
  'entry/restores': [...FEATURES, 'entry/queue', 'operations/removals'],
  'entry/cron': [...FEATURES, 'entry/queue', 'entry/restores', 'operations/health'],
  entry: [...FEATURES, 'base/live', 'entry/cron', 'entry/queue', 'operations/health'],
  'index.ts': ['base', 'base/live', 'base/sessions', 'entry', 'entry/cron', 'entry/queue'],
};

const imports = readWorkerImports(ROOT);

it('every room and part of worker/ is listed', () => {
  const rooms = new Set(imports.flatMap(({ from, to }) => [roomOf(from, ROOMS), roomOf(to, ROOMS)]));
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([]);
  expect(Object.keys(ROOMS).filter((room) => !rooms.has(room))).toEqual([]);
});

it('no file of worker/ imports one of a room that is not listed for its own', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(forbiddenImports(imports, ROOMS)).toEqual([]);
});

it('the lists allow no circle of rooms or parts', () => {
  expect(outOfOrder(ROOMS)).toEqual([]);
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

  it('name what could make a circle', () => {
    expect(outOfOrder({ money: ['bookings'], bookings: [], 'money/ledger': [] })).toEqual([
      'money may import bookings, which is not before it',
      'the parts of money are not together',
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
    expect(files.map((file) => roomOf(file, ROOMS))).toEqual([
      'base',
      'index.ts',
      'money',
      'money/ledger',
      'bookings',
    ]);
  });
});
