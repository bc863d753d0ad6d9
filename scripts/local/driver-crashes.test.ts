import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { DriverStop } from '#contract/driver-routes.ts';
import { dayAt } from '#domain/shared/days.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import { ROOT } from '#scripts/root.ts';
import { askControl } from './control.ts';
import { killProcesses, makeRestarts, type SpawnedSystem } from './processes/spawn-system.ts';
import { makeOrder } from './sample-order.ts';

const PASSWORD = 'correct horse battery';
/** A start takes seconds, on a busy machine a minute. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let system: SpawnedSystem;
const start = makeRestarts({ FLEET: '15-Yard:4', ADMIN_PASSWORD: PASSWORD });
let photoFile: Buffer<ArrayBuffer>;

beforeAll(async () => {
  photoFile = await readFile(join(ROOT, 'web/assets/share.png'));
  system = await start();
});
afterAll(async () => {
  await system?.stop();
  if (system) rmSync(system.stateDir, { recursive: true, force: true });
});

const KILLS = [
  { moment: 'between a photo and its actions', isInSample: true },
  { moment: 'while the actions are received', isInSample: false },
] as const;

it.each(chooseCases(KILLS, ({ isInSample }) => isInSample))(
  'a delivery whose runtime is killed $moment is done once, however often the phone sends it again',
  async ({ moment }) => {
    const { office, driver, bookingId, route, email } = await publishDelivery();
    const stop = await firstStop(driver);
    const [begun, rest] = actionsAt(stop);
    expect(await sendActions(driver, begun)).toEqual(['applied', 'applied']);
    const photoId = crypto.randomUUID();
    expect(await storePhoto(driver, stop, photoId)).toBe('stored');

    if (moment === 'while the actions are received') {
      const cutOff = sendActions(driver, rest).catch(() => 'cut off');
      await killProcesses(system);
      await cutOff;
    } else {
      await killProcesses(system);
    }
    system = await start(system.stateDir);

    // The phone has the same session and the same outbox.
    const sendEverything = async () => [
      await storePhoto(driver, stop, photoId),
      ...(await sendActions(driver, [...begun, ...rest])),
    ];
    const [photo, ...results] = await sendEverything();
    expect([photo, ...results.slice(0, 2)]).toEqual(['already_stored', 'already_applied', 'already_applied']);
    if (moment === 'between a photo and its actions')
      expect(results.slice(2)).toEqual(['applied', 'applied']);
    const stored = await driver('GET', `/api/driver/photos/${photoId}`);
    expect(stored.status).toBe(200);
    await askControl(system.stateDir, 'cron', 'outbox');

    const readState = async () => ({
      booking: await office.json('GET', `/api/bookings/${bookingId}`),
      jobs: await office.json('GET', `/api/jobs?bookingId=${bookingId}`),
      stops: stopsOf(await office.json<Board>('GET', `/api/dispatch?day=${route.day}`)),
      units: await office.json('GET', '/api/dumpsters?limit=50'),
      history: await office.json('GET', `/api/bookings/${bookingId}/history`),
      subjects: await subjectsTo(email),
    });
    const state = await readState();
    expect(state.stops).toMatchObject([{ status: 'delivered' }]);
    expect(state.jobs).toContainEqual(expect.objectContaining({ type: 'delivery', status: 'done' }));
    expect(state.subjects.filter((subject) => subject.endsWith('your dumpster was delivered'))).toHaveLength(
      1,
    );
    for (let time = 0; time < 2; time += 1) {
      expect(await sendEverything()).toEqual(['already_stored', ...Array(4).fill('already_applied')]);
      await askControl(system.stateDir, 'cron', 'outbox');
    }
    expect(await readState()).toEqual(state);
  },
);

type Sent = { body?: object | Uint8Array<ArrayBuffer>; version?: number };

/** The calls of one account. Its session outlives a restart. */
async function signIn(username: string) {
  const login = await fetch(`${system.running.app}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const Cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const call = (method: string, path: string, { body, version }: Sent = {}) => {
    const isFile = body instanceof Uint8Array;
    return fetch(`${system.running.app}${path}`, {
      method,
      headers: {
        Cookie,
        ...(body && { 'Content-Type': isFile ? 'image/png' : 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
      },
      ...(body && { body: isFile ? body : JSON.stringify(body) }),
    });
  };
  const json = async <T>(...args: Parameters<typeof call>): Promise<T> => {
    const reply = await call(...args);
    const text = await reply.text();
    expect([args[1], reply.ok, reply.ok ? '' : text]).toEqual([args[1], true, '']);
    return JSON.parse(text) as T;
  };
  return Object.assign(call, { json });
}
type Account = Awaited<ReturnType<typeof signIn>>;

let driverCount = 0;

/** A delivery of today on the published route of a new driver. */
async function publishDelivery() {
  const office = await signIn('admin');
  const day = dayAt(Date.now(), 'America/New_York');
  const { terms: _, ...order } = makeOrder().data;
  const { id: bookingId } = await office.json<{ id: number }>('POST', '/api/bookings', {
    body: {
      ...order,
      rentalType: '1-day',
      deliveryDate: day,
      payment: { method: 'later' },
      termsRead: true,
    },
  });
  const jobs = await office.json<{ id: number; type: string }[]>('GET', `/api/jobs?bookingId=${bookingId}`);
  const jobId = jobs.find(({ type }) => type === 'delivery')?.id;
  driverCount += 1;
  const username = `driver${driverCount}`;
  const person = { username, firstName: 'Alex', lastName: 'Kim', email: `${username}@example.com` };
  const { id: driverId } = await office.json<{ id: number }>('POST', '/api/admin/users', {
    body: { ...person, role: 'driver', phone: '(555) 010-0199', password: PASSWORD },
  });
  const { id: truckId } = await office.json<{ id: number }>('POST', '/api/admin/trucks', {
    body: { name: `Truck ${driverCount}`, plate: '', capacity: 2 },
  });
  const made = await office.json<BoardRoute>('POST', '/api/dispatch/routes', {
    body: { day, driverId, truckId },
  });
  const path = `/api/dispatch/routes/${made.id}`;
  const { route } = await office.json<{ route: BoardRoute }>('PUT', `${path}/stops`, {
    body: { stops: [{ jobId }], addYardStops: false },
    version: made.version,
  });
  await office.json('POST', `${path}/publish`, { body: {}, version: route.version });
  return { office, driver: await signIn(username), bookingId, route, email: order.email };
}

async function firstStop(driver: Account): Promise<DriverStop> {
  const { routes } = await driver.json<{ routes: { stops: DriverStop[] }[] }>('GET', '/api/driver/routes');
  return routes[0]!.stops[0]!;
}

/** What the driver does before the photo, and after it. */
function actionsAt({ id: stopId, unit }: DriverStop) {
  const action = (type: string, payload: object = {}) => {
    return { id: crypto.randomUUID(), stopId, type, deviceTime: new Date().toISOString(), payload };
  };
  return [
    [action('on_my_way'), action('arrived')],
    [action('unit', { number: unit?.number, direction: 'brought' }), action('done')],
  ] as const;
}

async function sendActions(driver: Account, actions: readonly object[]): Promise<string[]> {
  const body = { sentAt: new Date().toISOString(), actions };
  const reply = await driver.json<{ results: { result: string }[] }>('POST', '/api/driver/actions', { body });
  return reply.results.map(({ result }) => result);
}

async function storePhoto(driver: Account, { id: stopId }: DriverStop, photoId: string): Promise<string> {
  const sha256 = createHash('sha256').update(photoFile).digest('hex');
  const query = `stopId=${stopId}&type=delivery_placement&sha256=${sha256}`;
  const path = `/api/driver/photos/${photoId}?${query}`;
  return (await driver.json<{ result: string }>('PUT', path, { body: photoFile })).result;
}

const stopsOf = ({ routes }: Board) =>
  routes.at(-1)?.stops.map(({ id, status, arrival }) => ({ id, status, arrival }));

async function subjectsTo(email: string): Promise<string[]> {
  const reply = await fetch(`${system.running.mailbox}/messages`);
  const mails = (await reply.json()) as { to: string; subject: string }[];
  return mails.flatMap(({ to, subject }) => (to === email ? [subject] : []));
}
