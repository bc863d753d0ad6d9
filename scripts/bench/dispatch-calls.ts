import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Business } from './business/rentals.ts';
import { driverCases } from './driver-calls.ts';
import { ask, type Call } from './load.ts';
import type { Case } from './public-calls.ts';
import { API_HOST, besideCase, type Signed } from './staff-calls.ts';

const ROUTES_A_DAY = 15;
/** On the board of today: its own, those that are overdue, and as many of tomorrow's as are needed. */
const BOARD_JOBS = 200;
const TRUCK_CAPACITY = 9;
/** Characters of a refusal. A refused route answers with its whole board. */
const MOST_SHOWN = 600;
const PASSWORD = 'bench and a long passphrase';

/**
 * The board of a day, the calls of its drivers, and drops on the routes of further days, so that no drop meets the version
 * of another one. Throws if the board has fewer than 200 jobs or 15 routes.
 */
export async function dispatchCases(signed: Signed, { today }: Business) {
  const api = makeApi(signed);
  await api.post('admin/sites', { kind: 'yard', name: 'Main yard', lat: 42.64, lng: -73.75 });
  const crews = await addCrews(api);
  const todays = await planRoutes(api, { day: today, crews, leftOpen: 0 });
  const { jobs } = countBoard(await readBoard(api, today), { withNextDay: false });
  const first = await planRoutes(api, { day: addDays(today, 1), crews, leftOpen: BOARD_JOBS - jobs });
  const later: BoardRoute[][] = [];
  for (const offset of [2, 3, 4])
    later.push(await planRoutes(api, { day: addDays(today, offset), crews, leftOpen: 0 }));
  const [second = [], third = [], fourth = []] = later;
  await publishAll(api, todays);
  const board = await readBoard(api, today);
  const counts = countBoard(board, { withNextDay: true });
  if (counts.jobs < BOARD_JOBS || counts.routes !== ROUTES_A_DAY)
    throw new Error(`The board of ${today} has ${counts.jobs} jobs and ${counts.routes} routes`);
  const cases = [
    besideCase(signed)(
      'dispatch board',
      [null],
      [() => `/api/dispatch?day=${today}`, () => `/bare/dispatch?day=${today}&next=${board.nextDay}`],
    ),
    dropCase(signed, [...first, ...second], [...third, ...fourth]),
    ...(await driverCases(signed, {
      today,
      routes: todays,
      password: PASSWORD,
      usernameOf: (index) => usernameOf(index + 1),
    })),
  ];
  return { cases, counts };
}

/** A route whose units depend on routes that are not published is refused until those are. */
async function publishAll(api: Api, routes: readonly BoardRoute[]): Promise<void> {
  let waiting = routes;
  while (waiting.length > 0) {
    const refused: BoardRoute[] = [];
    let reason: unknown;
    for (const route of waiting) {
      try {
        await api.post(`dispatch/routes/${route.id}/publish`, {}, route.version);
      } catch (error) {
        reason = error;
        refused.push(route);
      }
    }
    if (refused.length === waiting.length) throw reason;
    waiting = refused;
  }
}

const readBoard = async (api: Api, day: Day) => (await api.get(`dispatch?day=${day}`)) as Board;

function countBoard({ jobs, nextJobs, routes }: Board, { withNextDay }: { withNextDay: boolean }) {
  const inRoutes = routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job ?? []));
  const open = jobs.length + (withNextDay ? nextJobs.length : 0);
  return { jobs: inRoutes.length + open, routes: routes.length };
}

const usernameOf = (number: number) => `driver${number}`;

type Crew = { driverId: number; truckId: number };
type Api = ReturnType<typeof makeApi>;

function makeApi(signed: Signed) {
  const send = async (method: Call['method'], path: string, { body, version }: Sent = {}) => {
    const headers = {
      Host: API_HOST,
      Cookie: signed.cookie,
      ...(version && { 'If-Match': `"${version}"` }),
    };
    const { status, text } = await ask(signed.origin, {
      method,
      path: `/api/${path}`,
      headers,
      ...(body && { body: () => body }),
    });
    if (status >= 300)
      throw new Error(`${method} ${path} was answered with ${status}: ${text.slice(0, MOST_SHOWN)}`);
    return JSON.parse(text) as unknown;
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object, version?: number) =>
      send('POST', path, { body, ...(version && { version }) }),
    put: (path: string, sent: Sent) => send('PUT', path, sent),
  };
}

type Sent = { body?: object; version?: number };

async function addCrews(api: Api): Promise<Crew[]> {
  const crews: Crew[] = [];
  for (let number = 1; number <= ROUTES_A_DAY; number += 1) {
    const username = usernameOf(number);
    const person = { firstName: 'Driver', lastName: String(number), phone: '(717) 555-0100' };
    const email = `${username}@example.com`;
    const user = await api.post('admin/users', {
      ...person,
      email,
      username,
      password: PASSWORD,
      role: 'driver',
    });
    const truck = await api.post('admin/trucks', { name: `Truck ${number}`, capacity: TRUCK_CAPACITY });
    crews.push({ driverId: (user as { id: number }).id, truckId: (truck as { id: number }).id });
  }
  return crews;
}

type DayPlan = { day: Day; crews: readonly Crew[]; leftOpen: number };

/**
 * Routes with the jobs of the day but for those that stay open: on each route a delivery and a pickup in turns, which
 * can still be driven when the first two move to its end. At least `leftOpen` jobs stay open.
 */
async function planRoutes(api: Api, { day, crews, leftOpen }: DayPlan): Promise<BoardRoute[]> {
  const { jobs } = await readBoard(api, day);
  const turns = pairsOf(jobs.filter(({ dueDay }) => dueDay === day));
  const due = jobs.filter(({ dueDay }) => dueDay === day).length;
  const most = Math.min(crews.length * TRUCK_CAPACITY, Math.floor((due - leftOpen) / 2));
  if (leftOpen < 0 || most < crews.length)
    throw new Error(`${day} has ${due} jobs; ${leftOpen} cannot stay open`);
  const routes: BoardRoute[] = [];
  for (const [index, crew] of crews.entries()) {
    const { id, version } = (await api.post('dispatch/routes', { day, ...crew })) as BoardRoute;
    const own = turns.slice(0, most).filter((_, at) => at % crews.length === index);
    const body = { jobIds: own.flat().map((job) => job.id) };
    const reply = await api.put(`dispatch/routes/${id}/stops`, { version, body });
    routes.push((reply as { route: BoardRoute }).route);
  }
  return routes;
}

/**
 * Each delivery with a pickup. A rental of one day has its own: else routes would depend on each other in a circle.
 */
function pairsOf(jobs: Board['jobs']): [Board['jobs'][number], Board['jobs'][number]][] {
  const deliveries = jobs.filter(({ type }) => type === 'delivery');
  const pickups = jobs.filter(({ type }) => type === 'final_pickup');
  const isOfOneDay = (id: number) => deliveries.some(({ bookingId }) => bookingId === id);
  const others = pickups.filter(({ bookingId }) => !isOfOneDay(bookingId));
  return deliveries.flatMap((job) => {
    const next = pickups.find(({ bookingId }) => bookingId === job.bookingId) ?? others.shift();
    return next ? [[job, next]] : [];
  });
}

/** Each drop moves the first two jobs of the next route to its end. */
function dropCase(signed: Signed, ofProduct: readonly BoardRoute[], ofBare: readonly BoardRoute[]): Case {
  const product = takeTurns(ofProduct);
  const bare = takeTurns(ofBare);
  return {
    name: 'dispatch, a drop',
    call: {
      method: 'PUT',
      path: () => `/api/dispatch/routes/${product.next().id}/stops`,
      headers: () => ({
        Host: API_HOST,
        Cookie: signed.cookie,
        'If-Match': `"${product.current().version}"`,
      }),
      body: () => ({ jobIds: product.drop() }),
    },
    bare: {
      method: 'PUT',
      path: () => `/bare/dispatch/routes/${bare.next().id}`,
      body: () => ({ jobIds: bare.drop() }),
    },
  };
}

/** The routes one after the other, with the version that each of them has by then. */
function takeTurns(routes: readonly BoardRoute[]) {
  const states = routes.map(({ id, version, stops }) => ({
    id,
    version,
    jobIds: stops.flatMap(({ job }) => job?.id ?? []),
  }));
  let turn = -1;
  const current = () => states[turn % states.length] as (typeof states)[number];
  return {
    next: () => {
      turn += 1;
      return current();
    },
    current,
    drop: () => {
      const state = current();
      state.jobIds.push(...state.jobIds.splice(0, 2));
      state.version += 1;
      return [...state.jobIds];
    },
  };
}
