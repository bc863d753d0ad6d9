import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { markJob } from '#worker/bookings/jobs/service.ts';
import { setBookingStatus } from '#worker/bookings/service.ts';
import type { Context } from '#worker/context.ts';
import { voidDumpFee } from '#worker/dump-fees/service.ts';
import { correctLocation } from '#worker/inventory/locations.ts';
import { insertRow } from '#worker/test/builders.ts';
import { type Driver, makeRouteDay, type Sent, wholeDayActions } from '#worker/test/driver-day.ts';
import { BROKEN_RECORDS, type Fact, type ReplayStop, replayFacts } from '#worker/test/driver-replay.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';
import { resolveConflict, resolvePendingConflicts } from './conflicts.ts';
import { receiveActions } from './service.ts';

const STEP_MS = 1000;
const office = fc.oneof(
  fc.record({ do: fc.constant('mark' as const), job: fc.constantFrom(31, 32, 33, 34) }),
  fc.record({ do: fc.constant('cancel' as const), booking: fc.constantFrom(1, 2, 3) }),
  fc.record({ do: fc.constant('correct' as const), unit: fc.nat(4) }),
  fc.record({ do: fc.constant('take-off' as const), stop: fc.constantFrom(11, 12, 14) }),
  fc.constant({ do: 'remove-route' as const }),
  fc.constant({ do: 'void-fee' as const }),
  fc.constant({ do: 'decide' as const }),
  fc.constant({ do: 'resolve' as const }),
);
const send = fc.record({
  do: fc.constant('send' as const),
  driver: fc.constantFrom('ben' as const, 'ben' as const, 'eve' as const),
  from: fc.nat(14),
  count: fc.integer({ min: 1, max: 8 }),
  isReversed: fc.boolean(),
  times: fc.integer({ min: 1, max: 3 }),
  /** The runtime ends in the n-th write: before the database stored it, or before the phone got the answer. */
  kill: fc.option(fc.record({ write: fc.nat(3), isStored: fc.boolean() }), { nil: null }),
});
const step = fc.oneof({ weight: 3, arbitrary: send }, { weight: 2, arbitrary: office });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function makeWorld(skewMs: number) {
  await startOver();
  const day = await makeRouteDay();
  const { ben, dana, units, numbers } = day;
  const eve = await signIn('eve', 'driver');
  for (const stopId of [11, 14]) await insertRow('stop_publications', stopId, { driver_id: eve.id });
  for (const [id, booking] of [
    [34, 1],
    [35, 2],
  ] as const) {
    await insertRow('jobs', booking, { id, type: 'final_pickup', due_day: inDays(6) });
  }
  const base = Date.now();
  const at = (minutes: number) => ({
    deviceTime: new Date(base - minutes * 60_000).toISOString(),
    id: crypto.randomUUID(),
  });
  const whole = await wholeDayActions(ben, units, numbers);
  const ticket = { number: 'T-88', net: 1000, fee: 5000 };
  const late = { stopId: 15, type: 'ticket', payload: ticket, ...at(11) };
  const logs = {
    ben: [...whole.slice(0, 11), late, ...whole.slice(11)],
    eve: [
      { stopId: 11, type: 'attempted', payload: { reason: 'blocked' }, ...at(52) },
      { stopId: 14, type: 'arrived', ...at(21) },
      { stopId: 14, type: 'done', ...at(19) },
    ] satisfies Sent[],
  };
  let nowMs = base;
  const ctx = makeQuietContext();
  ctx.now = () => nowMs;
  const pass = () => {
    nowMs += STEP_MS;
  };
  return { ctx, actor: dana.actor, drivers: { ben, eve }, units, logs, skewMs, pass, base };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** A context whose runtime ends in a write. */
function dying(ctx: Context, { write, isStored }: { write: number; isStored: boolean }): Context {
  let left = write;
  const batch = async (statements: Parameters<typeof ctx.db.batch>[0]) => {
    left -= 1;
    if (left !== -1) return ctx.db.batch(statements);
    if (isStored) await ctx.db.batch(statements);
    throw new Error('killed');
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)),
  });
  return { ...ctx, db };
}

type SentLog = { log: readonly Sent[]; ctx?: Context };

async function sendLog(world: World, driver: Driver, { log, ctx = world.ctx }: SentLog) {
  const shifted = (text: string) => new Date(Date.parse(text) + world.skewMs).toISOString();
  const actions = log.map(({ deviceTime = '', id = '', ...one }) => ({
    ...{ ...one, id, deviceTime: shifted(deviceTime) },
  }));
  return receiveActions(ctx, driver.actor, { sentAt: shifted(new Date(ctx.now()).toISOString()), actions });
}

async function take(world: World, one: Step): Promise<void> {
  const { ctx, actor, units, logs, drivers } = world;
  if (one.do === 'send') {
    const part = logs[one.driver].slice(one.from, one.from + one.count);
    const ordered = one.isReversed ? part.toReversed() : part;
    const log = Array.from({ length: one.times }, () => ordered).flat();
    if (log.length === 0) return;
    const sent = sendLog(world, drivers[one.driver], { log, ctx: one.kill ? dying(ctx, one.kill) : ctx });
    await sent.catch((error: unknown) => {
      if (!(one.kill && error instanceof Error && error.message === 'killed')) throw error;
    });
  } else if (one.do === 'mark') {
    await markJob(ctx, actor, { id: one.job, version: null, isDone: true });
  } else if (one.do === 'cancel') {
    const at = { id: one.booking, version: null };
    await setBookingStatus(ctx, actor, { ...at, status: 'cancelled', notifyCustomer: false });
  } else if (one.do === 'correct') {
    const correction = {
      place: 'repair' as const,
      siteId: null,
      bookingId: null,
      truckId: null,
      reason: 'Seen',
    };
    await correctLocation(ctx, actor, { id: units[one.unit] ?? 0, version: null, correction });
  } else if (one.do === 'resolve') {
    await resolvePendingConflicts(ctx);
  } else {
    await changeRows(world, one);
  }
}

async function changeRows({ ctx, actor }: World, one: Step) {
  const nowMs = ctx.now();
  if (one.do === 'take-off') {
    await rows(
      'UPDATE driver_route_stops SET removed_at = ? WHERE id = ? AND removed_at IS NULL',
      nowMs,
      one.stop,
    );
  } else if (one.do === 'remove-route') {
    await rows(
      'UPDATE driver_routes SET removed_at = ?, version = version + 1 WHERE removed_at IS NULL',
      nowMs,
    );
    await rows('UPDATE driver_route_stops SET removed_at = ? WHERE removed_at IS NULL', nowMs);
  } else if (one.do === 'void-fee') {
    const [fee] = await rows<{ id: number; booking: number }>(
      'SELECT id, booking_id AS booking FROM dump_fees WHERE voided_at IS NULL',
    );
    if (fee) await voidDumpFee(ctx, actor, { bookingId: fee.booking, feeId: fee.id, version: null });
  } else {
    const [conflict] = await rows<{ id: number }>('SELECT id FROM driver_conflicts WHERE decided_at IS NULL');
    if (conflict) await resolveConflict(ctx, actor, conflict.id);
  }
}

const STOPS = `
  SELECT s.id, s.job_id AS jobId, s.stop_type AS type, s.stop_order AS stopOrder, r.truck_id AS truckId,
    NULL AS broughtId, NULL AS collectedId
  FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id ORDER BY s.id`;

type Dated = { at: number; fact: Fact };

/** What the log of the drivers and the history of the staff say, in the order in which the server learned of it. */
async function readFacts({ units }: World, numbers: Map<string, number>): Promise<Fact[]> {
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

async function expectAsReplayed(world: World) {
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
async function snapshot() {
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

it('any interleaving of phones and office keeps each job done once, each unit in one place, and every fact', async () => {
  const skew = fc.constantFrom(0, 3_600_000, -3_600_000);
  await fc.assert(
    fc.asyncProperty(skew, fc.array(step, runLength(3, { sample: 8, long: 25 })), async (skewMs, steps) => {
      const world = await makeWorld(skewMs);
      const { logs, drivers } = world;
      const expectSound = async (after: unknown) => {
        for (const [what, query] of Object.entries(BROKEN_RECORDS)) {
          expect({ what, after: JSON.stringify(after), found: await rows(query) }).toMatchObject({
            found: [],
          });
        }
      };
      for (const one of steps) {
        world.pass();
        await take(world, one).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        await expectSound(one);
      }
      // The phones get coverage: all that they have is sent, in their order.
      const flush = async () => {
        for (const name of ['ben', 'eve'] as const) {
          world.pass();
          await sendLog(world, drivers[name], { log: logs[name] });
        }
        await resolvePendingConflicts(world.ctx);
      };
      await flush();
      await expectSound('flush');
      await expectAsReplayed(world);
      const [known] = await rows<{ count: number }>('SELECT count(*) AS count FROM driver_actions');
      expect(known?.count).toBe(logs.ben.length + logs.eve.length);
      const before = await snapshot();
      await flush();
      await flush();
      expect(await snapshot()).toEqual(before);
    }),
    randomRuns({ sample: 2, long: 100 }),
  );
});
