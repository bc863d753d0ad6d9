import { expect } from 'vitest';
import type { arrangeStops, Board, BoardConflict, BoardRoute } from '#contract/dispatch.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { insertRow } from './builders.ts';
import { controlRouting } from './routing.ts';
import { insertRental, listUnitIds, signIn } from './staff.ts';
import { addUnits, addUser, inDays, rows, startOver } from './world.ts';

/** Jobs of the n-th booking. */
export const deliveryOf = (n: number) => 2 * n;
export const pickupOf = (n: number) => 2 * n + 1;

type At = { id: number; version: number };
type Reply = ReplyOf<typeof arrangeStops> & BoardConflict;

/**
 * Two drivers (lee, kim), truck 1 for two units and truck 2 for one, a yard, three deliveries of today, and a pickup of
 * today whose unit is on site. Returns the calls of a dispatcher.
 */
export async function makeDispatchWorld() {
  await startOver();
  const dana = await signIn('dana', 'dispatcher');
  await addUnits(6);
  const units = await listUnitIds();
  for (const n of [1, 2, 3]) await addRental(n, { startsIn: 0, unit: units[n] ?? 0 });
  await addRental(4, { startsIn: -6, unit: units[4] ?? 0, site_status: 'on_site' });
  await rows("UPDATE jobs SET status = 'done' WHERE id = ?", deliveryOf(4));
  await insertRow('trucks', 1, { capacity: 2 });
  await insertRow('trucks', 2, { capacity: 1 });
  await insertRow('sites', 1, { name: 'Main yard' });
  for (const username of ['lee', 'kim']) {
    await addUser({ username, password: 'correct horse', role: 'driver' });
  }
  const board = async (day = inDays(0)) => (await dana.send('GET', `dispatch?day=${day}`)).json<Board>();
  const addRoute = async (driver: 'lee' | 'kim', truckId: number, day = inDays(0)) => {
    const [user] = await rows<{ id: number }>('SELECT id FROM users WHERE username = ?', driver);
    const reply = await dana.send('POST', 'dispatch/routes', { day, driverId: user?.id, truckId });
    expect(reply.status).toBe(201);
    return reply.json<BoardRoute>();
  };
  const arrange = async ({ id, version }: At, body: object) => {
    const reply = await dana.send('PUT', `dispatch/routes/${id}/stops`, { ifMatch: `"${version}"`, ...body });
    return { status: reply.status, ...(await reply.json<Reply>()) };
  };
  const put = (route: At, ...jobIds: number[]) => arrange(route, { jobIds });
  const publish = async ({ id, version }: At) =>
    (
      await dana.send('POST', `dispatch/routes/${id}/publish`, { ifMatch: `"${version}"` })
    ).json<BoardRoute>();
  return { dana, units, board, addRoute, arrange, put, publish };
}

async function addRental(n: number, values: Parameters<typeof insertRental>[1]) {
  await insertRental(n, { status: 'confirmed', ...values });
  const startsIn = Number(values?.startsIn);
  const jobs = [
    { id: deliveryOf(n), type: 'delivery', due_day: inDays(startsIn) },
    { id: pickupOf(n), type: 'final_pickup', due_day: inDays(startsIn + 6) },
  ];
  for (const job of jobs) await insertRow('jobs', n, { booking_id: n, ...job });
}

/** Four jobs of tomorrow with places on the map, and a landfill. Today's working day may be over. */
export const PLANNED_JOBS = [deliveryOf(1), deliveryOf(2), deliveryOf(3), pickupOf(4)];
export const planDayOf = () => inDays(1);

export async function makePlanWorld() {
  await controlRouting('reset');
  const world = await makeDispatchWorld();
  await insertRow('sites', 2, { kind: 'disposal', name: 'Landfill', lat: 42.7, lng: -73.8 });
  await rows('UPDATE jobs SET due_day = ? WHERE status <> ?', planDayOf(), 'done');
  await rows('DELETE FROM jobs WHERE id IN (?, ?, ?)', pickupOf(1), pickupOf(2), pickupOf(3));
  for (const n of [1, 2, 3, 4]) {
    await rows('UPDATE bookings SET address = ? WHERE id = ?', `${n} Quarry Road`, n);
    const place = { lat: 42.65 + n / 50, lng: -73.75 };
    await insertRow('geocodes', n, { address: `${n} quarry road, albany, ny, 12207`, ...place });
  }
  const [dana] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
  const actor: Actor = { userId: dana?.id ?? 0, username: 'dana', role: 'dispatcher', sessionId: 'test' };
  return { ...world, actor };
}

export const jobsOfRoutes = (routes: readonly BoardRoute[]) =>
  routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job?.id ?? [])).toSorted((a, b) => a - b);

/** In the world of makePlanWorld, booking 1 gets the unit that stands at booking 4. `type`: what takes it away from there. */
export async function giveUnitAt4(units: readonly number[], type = 'final_pickup') {
  const unit = units[4] ?? 0;
  await rows('UPDATE jobs SET dumpster_id = ? WHERE id = ?', unit, deliveryOf(1));
  const place = { id: null, dumpster_id: unit, since: 5, place: 'booking', booking_id: 4 };
  await insertRow('unit_locations', 1, place);
  await rows('UPDATE jobs SET type = ? WHERE id = ?', type, pickupOf(4));
}
