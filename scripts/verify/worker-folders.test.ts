import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import {
  findCycle,
  folderOf,
  forbiddenImports,
  readWorkerImports,
  readWorkerSources,
} from './worker-folders.ts';

const BASE = ['context', 'business', 'db', 'platform', 'sessions'];
const SERVER = [...BASE, 'http', 'lists', 'catalog'];
const RECORDS = [...SERVER, 'history', 'booking-records'];
const NOTIFYING = [...RECORDS, 'notifications/email', 'notifications/outbox'];
const PAYMENTS_BASE = [...NOTIFYING, 'auth', 'dump-fees', 'payments/ledger', 'payments/operations'];
const PAYMENTS = [
  ...PAYMENTS_BASE,
  'payments/charges',
  'payments/disputes',
  'payments/events',
  'payments/links',
  'payments/reconciliation',
  'payments/recorded',
  'payments/refunds',
  'payments/transactions',
];
const FEATURES = [
  ...PAYMENTS,
  'backups',
  'notifications/bounces',
  'notifications/list',
  'notifications/reminders',
  'payments',
  'inventory',
  'jobs',
  'bookings',
  'bulk-actions',
  'checkout',
  'clients',
  'dashboard',
  'driver',
  'dispatch',
  'routing',
  'messages',
  'push',
  'palette',
  'repeat-links',
  'search-suggestions',
  'saved-views',
  'exports',
  'geocoding',
  'settings',
  'texts',
  'truck-calendar',
  'unit-locations',
  'users',
];

/**
 * Each folder of worker/ and the folders that it may import, from the bottom up: checkout -> bookings -> payments ->
 * notifications -> booking-records -> history -> db. Only app, cron, queue and restores know all features.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  db: [],
  platform: [],
  sessions: ['platform'],
  business: ['db'],
  live: ['platform', 'sessions'],
  context: ['business', 'db', 'live', 'platform', 'sessions'],
  catalog: ['context', 'business', 'db', 'http'],
  jobs: ['context', 'db', 'catalog'],
  lists: ['context', 'db'],
  http: [...BASE, 'lists'],
  history: [...BASE, 'http', 'lists'],
  backups: ['context', 'db', 'platform'],
  'booking-records': [...SERVER, 'history'],
  'notifications/bounces': ['context', 'db'],
  'notifications/email': BASE,
  'notifications/outbox': RECORDS,
  'notifications/list': NOTIFYING,
  auth: NOTIFYING,
  users: [...NOTIFYING, 'auth'],
  texts: [...NOTIFYING, 'notifications/bounces'],
  'unit-locations': [...SERVER, 'history'],
  geocoding: RECORDS,
  inventory: [...SERVER, 'history', 'jobs', 'unit-locations'],
  clients: RECORDS,
  dashboard: [...RECORDS, 'bookings', 'notifications/list', 'payments/transactions', 'driver'],
  'truck-calendar': ['context', 'db', 'catalog', 'http', 'jobs'],
  'dump-fees': RECORDS,
  settings: [...NOTIFYING, 'jobs'],
  'payments/ledger': NOTIFYING,
  'payments/operations': [...NOTIFYING, 'payments/ledger'],
  'payments/charges': PAYMENTS_BASE,
  'payments/links': [...PAYMENTS_BASE, 'payments/charges'],
  'payments/recorded': [...PAYMENTS_BASE, 'payments/charges', 'payments/transactions'],
  'payments/refunds': [...PAYMENTS_BASE, 'payments/charges'],
  'payments/disputes': [...NOTIFYING, 'payments/ledger'],
  'payments/events': NOTIFYING,
  'payments/reconciliation': [...PAYMENTS_BASE, 'payments/disputes', 'payments/refunds'],
  'payments/transactions': [...NOTIFYING, 'payments/ledger'],
  payments: PAYMENTS,
  bookings: [
    ...PAYMENTS,
    ...['payments', 'geocoding', 'inventory', 'jobs', 'repeat-links', 'texts', 'unit-locations'],
  ],
  'notifications/reminders': [...NOTIFYING, 'bookings'],
  push: ['context', 'db', 'http', 'platform', 'sessions'],
  routing: ['context', 'db', 'platform'],
  dispatch: [...NOTIFYING, 'push', 'bookings', 'inventory', 'jobs', 'routing', 'texts', 'unit-locations'],
  checkout: [...PAYMENTS, 'payments', 'geocoding', 'inventory', 'jobs', 'bookings', 'texts'],
  'bulk-actions': [...RECORDS, 'bookings', 'notifications/reminders'],
  driver: [...PAYMENTS, 'payments', 'inventory', 'jobs', 'unit-locations', 'bookings', 'dispatch', 'push'],
  messages: RECORDS,
  'repeat-links': NOTIFYING,
  palette: [...RECORDS, 'bookings', 'clients', 'inventory'],
  'search-suggestions': ['context', 'db', 'http', 'lists', 'bookings', 'clients'],
  'saved-views': ['context', 'db', 'history', 'http', 'sessions'],
  exports: [...RECORDS, 'bookings', 'payments/transactions', 'texts'],
  removals: ['context', 'db', 'platform'],
  health: [...NOTIFYING, 'backups'],
  queue: FEATURES,
  restores: [...FEATURES, 'queue', 'removals'],
  cron: [...FEATURES, 'queue', 'health', 'restores'],
  app: [...FEATURES, 'queue', 'cron', 'health', 'live'],
};

const imports = readWorkerImports(ROOT);

it('every folder of worker/ is listed', () => {
  const folders = new Set(imports.flatMap(({ from, to }) => [folderOf(from), folderOf(to)]));
  expect([...folders].filter((folder) => !(folder in ALLOWED))).toEqual([]);
  expect(Object.keys(ALLOWED).filter((folder) => !folders.has(folder))).toEqual([]);
});

it('no folder of worker/ imports one that is not listed for it', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(forbiddenImports(imports, ALLOWED)).toEqual([]);
});

it('the lists allow no cycle of folders', () => {
  expect(findCycle(ALLOWED)).toBeNull();
});

it('routes import services, never a repo', () => {
  const direct = imports.filter(({ from, to }) => from.endsWith('routes.ts') && to.endsWith('repo.ts'));
  expect(direct.map(({ from, to }) => `worker/${from} imports worker/${to}`)).toEqual([]);
});

it('batches of writes go through commit(), those of reads through worker/db/rows.ts', () => {
  const own = ['db/client.ts', 'db/commit.ts', 'db/rows.ts'];
  const others = readWorkerSources(ROOT).filter(
    ({ file, text }) => !own.includes(file) && text.includes('.batch('),
  );
  expect(others.map(({ file }) => `worker/${file}`)).toEqual([]);
});

it('no query states the type of its rows; it follows from the fields (worker/db/rows.ts)', () => {
  const sources = readWorkerSources(ROOT);
  expect(sources.length).toBeGreaterThan(150);
  const stated = sources.filter(({ text }) => /\.(?:all|get|values|first|raw)<(?!RawRow>)/.test(text));
  expect(stated.map(({ file }) => `worker/${file}`)).toEqual([]);
});

describe('the checks themselves', () => {
  it('name the files and folders of a forbidden import', () => {
    const added = { from: 'payments/ledger/repo.ts', to: 'bookings/service.ts' };
    expect(forbiddenImports([added], ALLOWED)).toEqual([
      'worker/payments/ledger/repo.ts imports worker/bookings/service.ts, but payments/ledger may not import bookings',
    ]);
  });

  it('name the folders of a cycle', () => {
    const history = [...(ALLOWED.history ?? []), 'payments'];
    expect(findCycle({ ...ALLOWED, history })).toContain('payments');
  });

  it('distinguish the files at the top of worker/', () => {
    const files = [
      'context.ts',
      'app.ts',
      'payments/tasks.ts',
      'payments/ledger/repo.ts',
      'bookings/list/repo.ts',
    ];
    expect(files.map(folderOf)).toEqual(['context', 'app', 'payments', 'payments/ledger', 'bookings']);
  });
});
