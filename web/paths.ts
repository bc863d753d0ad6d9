/** The addresses of the customers' documents. Their pages load these alone. */
export const PUBLIC_PATHS = {
  booking: '/',
  paymentSuccess: '/payment-success',
  /** Followed by a payment link's token. */
  pay: '/pay',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** Every document's address, in one place. */
export const PATHS = {
  ...PUBLIC_PATHS,
  admin: '/admin',
  adminLogin: '/admin/login',
  /** A document of its own, which the settings show in a frame. */
  adminPreview: '/admin/preview',
  resetPassword: '/reset-password',
  /** The drivers' own document. */
  driver: '/driver',
  adminBookings: '/admin/bookings',
  adminNewBooking: '/admin/bookings/new',
  adminBooking: '/admin/bookings/:id',
  adminWorkOrder: '/admin/bookings/:id/work-order',
  /** The jobs of a day on paper, or the stops of a route; `day` and `route` are in the query. */
  adminDaySheet: '/admin/print/day',
  /** The routes of a day; `day` is in the query. */
  adminDispatch: '/admin/dispatch',
  /** Deliveries and pickups by day. */
  adminTruckCalendar: '/admin/calendar',
  adminClients: '/admin/clients',
  adminInventory: '/admin/inventory',
  adminTimeline: '/admin/inventory/timeline',
  adminTransactions: '/admin/transactions',
  adminTransaction: '/admin/transactions/:id',
  adminReconciliation: '/admin/reconciliation',
  adminTeam: '/admin/team',
  adminUsers: '/admin/users',
  adminSettings: '/admin/settings',
  /** A version of the terms or of the privacy policy. */
  adminTerms: '/admin/terms/:type/:version',
  adminBusiness: '/admin/settings/business',
  adminCatalog: '/admin/settings/catalog',
  adminPrices: '/admin/settings/prices',
  adminExtras: '/admin/settings/extras',
  adminArea: '/admin/settings/area',
  adminTax: '/admin/settings/tax',
  adminCalendar: '/admin/settings/calendar',
  adminPolicy: '/admin/settings/policy',
  adminVersions: '/admin/settings/versions',
  adminNotifications: '/admin/notifications',
} as const;

/** One page of the back office has all of them. Not in PATHS, which is in the script of the public page. */
export const DISPATCH_PATHS = {
  trucks: '/admin/settings/dispatch/trucks',
  sites: '/admin/settings/dispatch/sites',
  times: '/admin/settings/dispatch/times',
  /** What drivers sent and the office decides. */
  fromDrivers: '/admin/dispatch/from-drivers',
} as const;

/** The page of one booking. */
export const bookingPath = (id: number) => `${PATHS.adminBookings}/${id}`;

/** The name in the query of the list of bookings that opens the result of an action on many of them. */
export const BULK_RESULT = 'bulk';

/** The address of the result: over the list that is shown, if it is that of the bookings. */
export function bulkResultAddress(id: number, shown: { pathname: string; search: string }): string {
  const query = new URLSearchParams(shown.pathname === PATHS.adminBookings ? shown.search : '');
  query.set(BULK_RESULT, String(id));
  return `${PATHS.adminBookings}?${query}`;
}

/** The id of a message on the page of its booking. */
export const messageElementId = (id: number) => `message-${id}`;

/** The message that the hash of a URL names; NaN for another hash. */
export const parseMessageId = (hash: string) => Number(/^#message-(\d+)$/.exec(hash)?.[1] ?? Number.NaN);

/** A message on the page of its booking. */
export const messagePath = (bookingId: number, id: number) =>
  `${bookingPath(bookingId)}#${messageElementId(id)}`;

/** What the driver takes along for a booking, on paper. */
export const workOrderPath = (id: number) => `${bookingPath(id)}/work-order`;

/** The jobs of a day, on paper. */
export const daySheetPath = (day: string) => `${PATHS.adminDaySheet}?day=${day}`;

/** The routes of a day. */
export const dispatchPath = (day: string) => `${PATHS.adminDispatch}?day=${day}`;
/** The query of the board's address that opens the messages of a route. */
export const MESSAGES_QUERY = 'messages';
export const routeMessagesPath = ({ id, day }: { id: number; day: string }) =>
  `${dispatchPath(day)}&${MESSAGES_QUERY}=${id}`;

/** The stops of a route, on paper. */
export const routeSheetPath = (day: string, routeId: number) => `${daySheetPath(day)}&route=${routeId}`;

/** The page of a booking with an action that it starts when it is loaded. */
export const ASKED_PARAM = 'do';
export const bookingActionPath = (id: number, action: string) =>
  `${bookingPath(id)}?${ASKED_PARAM}=${action}`;

/** The list of bookings with a work list of Today. */
export const bookingWorkPath = (work: string) => `${PATHS.adminBookings}?work=${work}`;

/** The list of transactions with a work list of Today. */
export const transactionWorkPath = (work: string) => `${PATHS.adminTransactions}?work=${work}`;

/** The notifications that failed. */
export const FAILED_NOTIFICATIONS_PATH = `${PATHS.adminNotifications}?state=dead`;

/** The page of a version of the terms or of the privacy policy; with a rate card, as its customers saw it. */
export const termsPath = (type: string, version: string, rateCardId: number | null = null) =>
  `/admin/terms/${type}/${encodeURIComponent(version)}${rateCardId === null ? '' : `?rateCardId=${rateCardId}`}`;

/** The page of one payment or refund, by Stripe's id. */
export const transactionPath = (id: string) => `${PATHS.adminTransactions}/${encodeURIComponent(id)}`;

/** The number of the booking whose page this is; undefined for another page. */
export function bookingOfPage(pathname: string): string | undefined {
  return /^\/admin\/bookings\/([1-9]\d{0,14})$/.exec(pathname)?.[1];
}

/** A page whose files the head of the document requests (web/build/preload.ts). */
export type FilePage = 'booking' | 'board' | 'today';

/** The page at a URL, if its files are requested ahead. */
export function filePageAt(pathname: string): FilePage | undefined {
  if (bookingOfPage(pathname) !== undefined) return 'booking';
  return FILE_PAGES[pathname];
}

/** Literals: the script in the head of the document must not carry all of PATHS. */
const FILE_PAGES: Readonly<Record<string, FilePage>> = { '/admin': 'today', '/admin/dispatch': 'board' };
