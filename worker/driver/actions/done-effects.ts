import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';
import { type LoggedAction, unitDirectionOf } from '#domain/dispatch/stop-log.ts';
import { doneStopStatus } from '#domain/dispatch/stops.ts';
import { later } from '#domain/rental/availability.ts';
import { jobDoneWrites } from '#worker/bookings/jobs/done.ts';
import { recordJobLocations } from '#worker/fleet/locations/jobs-repo.ts';
import { insertLocation, type NewLocation } from '#worker/fleet/locations/repo.ts';
import { assignUnit, startDaysEarlier } from '#worker/fleet/units/booking-days-repo.ts';
import { flagBookingsOnUnit, openPickupOfDelivered, restoreDeliveryDone } from './cancelled-repo.ts';
import { unloadAtDisposal, unloadAtYard, unloadLater, updateStop } from './effects-repo.ts';
import {
  type ActionInput,
  clearAttempted,
  conflictStatements,
  type EffectStatement,
  type FactConflict,
  findFactConflict,
  makeEventStatements,
  makeProgressStatement,
  stopAt,
  stopEvent,
} from './plan.ts';
import { findUnitByNumber } from './units-repo.ts';

type DoneInput = ActionInput<'done'>;

/** What a stop that is done changes: its job and booking, the locations of the units, the route. */
export async function doneStatements(input: DoneInput): Promise<EffectStatement[]> {
  const { ctx, entry, state } = input;
  const { stop } = state;
  const conflict = findFactConflict(stop) ?? undeliveredConflict(input);
  const isDone = isJobDoable(input);
  const units = await unitsOfStop(input);
  return [
    updateStop(ctx.db, {
      ...stopAt(input),
      status: doneStopStatus(stop.type),
      actualArrival: entry.correctedTime,
      outcome: 'done',
      outcomeReason: input.payload.note ?? null,
    }),
    // A job that the office has to look at is on its list again.
    ...(isDone || stop.jobStatus === 'cancelled' ? [] : stopEvent(input, 'attempted')),
    ...(isLateDelivery(input) ? lateDeliveryStatements(input, units.broughtId) : []),
    ...(isDone ? jobStatements(input, locationStatements(input, units)) : locationStatements(input, units)),
    ...(isDone || isLateDelivery(input) ? doneEvent(input) : []),
    ...(conflict ? conflictStatements(input, 'Done', conflict) : []),
    makeProgressStatement(input),
  ];
}

/**
 * For a conflict 'undelivered' whose booking is delivered by now: its job is done, too. Null while it is not, or when the
 * job was done or cancelled another way.
 */
export function undeliveredStatements(input: DoneInput): EffectStatement[] | null {
  const { ctx, entry, state, record } = input;
  const { jobStatus } = state.stop;
  if (!record || jobStatus === 'done' || !isJobDoable(input)) return null;
  const at = { today: ctx.today(), nowMs: entry.receivedAt };
  const write = { bookingId: record.id, userId: null, ...at };
  return [...jobStatements(input, recordJobLocations(ctx.db, write)), ...doneEvent(input)];
}

const doneEvent = (input: DoneInput) =>
  makeEventStatements(input, {
    action: 'job_done',
    details: { job: input.state.stop.type },
    hasNewVersion: true,
  });

/** The job of a stop that was moved is still to be done; that of a cancelled one is not. */
export function isJobDoable(input: DoneInput): boolean {
  const { record, state } = input;
  const { jobId, jobStatus } = state.stop;
  const isToDo = record !== null && jobId !== null && jobStatus !== 'cancelled';
  return isToDo && undeliveredConflict(input) === null;
}

/** A unit that is taken away was delivered before. When that is not recorded, the office has to look at it. */
function undeliveredConflict({ state, record }: DoneInput): FactConflict | null {
  if (!record || state.stop.jobType === null || state.stop.jobType === 'delivery') return null;
  if (record.siteStatus === 'not_delivered')
    return { kind: 'undelivered', text: 'the delivery is not marked as done' };
  const isAway = record.siteStatus === 'picked_up' && state.stop.jobType !== 'final_pickup';
  return isAway ? { kind: 'already_done', text: 'the unit was picked up already' } : null;
}

/** The unit of a cancelled booking was delivered all the same: it is at the customer and has to be picked up. */
function isLateDelivery({ state, record }: DoneInput): boolean {
  const { type, jobId, jobStatus } = state.stop;
  return record !== null && type === 'delivery' && jobId !== null && jobStatus === 'cancelled';
}

/** The delivery is done, a pickup is due today, and the unit is reserved until then if it is free. */
function lateDeliveryStatements(input: DoneInput, dumpsterId: number | null): EffectStatement[] {
  const { ctx, entry, state, record } = input;
  const { jobId } = state.stop;
  if (!record || jobId === null) return [];
  const { db } = ctx;
  const today = ctx.today();
  const nowMs = entry.receivedAt;
  const { id: bookingId } = record;
  const { driverId: userId } = entry;
  const jobs = [
    ...restoreDeliveryDone(db, { jobId, bookingId, userId, today, atMs: entry.correctedTime, nowMs }),
    ...openPickupOfDelivered(db, { bookingId, today, nowMs }),
  ];
  if (dumpsterId === null) return jobs;
  const days = { start: today, end: later(today, record.pickupDay) };
  return [
    ...jobs,
    ...assignUnit(db, { bookingId, role: 'first', dumpsterId, days, nowMs, isKeptByOthers: true }),
    flagBookingsOnUnit(db, { bookingId, dumpsterId, days, nowMs }),
  ];
}

/** The job of a booking is done. A stop of tomorrow that is done today: the customer has the unit from today on. */
function jobStatements(input: DoneInput, locations: readonly EffectStatement[]): readonly EffectStatement[] {
  const { ctx, entry, state, record } = input;
  const { jobId: id, jobType: type, broughtRole, hasOpenExchange } = state.stop;
  if (!record || id === null || type === null) return locations;
  const isBrought = type === 'delivery' || type === 'exchange';
  const days = { bookingId: record.id, role: broughtRole ?? 'first', start: ctx.today() };
  const { driverId: userId, correctedTime: atMs, receivedAt: nowMs } = entry;
  return [
    ...(isBrought ? [startDaysEarlier(ctx.db, days)] : []),
    ...jobDoneWrites(ctx, record, { job: { id, type, hasOpenExchange, userId, atMs, nowMs }, locations }),
    ...clearAttempted(input),
  ];
}

type StopUnits = { broughtId: number | null; collectedId: number | null };

/** Where the units are now. */
function locationStatements(input: DoneInput, { broughtId, collectedId }: StopUnits): EffectStatement[] {
  const { ctx, entry, state, record } = input;
  const { type, truckId, jobId, routeId } = state.stop;
  if (!record) return unloadStatements(input);
  // Rows that name a job end with it: those of a job that is not done would be voided by the next change.
  const isOfJob = isJobDoable(input) || isLateDelivery(input);
  const at = { since: entry.correctedTime, actionId: entry.id, jobId: isOfJob ? jobId : null };
  const insert = (location: NewLocation) => insertLocation(ctx.db, location, entry.receivedAt);
  const away = truckId === null ? { place: 'yard' as const } : { place: 'truck' as const, truckId };
  const statements: EffectStatement[] = [];
  const isMovedAway = type === 'exchange' || type === 'final_pickup';
  if (isMovedAway && collectedId !== null) {
    statements.push(insert({ ...at, ...away, dumpsterId: collectedId }));
    const times = { sinceMs: entry.correctedTime, nowMs: entry.receivedAt };
    if (truckId !== null)
      statements.push(unloadLater(ctx.db, { routeId, dumpsterId: collectedId, ...times }));
  }
  if ((type === 'delivery' || type === 'exchange') && broughtId !== null) {
    statements.push(insert({ ...at, place: 'booking', bookingId: record.id, dumpsterId: broughtId }));
  }
  return statements;
}

function unloadStatements({ ctx, entry, state }: DoneInput): EffectStatement[] {
  const { type, truckId, routeId, stopOrder, siteId } = state.stop;
  if (truckId === null) return [];
  const times = { atMs: entry.correctedTime, nowMs: entry.receivedAt };
  const unloading = { truckId, routeId, stopOrder, siteId, actionId: entry.id, ...times };
  if (type === 'disposal') return [unloadAtDisposal(ctx.db, unloading)];
  return type === 'yard' ? [unloadAtYard(ctx.db, unloading)] : [];
}

/**
 * Those that the driver recorded, else those that were planned. Null for a unit that the driver is sure about against
 * the records: the office settles which one was moved.
 */
async function unitsOfStop({ ctx, state }: DoneInput): Promise<StopUnits> {
  const latest = (direction: UnitDirection) =>
    state.log.findLast(({ type, payload }) => type === 'unit' && unitDirectionOf(payload) === direction)
      ?.payload;
  const idOf = async (typed: LoggedAction['payload'] | undefined, planned: number | null) => {
    if (typeof typed?.number !== 'string') return planned;
    return typed.isDisputed === true ? null : ((await findUnitByNumber(ctx.db, typed.number))?.id ?? null);
  };
  return {
    broughtId: await idOf(latest('brought'), state.stop.broughtId),
    collectedId: await idOf(latest('collected'), state.stop.collectedId),
  };
}
