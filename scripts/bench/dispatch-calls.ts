import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { addDays, type Day } from '#domain/days.ts';
import type { Business } from './business/rentals.ts';
import { driverCases } from './driver-calls.ts';
import { ask, type Call } from './load.ts';
import type { Case } from './public-calls.ts';
import { API_HOST, besideCase, type Signed } from './staff-calls.ts';

const ROUTES_A_DAY = 15;
/** On the board of today: its own, those that are overdue, and as many of tomorrow's as are needed. */
const BOARD_JOBS = 200;
const TRUCK_CAPACITY = 9;
const PASSWORD = 'bench and a long passphrase';

/**
 * The board of a day, the calls of its drivers, and drops on the routes of further days, so that no drop meets the version
 * of another one. Throws if the board does not have 200 jobs and 15 routes.
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
  for (const { id, version } of todays) await api.post(`dispatch/routes/${id}/publish`, {}, version);
  const board = await readBoard(api, today);
  const counts = countBoard(board, { withNextDay: true });
  if (counts.jobs !== BOARD_JOBS || counts.routes !== ROUTES_A_DAY)
    throw new Error(`The board of ${today} has ${counts.jobs} jobs and ${counts.routes} routes`);
  const cases = [
    besideCase(signed)(
      'dispatch board',
      [null],
      [() => `/api/dispatch?day=${today}`, () => `/bare/dispatch?day=${today}&next=${board.nextDay}`],
    ),
    dropCase(signed, [...first, ...second], [...third, ...fourth]),
    ...(await driverCases(signed, {
      ...{ today, routes: todays, password: PASSWORD },
      usernameOf: (index) => usernameOf(index + 1),
    })),
  ];
  return { cases, counts };
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
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
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
      ...{ email, username, password: PASSWORD, role: 'driver' },
    });
    const truck = await api.post('admin/trucks', { name: `Truck ${number}`, capacity: TRUCK_CAPACITY });
    crews.push({ driverId: (user as { id: number }).id, truckId: (truck as { id: number }).id });
  }
  return crews;
}

type DayPlan = { day: Day; crews: readonly Crew[]; leftOpen: number };

/** Routes with the jobs of the day but for some deliveries: on each route a delivery and a pickup in turns. */
async function planRoutes(api: Api, { day, crews, leftOpen }: DayPlan): Promise<BoardRoute[]> {
  const { jobs } = await readBoard(api, day);
  const ofType = (type: string) =>
    jobs.flatMap((job) => (job.type === type && job.dueDay === day ? [job.id] : []));
  const [deliveries, pickups] = [ofType('delivery'), ofType('final_pickup')];
  if (leftOpen < 0 || leftOpen > deliveries.length)
    throw new Error(`${day} has ${deliveries.length} deliveries; ${leftOpen} cannot stay open`);
  const planned = deliveries.slice(leftOpen);
  const routes: BoardRoute[] = [];
  for (const [index, crew] of crews.entries()) {
    const { id, version } = (await api.post('dispatch/routes', { day, ...crew })) as BoardRoute;
    const own = (ids: readonly number[]) => ids.filter((_, at) => at % crews.length === index);
    const [toDeliver, toPickUp] = [own(planned), own(pickups)];
    const turns = Math.max(toDeliver.length, toPickUp.length);
    const jobIds = Array.from({ length: turns }, (_, at) => [toDeliver[at] ?? [], toPickUp[at] ?? []]).flat(
      2,
    );
    const reply = await api.put(`dispatch/routes/${id}/stops`, { version, body: { jobIds } });
    routes.push((reply as { route: BoardRoute }).route);
  }
  return routes;
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
