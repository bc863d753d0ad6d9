import { expect, test } from 'vitest';
import { PATHS } from '#web/paths.ts';
import { isActive, menuOf } from './menu.ts';

const EVERY_PAGE = [
  PATHS.admin,
  PATHS.adminBookings,
  PATHS.adminClients,
  PATHS.adminInventory,
  PATHS.adminTransactions,
  PATHS.adminTeam,
  PATHS.adminSettings,
];
const activeAt = (pathname: string) =>
  menuOf(EVERY_PAGE)
    .filter((entry) => isActive(entry, pathname))
    .map(({ label }) => label);

test('the menu is in the order of the specification', () => {
  expect(menuOf(EVERY_PAGE).map(({ label }) => label)).toEqual([
    'Dashboard',
    'Bookings',
    'Clients',
    'Inventory',
    'Transactions',
    'Team',
    'Settings',
  ]);
});

test('an entry without a page is not shown', () => {
  expect(menuOf([PATHS.adminSettings]).map(({ label }) => label)).toEqual(['Settings']);
});

test.each([
  ['/admin', ['Dashboard']],
  ['/admin/', ['Dashboard']],
  ['/admin/bookings', ['Bookings']],
  ['/admin/bookings/17', ['Bookings']],
  ['/admin/bookings-of-old', []],
  ['/admin/transactions/re_1', ['Transactions']],
  ['/admin/clients/17', []],
  ['/admin/users', []],
  ['/admin/settings/', ['Settings']],
  ['/admin/reconciliation', ['Transactions']],
  ['/admin/notifications', ['Settings']],
])('at %s %j is active', (pathname, labels) => {
  expect(activeAt(pathname)).toEqual(labels);
});
