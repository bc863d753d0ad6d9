import { expect, test } from 'vitest';
import { MENU } from './pages.ts';
import { isActive } from './shell/MenuList.tsx';

const activeAt = (pathname: string) =>
  MENU.filter((entry) => isActive(entry, pathname)).map(({ label }) => label);

test('the menu is in the order of the specification', () => {
  expect(MENU.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Bookings',
    'Calendar',
    'Dispatch',
    'Clients',
    'Inventory',
    'Transactions',
    'Team',
    'Settings',
  ]);
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
