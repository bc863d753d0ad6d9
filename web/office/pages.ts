import { DISPATCH_PATHS, PATHS } from '#web/paths.ts';
import BookingsPage from './bookings/list/BookingsPage.tsx';
import { eagerPage, lazyPage, type RoutedPage } from './lazy-page.tsx';
import type { MenuEntry } from './shell/MenuList.tsx';

type StaffPage = RoutedPage & { menu?: Omit<MenuEntry, 'path'> };

export const LOGIN = lazyPage(PATHS.adminLogin, () => import('./login/LoginPage.tsx'));
export const RESET_PASSWORD = lazyPage(PATHS.resetPassword, () => import('./login/ResetPasswordPage.tsx'));

/** The pages behind the login. An entry here adds the route and, with `menu`, the item of the side menu, in this order. */
export const PAGES: readonly StaffPage[] = [
  {
    ...lazyPage(PATHS.admin, () => import('./dashboard/DashboardPage.tsx')),
    menu: { label: 'Dashboard', drawing: 'M4 4h7v9H4zm9 0h7v5h-7zm0 7h7v9h-7zM4 15h7v5H4z' },
  },
  {
    ...eagerPage(PATHS.adminBookings, BookingsPage),
    menu: {
      label: 'Bookings',
      includesSubpages: true,
      drawing: 'M4 6h16v14H4zm0 4.5h16M8.5 3v5m7-5v5M8 14h3m-3 3h6',
    },
  },
  lazyPage(PATHS.adminNewBooking, () => import('./bookings/new/NewBookingPage.tsx')),
  lazyPage(PATHS.adminBooking, () => import('./bookings/page/BookingPage.tsx')),
  {
    ...lazyPage(PATHS.adminTruckCalendar, () => import('./bookings/calendar/TruckCalendarPage.tsx')),
    menu: {
      label: 'Calendar',
      drawing: 'M4 6h16v14H4zm0 5h16M8 3v5m8-5v5M8 15h2m4 0h2',
    },
  },
  {
    ...lazyPage(PATHS.adminDispatch, () => import('./dispatch/BoardPage.tsx')),
    menu: {
      label: 'Dispatch',
      drawing: 'M3 6h11v10H3zm11 4h4l3 3v3h-7zM6 16v3h3v-3m6 0v3h3v-3',
    },
  },
  lazyPage(DISPATCH_PATHS.fromDrivers, () => import('./dispatch/from-drivers/FromDriversPage.tsx')),
  {
    ...lazyPage(PATHS.adminClients, () => import('./clients/ClientsPage.tsx')),
    menu: {
      label: 'Clients',
      drawing:
        'M5 4h14v16H5zm7 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8.5 17c.5-2 2-2.8 3.5-2.8s3 .8 3.5 2.8M3 8h3m-3 8h3',
    },
  },
  {
    ...lazyPage(PATHS.adminInventory, () => import('./inventory/InventoryPage.tsx')),
    menu: {
      label: 'Inventory',
      includesSubpages: true,
      drawing: 'M2.5 7h19l-2.5 11H5zM7.5 7l1 11m3.5-11v11m4.5-11-1 11M2.5 4.5h19',
    },
  },
  lazyPage(PATHS.adminTimeline, () => import('./bookings/timeline/TimelinePage.tsx')),
  {
    ...lazyPage(PATHS.adminTransactions, () => import('./transactions/TransactionsPage.tsx')),
    menu: {
      label: 'Transactions',
      includesSubpages: true,
      includes: PATHS.adminReconciliation,
      drawing: 'M3 6h18v12H3zm0 4h18M6.5 14.5H10',
    },
  },
  lazyPage(PATHS.adminTransaction, () => import('./transactions/TransactionPage.tsx')),
  lazyPage(PATHS.adminReconciliation, () => import('./reconciliation/ReconciliationPage.tsx')),
  {
    ...lazyPage(PATHS.adminTeam, () => import('./team/TeamPage.tsx')),
    menu: {
      label: 'Team',
      drawing:
        'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19c.5-3.5 3-5 6-5s5.5 1.5 6 5m1-13.5a3 3 0 0 1 0 5M17.5 14.5c2 .7 3.2 2.2 3.5 4.5',
    },
  },
  lazyPage(PATHS.adminUsers, () => import('./users/UsersPage.tsx')),
  {
    ...lazyPage(PATHS.adminSettings, () => import('./settings/SettingsPage.tsx')),
    menu: {
      label: 'Settings',
      includesSubpages: true,
      includes: PATHS.adminNotifications,
      drawing:
        'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm-7 10a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
    },
  },
  lazyPage(PATHS.adminCatalog, () => import('./settings/catalog/CatalogPage.tsx')),
  lazyPage(PATHS.adminPrices, () => import('./settings/prices/PricesPage.tsx')),
  lazyPage(PATHS.adminVersions, () => import('./settings/draft/VersionsPage.tsx')),
  lazyPage(PATHS.adminCalendar, () => import('./settings/calendar/CalendarPage.tsx')),
  lazyPage(PATHS.adminArea, () => import('./settings/area/AreaPage.tsx')),
  lazyPage(PATHS.adminBusiness, () => import('./settings/business/BusinessPage.tsx')),
  lazyPage(PATHS.adminPolicy, () => import('./settings/policy/PolicyPage.tsx')),
  lazyPage(PATHS.adminTerms, () => import('./settings/policy/TermsVersionPage.tsx')),
  lazyPage(PATHS.adminExtras, () => import('./settings/extras/ExtrasPage.tsx')),
  lazyPage(PATHS.adminTax, () => import('./settings/tax/TaxPage.tsx')),
  lazyPage('/admin/settings/dispatch/:part', () => import('./settings/dispatch/DispatchSettingsPage.tsx')),
  lazyPage(PATHS.adminNotifications, () => import('./notifications/NotificationsPage.tsx')),
];

/** Pages on paper: behind the login, without menu and top bar. */
export const PRINT_PAGES: readonly RoutedPage[] = [
  lazyPage(PATHS.adminWorkOrder, () => import('./print/WorkOrderPage.tsx')),
  lazyPage(PATHS.adminDaySheet, () => import('./print/DaySheetPage.tsx')),
];

/** Addresses that moved; bookmarks of them still work. */
export const REDIRECTS = [{ from: '/admin/deliveries', to: PATHS.adminNotifications }];

export const MENU: readonly MenuEntry[] = PAGES.flatMap(({ path, menu }) =>
  menu ? [{ ...menu, path }] : [],
);
