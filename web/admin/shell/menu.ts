import { PATHS } from '#web/paths.ts';

export type MenuEntry = {
  label: string;
  path: string;
  /** Whether the entry stands for the pages below its own, too (SPEC 2). */
  hasPagesBelow: boolean;
  /** A page elsewhere that its own leads to, and that has no entry. */
  leadsTo?: string;
  /** What its sign is drawn with. */
  drawing: string;
};

/** The side menu in full (SPEC 2). An entry shows as soon as routes.tsx has its page. */
const ENTRIES: readonly MenuEntry[] = [
  {
    label: 'Dashboard',
    path: PATHS.admin,
    hasPagesBelow: false,
    drawing: 'M4 4h7v9H4zm9 0h7v5h-7zm0 7h7v9h-7zM4 15h7v5H4z',
  },
  {
    label: 'Bookings',
    path: PATHS.adminBookings,
    hasPagesBelow: true,
    drawing: 'M4 6h16v14H4zm0 4.5h16M8.5 3v5m7-5v5M8 14h3m-3 3h6',
  },
  {
    label: 'Clients',
    path: PATHS.adminClients,
    hasPagesBelow: false,
    drawing:
      'M5 4h14v16H5zm7 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8.5 17c.5-2 2-2.8 3.5-2.8s3 .8 3.5 2.8M3 8h3m-3 8h3',
  },
  {
    label: 'Inventory',
    path: PATHS.adminInventory,
    hasPagesBelow: false,
    drawing: 'M2.5 7h19l-2.5 11H5zM7.5 7l1 11m3.5-11v11m4.5-11-1 11M2.5 4.5h19',
  },
  {
    label: 'Transactions',
    path: PATHS.adminTransactions,
    hasPagesBelow: true,
    leadsTo: PATHS.adminReconciliation,
    drawing: 'M3 6h18v12H3zm0 4h18M6.5 14.5H10',
  },
  {
    label: 'Team',
    path: PATHS.adminTeam,
    hasPagesBelow: false,
    drawing:
      'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19c.5-3.5 3-5 6-5s5.5 1.5 6 5m1-13.5a3 3 0 0 1 0 5M17.5 14.5c2 .7 3.2 2.2 3.5 4.5',
  },
  {
    label: 'Settings',
    path: PATHS.adminSettings,
    hasPagesBelow: false,
    leadsTo: PATHS.adminNotifications,
    drawing:
      'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm-7 10a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  },
];

/** The entries whose page is there. */
export function menuOf(pages: readonly string[]): MenuEntry[] {
  return ENTRIES.filter(({ path }) => pages.includes(path));
}

export function isActive({ path, hasPagesBelow, leadsTo }: MenuEntry, pathname: string): boolean {
  const at = pathname.replace(/(.)\/+$/, '$1');
  return at === path || at === leadsTo || (hasPagesBelow && at.startsWith(`${path}/`));
}
