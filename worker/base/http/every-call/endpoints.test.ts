import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import { type Endpoint, errorReply } from '#contract/endpoint.ts';
import type { Role } from '#domain/accounts/access.ts';
import { ERROR_STATUS } from '#domain/shared/errors.ts';
import { makeApp } from '#worker/entry/app.ts';
import { call } from '#worker/test/http.ts';
import {
  addUnits,
  addUser,
  currentDay,
  makeBookingData,
  makeTestContext,
  startOver,
} from '#worker/test/world.ts';

/** Values for the parameters of paths; numbers for the rest. */
const PARAMS: Record<string, string> = {
  rentalType: '7-day',
  id: '987654321',
  userId: '987654321',
  type: 'terms',
  hash: '0'.repeat(64),
  version: 'current',
  uuid: '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f',
};
/** What makes a call succeed that needs more than its path. */
const GIVEN: Record<string, { query?: string; body?: () => unknown }> = {
  listInspections: { query: '?day=2026-12-01' },
  listDayMessages: { query: '?day=2026-12-01' },
  getServiceArea: { query: '?zip=12207' },
  listUnavailableDates: { query: `?rentalType=7-day&dumpsterType=15-yard&month=${currentDay().slice(0, 7)}` },
  listZoneZips: { query: '?zone=north' },
  searchPalette: { query: '?q=ada' },
  listSearchSuggestions: { query: '?list=bookings&q=ada' },
  findClientMatches: { query: '?q=ada' },
  listSavedViews: { query: '?list=bookings' },
  createSavedView: {
    body: () => ({
      list: 'bookings',
      name: 'Late',
      query: { work: 'overdue' },
      columns: null,
      isShared: true,
    }),
  },
  createTruck: { body: () => ({ name: 'Truck 1' }) },
  createSite: { body: () => ({ kind: 'yard', name: 'Main yard' }) },
  updateDispatchSettings: { body: () => ({ dayEnd: '18:00' }) },
  listDispatchHistory: { query: '?kind=truck' },
  getTruckCalendar: { query: `?from=${currentDay()}&to=${currentDay()}` },
  getFleetTimeline: { query: `?from=${currentDay()}&to=${currentDay()}` },
  listChangeDays: { query: `?type=reschedule&month=${currentDay().slice(0, 7)}` },
  findDraftZone: { query: '?zip=12207' },
  storeDriverPhoto: { query: `?stopId=1&type=ticket&sha256=${'0'.repeat(64)}` },
  startBulkAction: { body: () => ({ type: 'reminder', ids: [987654321] }) },
  markBulkActionsSeen: { body: () => ({ ids: [987654321] }) },
  createPaymentIntent: { body: () => ({ bookingId: 'pending', bookingData: makeBookingData() }) },
};
const SUCCEEDS = new Set([
  'getCatalog',
  'getServiceArea',
  'listAvailableDumpsterTypes',
  'listUnavailableDates',
  'getNextAvailableDate',
  'createPaymentIntent',
  'getHealth',
  'getOpenApi',
  'getDocs',
  'logout',
  'getCurrentUser',
  'listSessions',
  'endOtherSessions',
  'listUsers',
  'listStaff',
  'exportBookings',
  'listBulkActions',
  'startBulkAction',
  'markBulkActionsSeen',
  'exportTransactions',
  'getCatalogDraft',
  'listDriverRoutes',
  'listWaitingActions',
  'listDriverConflicts',
  'listAttemptedStops',
  'getBoard',
  'createTruck',
  'createSite',
  'updateDispatchSettings',
  'listDispatchHistory',
  'listSavedViews',
  'createSavedView',
  'findDraftZone',
  'discardCatalogDraft',
  'listCatalogDifferences',
  'listCatalogVersions',
]);
/** The calls whose answer may carry a cookie. */
const SET_COOKIES = new Set(['login', 'logout', 'changeUsername', 'resetPassword', 'openDriverSession']);
/** Of the super administrator who makes the calls that need a session, and of the driver who makes those of drivers. */
let sessionCookie = '';
let driverCookie = '';
const CACHE_CONTROL = {
  'no-store': 'no-store',
  private: 'private, no-store',
  'public-advice': 'public, max-age=15, stale-while-revalidate=60',
  'public-document': 'public, max-age=300',
  immutable: 'public, max-age=31536000, immutable',
};

const SESSION_ID = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';
const pathOf = ({ name, path }: Endpoint) =>
  path.replace(/:(\w+)/g, (_, param) => (name === 'endSession' ? SESSION_ID : (PARAMS[param] ?? '1')));

/** A call as good as we know how to make it, or an empty one. */
function send(
  endpoint: Endpoint,
  { isEmpty = false, isSignedIn = true, headers: extra = {} as Record<string, string> } = {},
) {
  const headers = isSignedIn ? { Cookie: cookieFor(endpoint), ...extra } : extra;
  const request = isEmpty ? {} : (GIVEN[endpoint.name] ?? {});
  const path = `${pathOf(endpoint)}${request.query ?? ''}`;
  if (endpoint.method === 'GET') return call(path, { headers });
  const body = JSON.stringify(request.body?.() ?? {});
  const json = { 'Content-Type': 'application/json' };
  return call(path, { method: endpoint.method, body, headers: { ...json, ...headers } });
}

/** Each endpoint gets its own account and unit, because logout ends the session. */
async function signIn() {
  await startOver();
  await addUnits(1);
  sessionCookie = await openSession('root', 'super_admin');
  driverCookie = await openSession('ben', 'driver');
}

async function openSession(username: string, role: Role): Promise<string> {
  const userId = await addUser({ username, password: 'correct horse', role });
  const { ctx } = makeTestContext();
  return `__Host-session=${await ctx.sessions.open(userId, { identity: { username, role }, device: 'Test' })}`;
}

const cookieFor = ({ access }: Endpoint) => (access === 'route:own' ? driverCookie : sessionCookie);

it('mounts what is declared and nothing else', () => {
  const mounted = makeApp()
    .routes.filter((route) => !route.path.endsWith('*'))
    .map((route) => `${route.method} ${route.path}`);
  const declared = DOCUMENTED_ENDPOINTS.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(mounted.toSorted()).toEqual(declared.toSorted());
});

const BY_NAME = DOCUMENTED_ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const);

describe.each(BY_NAME)('%s', (name, endpoint) => {
  beforeAll(signIn);

  it('answers with the headers of every reply and its own cache rule', async () => {
    const reply = await send(endpoint);
    if (SUCCEEDS.has(name)) expect(reply.status).toBe(endpoint.status);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': reply.ok ? CACHE_CONTROL[endpoint.cache] : 'no-store',
    });
    if (!SET_COOKIES.has(name)) expect(reply.headers.has('Set-Cookie')).toBe(false);
    if (reply.ok && reply.status !== 204 && endpoint.kind === 'json') {
      const body = await reply.json();
      expect(endpoint.reply.parse(body)).toEqual(body);
    }
  });

  it('fails in the one shape, with a code that it declares', async () => {
    const reply = await send(endpoint, { isEmpty: true });
    if (reply.ok) return;
    const body = await reply.json();
    const { code, requestId } = errorReply.parse(body);
    expect(requestId).toBe(reply.headers.get('X-Request-Id'));
    expect(ERROR_STATUS[code]).toBe(reply.status);
    expect([...endpoint.errors, 'unauthenticated']).toContain(code);
  });

  it('gives fixed credentials in headers no access', async () => {
    const credentials = { username: 'admin', password: 'admin123' };
    const [plain, withHeaders] = await Promise.all([
      send(endpoint, { isEmpty: true, isSignedIn: false }),
      send(endpoint, { isEmpty: true, isSignedIn: false, headers: credentials }),
    ]);
    expect(withHeaders.status).toBe(plain.status);
    expect(await comparable(withHeaders)).toEqual(await comparable(plain));
    if (name !== 'logout') expect(withHeaders.headers.has('Set-Cookie')).toBe(false);
  });

  it('refuses query parameters that it does not know', async () => {
    const known = GIVEN[name]?.query;
    const reply = await call(`${pathOf(endpoint)}${known ? `${known}&` : '?'}debug=1`, {
      method: endpoint.method,
      headers: { Cookie: cookieFor(endpoint), 'Content-Type': 'application/json' },
      ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
    });
    expect(await reply.json()).toMatchObject({
      code: 'invalid',
      issues: [{ path: 'debug', message: 'Unknown field' }],
    });
    expect(reply.status).toBe(400);
  });

  it('answers other methods as if there were nothing', async () => {
    // '/api/bulk-actions/seen' is also a '/api/bulk-actions/:id'.
    const isSamePath = ({ path }: Endpoint) =>
      new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathOf(endpoint));
    const declared = DOCUMENTED_ENDPOINTS.filter(isSamePath).map(({ method }) => method);
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !declared.some((one) => one === method),
    );
    for (const method of others) {
      const reply = await call(pathOf(endpoint), { method });
      expect([method, reply.status, await reply.json()]).toMatchObject([method, 404, { code: 'not_found' }]);
    }
  });
});

it.each([
  '/',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/health/',
  '/api/bookings/1/nothing',
  '/api/../api/health/x',
  '/API/health',
])('answers 404 for %s', async (path) => {
  const reply = await call(path);
  expect([reply.status, await reply.json()]).toEqual([
    404,
    { code: 'not_found', message: 'There is nothing here.', requestId: reply.headers.get('X-Request-Id') },
  ]);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
});

it.each(['%E0%A4%A', '14-day'])('answers 400 for the rental type %s', async (rentalType) => {
  const reply = await call(`/api/next-available-date/${rentalType}`);
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { code: 'invalid', issues: [{ path: 'rentalType' }] },
  ]);
});

/** A reply without what differs each time. */
async function comparable(reply: Response) {
  const text = await reply.text();
  return text.replaceAll(reply.headers.get('X-Request-Id') ?? '', '');
}
