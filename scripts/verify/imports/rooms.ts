import type { Folder, Rooms } from './rules.ts';
import { WORKER_ROOMS } from './worker-rooms.ts';

/** What a booking is and the days of its jobs are below money; what may be done with it is above. */
const DOMAIN_ROOMS: Rooms = {
  shared: [],
  accounts: ['shared'],
  'rental/bookings.ts': ['shared'],
  'rental/orders.ts': [],
  jobs: ['shared', 'rental/bookings.ts'],
  catalog: ['shared', 'jobs'],
  money: ['shared', 'catalog', 'rental/bookings.ts', 'rental/orders.ts'],
  rental: ['shared', 'rental/bookings.ts', 'rental/orders.ts', 'jobs', 'catalog', 'money'],
  dispatch: ['shared', 'rental/bookings.ts', 'jobs'],
};

const SITE = ['config.ts', 'paths.ts'];
/** What screens are made of. Customers get no lists and no live updates. */
const CUSTOMER_KIT = [...SITE, 'kit/ui', 'api', 'kit/dates', 'kit/form'];
const KIT = [...CUSTOMER_KIT, 'kit/live', 'kit/table'];
const OFFICE = [
  'office/driver-records',
  'office/bookings',
  'office/clients',
  'office/dashboard',
  'office/dispatch',
  'office/inventory',
  'office/login',
  'office/notifications',
  'office/palette',
  'office/print',
  'office/reconciliation',
  'office/settings',
  'office/shell',
  'office/team',
  'office/transactions',
  'office/users',
];

const WEB_ROOMS: Rooms = {
  'config.ts': [],
  'paths.ts': [],
  'kit/ui': SITE,
  api: [...SITE, 'kit/ui'],
  'kit/dates': [...SITE, 'kit/ui'],
  'kit/form': [...SITE, 'kit/ui', 'api', 'kit/dates'],
  'kit/live': ['kit/ui', 'api'],
  'kit/table': CUSTOMER_KIT.concat('kit/live'),
  edge: SITE,
  functions: ['edge'],
  'public/embed': [],
  'public/rental': CUSTOMER_KIT,
  'public/card': CUSTOMER_KIT,
  'public/pages': [...CUSTOMER_KIT, 'public/card', 'public/rental'],
  'public/pay': [...CUSTOMER_KIT, 'public/card', 'public/rental'],
  'public/booking': [...CUSTOMER_KIT, 'public/card', 'public/rental'],
  driver: KIT,
  'office/driver-records': KIT,
  'office/bookings': [...KIT, 'office/driver-records'],
  'office/clients': KIT,
  'office/dashboard': KIT,
  'office/dispatch': [...KIT, 'office/driver-records', 'office/bookings'],
  'office/inventory': KIT,
  'office/login': [...KIT, 'public/rental'],
  'office/notifications': KIT,
  'office/palette': KIT,
  'office/print': KIT,
  'office/reconciliation': KIT,
  'office/settings': [...KIT, 'public/rental'],
  'office/shell': KIT,
  'office/team': KIT,
  'office/transactions': KIT,
  'office/users': [...KIT, 'office/driver-records'],
  office: [...KIT, ...OFFICE],
  build: [...SITE, 'kit/ui', 'edge', 'public/pages', 'public/booking', 'driver'],
  'vite.config.ts': [...SITE, 'build'],
};

const EMULATOR_ROOMS: Rooms = { '.': [], mailbox: ['.'], routing: ['.'], stripe: ['.'], texts: ['.'] };

/** Who may import whom (docs/architecture.md). journeys/ may import everything, and nothing imports it. */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  domain: { imports: [], rooms: DOMAIN_ROOMS },
  contract: { imports: ['domain'], rooms: { '.': [], docs: ['.'] } },
  web: {
    imports: ['domain', 'contract'],
    forTests: ['worker'],
    rooms: WEB_ROOMS,
    testRooms: ['test', 'build'],
  },
  worker: { imports: ['domain', 'contract', 'migrations'], forTests: ['emulators'], rooms: WORKER_ROOMS },
  emulators: { imports: [], rooms: EMULATOR_ROOMS },
  scripts: { imports: ['domain', 'contract', 'web/build', 'worker', 'emulators'], rooms: {} },
};
