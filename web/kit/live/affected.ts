import type { LiveChange, LiveEntity } from '#contract/live.ts';

const RENTALS: readonly LiveEntity[] = ['booking', 'payment', 'job'];
const FLEET: readonly LiveEntity[] = ['dumpster', 'hold', 'booking', 'blackout_day'];
/** Units with the place where they are. */
const PLACED_UNITS: readonly LiveEntity[] = [...FLEET, 'truck', 'site'];
const DRAFT: readonly LiveEntity[] = ['catalog'];

/** What each query reads, by the name of its endpoint. One that is not here is read again after any change of UNLISTED. */
export const QUERY_ENTITIES: Readonly<Record<string, readonly LiveEntity[]>> = {
  listBookings: RENTALS,
  getBooking: RENTALS,
  listBookingHistory: [...RENTALS, 'notification'],
  getBookingPayments: RENTALS,
  getPriceProposal: RENTALS,
  listDumpTickets: RENTALS,
  getDashboard: RENTALS,
  getToday: [...RENTALS, 'notification', 'route'],
  getBookingTexts: RENTALS,
  // With the arrival windows that customers were sent.
  listJobs: [...RENTALS, 'route'],
  listClients: RENTALS,
  getClient: RENTALS,
  listClientBookings: RENTALS,
  listTransactions: RENTALS,
  getTransaction: RENTALS,
  listReconciliationIssues: ['reconciliation'],
  getLastReconciliation: ['reconciliation'],
  listDumpsters: PLACED_UNITS,
  getDumpster: PLACED_UNITS,
  getUnitLocation: PLACED_UNITS,
  getBoard: [...RENTALS, ...FLEET, 'route', 'truck', 'site', 'dispatch_settings', 'user'],
  listWaitingActions: ['route', 'booking'],
  listDriverConflicts: ['route', 'booking'],
  listAttemptedStops: ['route', 'booking'],
  getStopRecord: ['route', 'booking'],
  listBookingStopRecords: ['route', 'booking'],
  listRouteHistory: ['route'],
  listInspections: ['route', 'dispatch_settings'],
  listTrucks: ['truck'],
  listSites: ['site'],
  getDispatchSettings: ['dispatch_settings'],
  listDispatchHistory: ['truck', 'site', 'dispatch_settings'],
  listDumpsterSchedule: FLEET,
  listSchedules: FLEET,
  listSizeAvailability: FLEET,
  listFreeDumpsters: PLACED_UNITS,
  listHolds: ['hold'],
  listAvailableDumpsterTypes: FLEET,
  listUnavailableDates: FLEET,
  getNextAvailableDate: FLEET,
  listBookingOptions: [...FLEET, 'catalog'],
  getTruckCalendar: [...RENTALS, ...FLEET, 'catalog'],
  getFleetTimeline: PLACED_UNITS,
  listNotifications: ['notification'],
  listMessages: ['message'],
  listDayMessages: ['message', 'route_message'],
  listRouteMessages: ['message', 'route_message'],
  listUnreadMentions: ['message'],
  listColleagues: ['user'],
  listUsers: ['user'],
  getUser: ['user'],
  listUserHistory: ['user'],
  listDriverSessions: ['user'],
  listStaff: ['user'],
  searchPalette: [],
  listSearchSuggestions: [],
  findClientMatches: RENTALS,
  listSavedViews: ['saved_view'],
  getCurrentUser: [],
  listSessions: [],
  getBusiness: ['business'],
  listBusinessHistory: ['business'],
  getPause: ['pause'],
  listBlackoutDays: ['blackout_day', 'booking'],
  listLegalTexts: ['terms', 'catalog'],
  getLegalText: [],
  getCatalog: [],
  getServiceArea: [],
  getCatalogNames: DRAFT,
  getCatalogDraft: DRAFT,
  listCatalogDifferences: DRAFT,
  listCatalogVersions: DRAFT,
  getCatalogVersion: DRAFT,
  listZoneZips: DRAFT,
  findDraftZone: DRAFT,
  listDeclinedZips: [],
  listBulkActions: ['bulk_action'],
  getBulkAction: ['bulk_action'],
};

const UNLISTED: readonly LiveEntity[] = [...RENTALS, ...FLEET, 'message', 'bulk_action', 'saved_view'];

/** Queries about one subject, which their key names after the endpoint. */
const SUBJECTS: Readonly<Record<string, LiveEntity>> = {
  getBooking: 'booking',
  listBookingHistory: 'booking',
  getBookingPayments: 'booking',
  getPriceProposal: 'booking',
  listDumpTickets: 'booking',
  getDumpster: 'dumpster',
  listDumpsterSchedule: 'dumpster',
  getUser: 'user',
  listUserHistory: 'user',
  listDriverSessions: 'user',
  getBulkAction: 'bulk_action',
};

/** Whether a query shows what one of the changes is about. */
export function isAffected(queryKey: readonly unknown[], changes: readonly LiveChange[]): boolean {
  const [name, subjectId] = queryKey;
  const entities = QUERY_ENTITIES[String(name)] ?? UNLISTED;
  const subject = SUBJECTS[String(name)];
  return changes.some(({ entity, id, version }) => {
    if (!entities.includes(entity)) return false;
    if (entity === subject) return id === null || id === subjectId;
    // An entry of the history that changes no field, such as an e-mail that was sent.
    return entity !== 'booking' || id === null || version !== null;
  });
}
