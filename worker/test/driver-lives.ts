import fc from 'fast-check';
import type { Context } from '#worker/base/context.ts';
import { markJob } from '#worker/bookings/jobs/service.ts';
import { setBookingStatus } from '#worker/bookings/service.ts';
import { resolveConflict, resolvePendingConflicts } from '#worker/driver/actions/conflicts.ts';
import { receiveActions } from '#worker/driver/actions/service.ts';
import { correctLocation } from '#worker/fleet/units/locations.ts';
import { voidDumpTicket } from '#worker/rental/dump-tickets/service.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { insertRow } from './builders.ts';
import { type Driver, makeRouteDay, type Sent, wholeDayActions } from './driver-day.ts';
import { makeQuietContext } from './history.ts';
import { signIn } from './staff.ts';
import { inDays, rows, startOver } from './world.ts';

const STEP_MS = 1000;
const officeStep = fc.oneof(
  fc.record({ do: fc.constant('mark' as const), job: fc.constantFrom(31, 32, 33, 34) }),
  fc.record({ do: fc.constant('cancel' as const), booking: fc.constantFrom(1, 2, 3) }),
  fc.record({ do: fc.constant('correct' as const), unit: fc.nat(4) }),
  fc.record({ do: fc.constant('take-off' as const), stop: fc.constantFrom(11, 12, 14) }),
  fc.constant({ do: 'remove-route' as const }),
  fc.constant({ do: 'void-fee' as const }),
  fc.constant({ do: 'decide' as const }),
  fc.constant({ do: 'resolve' as const }),
);
const sendStep = fc.record({
  do: fc.constant('send' as const),
  driver: fc.constantFrom('ben' as const, 'ben' as const, 'eve' as const),
  from: fc.nat(14),
  count: fc.integer({ min: 1, max: 8 }),
  isReversed: fc.boolean(),
  times: fc.integer({ min: 1, max: 3 }),
  /** The runtime ends in the n-th write: before the database stored it, or before the phone got the answer. */
  kill: fc.option(fc.record({ write: fc.nat(3), isStored: fc.boolean() }), { nil: null }),
});
/** What happens next: a phone sends a part of its log, or the office changes something. */
export const lifeStep = fc.oneof({ weight: 3, arbitrary: sendStep }, { weight: 2, arbitrary: officeStep });
type LifeStep = typeof lifeStep extends fc.Arbitrary<infer T> ? T : never;

/** The day of makeRouteDay(), with the whole logs of two phones whose clocks differ by `skewMs`. Nothing is sent. */
export async function makeDriverWorld(skewMs: number) {
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
export type DriverWorld = Awaited<ReturnType<typeof makeDriverWorld>>;

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

/** Sends actions as the phone of a driver does. */
export async function sendPhoneLog(world: DriverWorld, driver: Driver, { log, ctx = world.ctx }: SentLog) {
  const shifted = (text: string) => new Date(Date.parse(text) + world.skewMs).toISOString();
  const actions = log.map(({ deviceTime = '', id = '', ...one }) => ({
    ...one,
    id,
    deviceTime: shifted(deviceTime),
  }));
  return receiveActions(ctx, driver.actor, { sentAt: shifted(new Date(ctx.now()).toISOString()), actions });
}

/** Throws the AppError of a change that the rules refuse. */
export async function takeLifeStep(world: DriverWorld, one: LifeStep): Promise<void> {
  const { ctx, actor, units, logs, drivers } = world;
  if (one.do === 'send') {
    const part = logs[one.driver].slice(one.from, one.from + one.count);
    const ordered = one.isReversed ? part.toReversed() : part;
    const log = Array.from({ length: one.times }, () => ordered).flat();
    if (log.length === 0) return;
    const sent = sendPhoneLog(world, drivers[one.driver], {
      log,
      ctx: one.kill ? dying(ctx, one.kill) : ctx,
    });
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

async function changeRows({ ctx, actor }: DriverWorld, one: LifeStep) {
  const nowMs = ctx.now();
  if (one.do === 'take-off') {
    await takeOffRows(`id = ${one.stop}`, nowMs);
  } else if (one.do === 'remove-route') {
    await rows(
      'UPDATE driver_routes SET removed_at = ?, version = version + 1 WHERE removed_at IS NULL',
      nowMs,
    );
    await takeOffRows('1', nowMs);
  } else if (one.do === 'void-fee') {
    const [fee] = await rows<{ id: number; booking: number }>(
      'SELECT id, booking_id AS booking FROM dump_fees WHERE voided_at IS NULL',
    );
    if (fee) await voidDumpTicket(ctx, actor, { bookingId: fee.booking, feeId: fee.id, version: null });
  } else {
    const [conflict] = await rows<{ id: number }>('SELECT id FROM driver_conflicts WHERE decided_at IS NULL');
    if (conflict) await resolveConflict(ctx, actor, conflict.id);
  }
}
