import { expect } from 'vitest';
import type { DriverWorld } from './driver-lives.ts';
import { type Fact, type ReplayStop, replayFacts } from './driver-replay.ts';
import { rows } from './world.ts';

const STOPS = `
  SELECT s.id, s.job_id AS jobId, s.stop_type AS type, s.stop_order AS stopOrder, r.truck_id AS truckId,
    NULL AS broughtId, NULL AS collectedId
  FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id ORDER BY s.id`;

type Dated = { at: number; fact: Fact };

/** What the log of the drivers and the history of the staff say, in the order in which the server learned of it. */
async function readFacts({ units }: DriverWorld, numbers: Map<string, number>): Promise<Fact[]> {
  const log = await rows<{ at: number; stop: number; type: string; payload: string; done: number }>(`
    SELECT received_at AS at, stop_id AS stop, type, payload, corrected_time AS done
    FROM driver_actions WHERE result = 'applied' AND type IN ('unit', 'done') ORDER BY received_at, rowid`);
  const staff = await rows<{ at: number; id: number; action: string; after: string }>(`
    SELECT created_at AS at, subject_id AS id, action, after FROM history
    WHERE subject = 'booking' AND actor_name = 'dana' ORDER BY id`);
  const corrected = await rows<{ at: number; unit: number; place: string }>(
    'SELECT created_at AS at, dumpster_id AS unit, place FROM unit_locations WHERE reason IS NOT NULL',
  );
  const jobs = await rows<{ id: number; booking: number; type: string }>(
    'SELECT id, booking_id AS booking, type FROM jobs',
  );
  const removed = await rows<{ at: number; stop: number }>(
    'SELECT removed_at AS at, id AS stop FROM driver_route_stops WHERE removed_at IS NOT NULL',
  );
  const facts: Dated[] = [
    ...removed.map(({ at, stop }) => ({ at, fact: { kind: 'removed' as const, stopId: stop } })),
    ...log.flatMap<Dated>(({ at, stop: stopId, type, payload, done }) => {
      if (type === 'done') return [{ at, fact: { kind: 'done' as const, stopId, atMs: done } }];
      const { number, direction } = JSON.parse(payload) as { number: string; direction: string };
      const unitId = numbers.get(number) ?? units[0] ?? 0;
      return [
        { at, fact: { kind: 'unit' as const, stopId, unitId, isCollected: direction === 'collected' } },
      ];
    }),
    ...staff.flatMap<Dated>(({ at, id, action, after }) => {
      const { job: type, status } = JSON.parse(after ?? '{}') as { job?: string; status?: string };
      const job = jobs.find((one) => one.booking === id && one.type === type);
      if (action === 'job_done' && job)
        return [{ at, fact: { kind: 'marked' as const, jobId: job.id, atMs: at } }];
      return status === 'cancelled' ? [{ at, fact: { kind: 'cancelled' as const, bookingId: id } }] : [];
    }),
    ...corrected.map(({ at, unit, place }) => ({
      at,
      fact: { kind: 'corrected' as const, unitId: unit, place, atMs: at },
    })),
  ];
  return facts.toSorted((a, b) => a.at - b.at).map(({ fact }) => fact);
}

function placeText({ place, at }: { place: string; at: number | null }): string {
  if (place === 'disposal') return 'disposal 1';
  return at === null ? place : `${place} ${at}`;
}

/** Jobs and units are as the log and the history say. */
export async function expectAsReplayed(world: DriverWorld) {
  const [one = 0, two = 0, three = 0, four = 0] = world.units;
  const found = await rows<{ id: number; number: string }>(
    'SELECT id, dumpster_number AS number FROM dumpsters',
  );
  const numbers = new Map(found.map(({ id, number }) => [number, id]));
  const planned: Record<number, Partial<ReplayStop>> = {
    11: { broughtId: one },
    12: { broughtId: three, collectedId: two },
    14: { collectedId: four },
  };
  const stops = (await rows<ReplayStop>(STOPS)).map((stop) => ({ ...stop, ...planned[stop.id] }));
  const jobs = [
    { id: 22, bookingId: 2, type: 'delivery' as const, isDone: true, unitId: two },
    { id: 23, bookingId: 3, type: 'delivery' as const, isDone: true, unitId: four },
    { id: 31, bookingId: 1, type: 'delivery' as const, isDone: false, unitId: one },
    { id: 32, bookingId: 2, type: 'exchange' as const, isDone: false, unitId: three },
    { id: 33, bookingId: 3, type: 'final_pickup' as const, isDone: false, unitId: four },
    { id: 34, bookingId: 1, type: 'final_pickup' as const, isDone: false, unitId: one },
    { id: 35, bookingId: 2, type: 'final_pickup' as const, isDone: false, unitId: two },
  ];
  const replayed = replayFacts({ stops, jobs }, await readFacts(world, numbers));
  const nowJobs = await rows<{ id: number; status: string }>(
    'SELECT id, status FROM jobs WHERE id IN (22, 23, 31, 32, 33, 34, 35)',
  );
  const nowPlaces = await rows<{ unit: number; place: string; at: number | null }>(`
    SELECT dumpster_id AS unit, place, coalesce(booking_id, truck_id) AS at FROM unit_locations l
    WHERE place <> 'yard' AND id = (
      SELECT id FROM unit_locations WHERE dumpster_id = l.dumpster_id AND voided_at IS NULL
      ORDER BY since DESC, id DESC LIMIT 1)`);
  const status = (text: string) => (text === 'done' || text === 'cancelled' ? text : 'open');
  expect({
    jobs: Object.fromEntries(nowJobs.map((job) => [job.id, status(job.status)])),
    places: Object.fromEntries(nowPlaces.map(({ unit, ...at }) => [unit, placeText(at)])),
  }).toEqual(replayed);
}

/** All that the log and its effects consist of. */
export async function readDriverEffects() {
  const queries = [
    'SELECT id, result, reason FROM driver_actions ORDER BY id',
    'SELECT id, status, outcome, actual_arrival, departed_at FROM driver_route_stops ORDER BY id',
    'SELECT id, status, version, done_by, done_at, due_day FROM jobs ORDER BY id',
    'SELECT id, status, site_status, version FROM bookings ORDER BY id',
    'SELECT * FROM unit_locations ORDER BY id',
    'SELECT * FROM dump_fees ORDER BY id',
    'SELECT * FROM driver_conflicts ORDER BY id',
    'SELECT dumpster_id, booking_id, role, start_date, end_date FROM dumpster_schedule ORDER BY id',
    'SELECT count(*) FROM history',
    'SELECT count(*) FROM outbox',
  ];
  return Promise.all(queries.map((query) => rows(query)));
}
