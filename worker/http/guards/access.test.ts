import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ROLES, type Role } from '#domain/accounts/access.ts';
import { ACCESS_ROWS, type AccessRow, CALLERS, type Caller } from '#worker/test/access-rows.ts';
import { call } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';

const { everyone, staff, ownAccount, drivers, dispatchers, writers, owners } = ACCESS_ROWS;

/** Who gets into which call. An endpoint that is not here fails the test. */
const EXPECTED: Record<string, AccessRow> = {
  getLegalText: everyone,
  listLegalTexts: staff,
  publishLegalText: owners,
  previewLegalText: staff,
  getBusiness: staff,
  updateBusiness: owners,
  setBusinessLogo: owners,
  removeBusinessLogo: owners,
  getBusinessLogo: everyone,
  listBusinessHistory: staff,
  listBlackoutDays: staff,
  listBlackoutDayHistory: staff,
  listDeclinedZips: writers,
  closeDay: writers,
  openDay: writers,
  getPause: staff,
  setPause: owners,
  getCatalog: everyone,
  getServiceArea: everyone,
  listAvailableDumpsterTypes: everyone,
  listUnavailableDates: everyone,
  getNextAvailableDate: everyone,
  createPaymentIntent: everyone,
  getBookingStatus: everyone,
  receiveStripeWebhook: everyone,
  receiveTextsWebhook: everyone,
  getHealth: everyone,
  getOpenApi: everyone,
  getDocs: everyone,
  login: everyone,
  requestSignInLink: everyone,
  openSignInLink: everyone,
  logout: everyone,
  getCurrentUser: ownAccount,
  listSessions: ownAccount,
  endSession: ownAccount,
  endOtherSessions: ownAccount,
  changePassword: ownAccount,
  changeUsername: ownAccount,
  changeEmail: ownAccount,
  listUsers: staff,
  getUser: staff,
  createUser: writers,
  updateUser: writers,
  deactivateUser: writers,
  reactivateUser: owners,
  upgradeToSuperAdmin: owners,
  listUserHistory: staff,
  listStaff: staff,
  createStaff: writers,
  deactivateStaff: writers,
  changeStaffRole: owners,
  listDumpsters: staff,
  getDumpster: staff,
  createDumpster: writers,
  listNotifications: staff,
  replayNotification: writers,
  releaseNotification: writers,
  releaseNotifications: writers,
  updateDumpster: writers,
  deleteDumpster: writers,
  listDumpsterSchedule: staff,
  listSchedules: staff,
  listSizeAvailability: staff,
  getUnitLocation: staff,
  correctUnitLocation: dispatchers,
  getBoard: staff,
  getKeptWindows: staff,
  listRouteHistory: staff,
  carryOver: dispatchers,
  createRoute: dispatchers,
  changeRoute: dispatchers,
  removeRoute: dispatchers,
  restoreRoute: dispatchers,
  arrangeStops: dispatchers,
  publishRoute: dispatchers,
  placePin: dispatchers,
  removePin: dispatchers,
  swapCrew: dispatchers,
  proposeDayPlan: dispatchers,
  acceptDayPlan: dispatchers,
  previewOut: dispatchers,
  takeOut: dispatchers,
  endAbsence: dispatchers,
  listTrucks: staff,
  createTruck: dispatchers,
  updateTruck: dispatchers,
  deleteTruck: dispatchers,
  listSites: staff,
  createSite: dispatchers,
  updateSite: dispatchers,
  deleteSite: dispatchers,
  getDispatchSettings: staff,
  updateDispatchSettings: dispatchers,
  listDispatchHistory: staff,
  listHolds: staff,
  releaseHold: writers,
  listBookings: staff,
  listBookingOptions: dispatchers,
  createBooking: dispatchers,
  listJobs: staff,
  getBooking: staff,
  setBookingStatus: dispatchers,
  updateBooking: dispatchers,
  setFinalPrice: writers,
  markJobDone: dispatchers,
  setJobWindow: dispatchers,
  undoJob: dispatchers,
  moveBooking: dispatchers,
  makeBookingChange: dispatchers,
  listChangeDays: dispatchers,
  clearAttention: dispatchers,
  listFreeDumpsters: staff,
  listBookingHistory: staff,
  sendReminder: dispatchers,
  startBulkAction: dispatchers,
  listBulkActions: staff,
  getBulkAction: staff,
  retryBulkAction: dispatchers,
  markBulkActionsSeen: staff,
  listMessages: staff,
  sendMessage: dispatchers,
  getBookingTexts: staff,
  setTextConsent: dispatchers,
  listColleagues: staff,
  listUnreadMentions: staff,
  markMessagesRead: staff,
  listDumpFees: staff,
  addDumpFee: dispatchers,
  voidDumpFee: dispatchers,
  getPriceProposal: staff,
  addPriceAddition: dispatchers,
  voidPriceAddition: dispatchers,
  changeKeptDays: dispatchers,
  getDashboard: staff,
  getTruckCalendar: staff,
  getFleetTimeline: staff,
  listDriverRoutes: drivers,
  createDriverLink: dispatchers,
  openDriverSession: everyone,
  reportPhoneLost: dispatchers,
  listDriverSessions: dispatchers,
  endDriverSession: dispatchers,
  storeDriverPhoto: drivers,
  sendDriverActions: drivers,
  listWaitingActions: staff,
  decideWaitingAction: dispatchers,
  listDriverConflicts: staff,
  resolveDriverConflict: dispatchers,
  getDriverPhoto: drivers,
  openDriverLive: drivers,
  getStopPhoto: staff,
  getStopRecord: staff,
  listBookingStopRecords: staff,
  listAttemptedStops: staff,
  openLive: staff,
  searchPalette: staff,
  listSearchSuggestions: staff,
  listSavedViews: staff,
  createSavedView: staff,
  updateSavedView: staff,
  deleteSavedView: staff,
  getToday: staff,
  getCatalogNames: staff,
  listClients: staff,
  findClientMatches: staff,
  getClient: staff,
  listClientBookings: staff,
  mergeClients: dispatchers,
  separateClient: dispatchers,
  listTransactions: staff,
  getTransaction: staff,
  getBookingPayments: staff,
  recordPayment: dispatchers,
  voidPayment: dispatchers,
  processRemainingPayment: writers,
  refundPayment: writers,
  resolveOperation: writers,
  createPayLink: dispatchers,
  withdrawPayLink: dispatchers,
  readPayLink: everyone,
  listReconciliationIssues: staff,
  getLastReconciliation: staff,
  settleReconciliationIssue: writers,
  exportBookings: staff,
  exportTransactions: staff,
  getCatalogDraft: writers,
  saveRentalOptions: writers,
  saveDumpsterSizes: writers,
  saveMaterials: writers,
  saveProjectPresets: writers,
  saveRates: writers,
  saveChargeItems: writers,
  saveArea: writers,
  saveTaxRules: writers,
  saveCalendar: writers,
  savePolicy: writers,
  changeZoneZips: writers,
  listZoneZips: writers,
  findDraftZone: writers,
  discardCatalogDraft: writers,
  startCatalogDraft: writers,
  rebaseCatalogDraft: writers,
  listCatalogDifferences: writers,
  publishCatalog: writers,
  listCatalogVersions: writers,
  getCatalogVersion: writers,
  forgotPassword: everyone,
  resetPassword: everyone,
};

const cookies = new Map<Caller, string>();

/** Calls that end the session of an allowed caller. */
const ENDS_SESSIONS = ['logout', 'endSession', 'endOtherSessions'];

/** Signs in one caller of each kind. */
async function signInCallers() {
  await startOver();
  cookies.clear();
  for (const role of ROLES) cookies.set(role, await signIn(role, role));
  cookies.set('deactivated', await deactivated());
  cookies.set('expired', await signIn('expired', 'super_admin', { daysAgo: 8 }));
}

async function signIn(username: string, role: Role, { daysAgo = 0 } = {}): Promise<string> {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx, passMinutes } = makeTestContext();
  passMinutes(-daysAgo * 24 * 60);
  return `__Host-session=${await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' })}`;
}

async function deactivated(): Promise<string> {
  const cookie = await signIn('gone', 'super_admin');
  const [user] = await rows<{ id: number }>(
    "UPDATE users SET is_active = 0 WHERE username = 'gone' RETURNING id",
  );
  const { ctx } = makeTestContext();
  await ctx.sessions.endAll(user?.id ?? 0, { exceptId: null });
  return cookie;
}

const VALUES: Record<string, string> = { rentalType: '7-day' };
/** Nothing has this number, so nothing is changed by the walk. */
const UNKNOWN_ID = '987654321';

/** An empty call: an allowed caller gets 400 or 404. */
async function answerTo(caller: Caller, endpoint: Endpoint): Promise<AccessRow[Caller]> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => VALUES[name] ?? UNKNOWN_ID);
  const cookie = cookies.get(caller);
  const reply = await call(path, {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
  });
  return reply.status === 401 || reply.status === 403 ? reply.status : 'in';
}

beforeAll(signInCallers);

describe.each(ALL_ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  if (ENDS_SESSIONS.includes(name)) afterAll(signInCallers);

  it.each(CALLERS)('answers %s as the table says', async (caller) => {
    expect(EXPECTED[name], 'the endpoint is missing in the table').toBeDefined();
    expect(await answerTo(caller, endpoint)).toBe(EXPECTED[name]?.[caller]);
  });
});
