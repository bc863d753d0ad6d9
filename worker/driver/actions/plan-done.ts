import { addDays } from '#domain/days.ts';
import { missingItems, recordedAt } from '#domain/dispatch/stop-log.ts';
import { DEFAULT_REQUIRED_ITEMS, REQUIRED_ITEM_LABELS, type RequiredItem } from '#domain/dispatch/stops.ts';
import { JOB_LABELS } from '#domain/jobs.ts';
import { updateUnitAttention } from '#worker/booking-records/attention-repo.ts';
import { daysFollowing } from '#worker/bookings/days.ts';
import { replaceStatusEmail } from '#worker/bookings/emails-repo.ts';
import { updateJobDone } from '#worker/bookings/jobs/repo.ts';
import { type CustomerMessages, insertCustomerFact } from '#worker/dispatch/customer-facts.ts';
import { releaseDays } from '#worker/inventory/booking-days-repo.ts';
import { insertLocation, type NewLocation } from '#worker/unit-locations/repo.ts';
import { ALWAYS, unloadAtDisposal, unloadAtYard, updateBookingStatus, updateStop } from './effects-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  appliedWith,
  clearAttempted,
  conflictOf,
  conflictStatements,
  type EffectStatement,
  eventOf,
  NO_MESSAGES,
  progressOf,
  refused,
  stopAt,
} from './plan.ts';
import { findUnitByNumber } from './units-repo.ts';

type DoneInput = ActionInput<'done'>;

/**
 * Refused while required items are missing, and when someone else has completed the job. What was done although the
 * office had changed its mind is recorded as a conflict; a job that is still to be done is done then, too.
 */
export async function planDone(input: DoneInput): Promise<ActionPlan> {
  const { stop } = input.state;
  if (stop.status === 'delivered' || stop.status === 'completed') {
    // Staff marked the job done before the phone sent this: the customer gets the driver's photo all the same.
    return stop.jobStatus === 'done' ? appliedWith(placedMessages(input)) : applied();
  }
  const missing = missingOf(input);
  if (missing.length > 0) {
    const listed = missing.map((item) => REQUIRED_ITEM_LABELS[item]).join(', ');
    return { ...refused('missing_items', `Record first: ${listed}.`), missing };
  }
  if (stop.jobType !== null && stop.jobStatus === 'done') return alreadyDone(input);
  const statements = await doneStatements(input);
  return isJobToDo(input) ? appliedWith(placedMessages(input), ...statements) : applied(...statements);
}

function missingOf({ payload, state }: DoneInput): RequiredItem[] {
  const { stop, log, photos, requiredItems } = state;
  const required = requiredItems[stop.type] ?? DEFAULT_REQUIRED_ITEMS[stop.type];
  const recorded = { recorded: recordedAt(log), photos: photos.map(({ type }) => type) };
  return missingItems(required, recorded).filter(
    (item) => item !== 'signature' || payload.isCustomerThere === true,
  );
}

function alreadyDone(input: DoneInput): ActionPlan {
  const { jobType, jobDoneBy } = input.state.stop;
  const name = jobType === null ? 'stop' : JOB_LABELS[jobType].toLowerCase();
  const by = jobDoneBy === null ? '' : ` by ${jobDoneBy}`;
  const reason = `This ${name} was completed${by} already. What you recorded is kept. Call the office if that is wrong.`;
  const statements = conflictStatements(input, 'Done', `the ${name} had been completed${by}`);
  return { isRefused: true, code: 'over', reason, statements };
}

async function doneStatements(input: DoneInput): Promise<EffectStatement[]> {
  const { ctx, entry, state } = input;
  const { stop } = state;
  const conflict = conflictOf(stop) ?? undeliveredConflict(input);
  const isDelivered = stop.type === 'delivery' || stop.type === 'exchange';
  const ended = updateStop(ctx.db, {
    ...stopAt(input),
    status: isDelivered ? 'delivered' : 'completed',
    actualArrival: entry.correctedTime,
    outcome: 'done',
    outcomeReason: input.payload.note ?? null,
  });
  const isDoable = isJobToDo(input);
  return [
    ended,
    ...(isDoable ? jobStatements(input) : []),
    ...(await locationStatements(input)),
    ...(isDoable
      ? eventOf(input, { action: 'job_done', details: { job: stop.jobType }, hasNewVersion: true })
      : []),
    ...(conflict ? conflictStatements(input, 'Done', conflict) : []),
    progressOf(input),
  ];
}

/** The job of a stop that was moved is still to be done; that of a cancelled one is not. */
function isJobToDo(input: DoneInput): boolean {
  const { stop } = input.state;
  const isLive = input.record !== null && stop.jobId !== null && stop.jobStatus !== 'cancelled';
  return isLive && undeliveredConflict(input) === null;
}

/** A customer who has a unit now gets the photo of its place and the last day. */
function placedMessages({ ctx, state, record }: DoneInput): CustomerMessages {
  const { jobId, jobType } = state.stop;
  if (!record || jobId === null || (jobType !== 'delivery' && jobType !== 'exchange')) return NO_MESSAGES;
  const type = jobType === 'delivery' ? 'delivered' : 'exchanged';
  return insertCustomerFact(ctx, { type, bookingId: record.id, jobId });
}

/** A unit that is taken away was delivered before. When that is not recorded, the office has to look at it. */
function undeliveredConflict({ state, record }: DoneInput): string | null {
  if (!record || state.stop.jobType === null || state.stop.jobType === 'delivery') return null;
  if (record.siteStatus === 'not_delivered') return 'the delivery is not marked as done';
  const isAway = record.siteStatus === 'picked_up' && state.stop.jobType !== 'final_pickup';
  return isAway ? 'the unit was picked up already' : null;
}

function jobStatements(input: DoneInput): EffectStatement[] {
  const { ctx, entry, state, record } = input;
  const { jobId, jobVersion, jobType } = state.stop;
  if (!record || jobId === null) return [];
  const { db } = ctx;
  const { id: bookingId } = record;
  const today = ctx.today();
  const condition = ALWAYS;
  const done = updateJobDone(
    db,
    { id: jobId, version: jobVersion ?? 0 },
    { userId: entry.driverId, today, nowMs: entry.correctedTime, condition },
  );
  const cleared = clearAttempted(input);
  if (jobType === 'delivery') {
    const back = { from: ['in_transit'], to: 'confirmed' } as const;
    return [done, updateBookingStatus(db, bookingId, back), ...cleared];
  }
  if (jobType !== 'final_pickup') return [done, ...cleared];
  if (record.status === 'cancelled' || record.status === 'completed') {
    return [
      done,
      ...releaseDays(db, { bookingId, from: addDays(today, 1), condition }),
      ...updateUnitAttention(db, bookingId, { neededUntil: null, nowMs: entry.receivedAt, condition }),
      ...cleared,
    ];
  }
  return [
    done,
    updateBookingStatus(db, bookingId, { from: ['pending', 'confirmed', 'in_transit'], to: 'completed' }),
    ...replaceStatusEmail(ctx, record, { emailId: null, status: 'completed', condition }),
    ...cleared,
  ];
}

/** Where the units are now. After a final pickup, the days that the completed booking no longer needs. */
async function locationStatements(input: DoneInput): Promise<EffectStatement[]> {
  const { ctx, entry, state, record } = input;
  const { stop } = state;
  const at = { since: entry.correctedTime, actionId: entry.id, jobId: stop.jobId };
  const write = { nowMs: entry.receivedAt, condition: ALWAYS };
  const insert = (location: NewLocation) => insertLocation(ctx.db, location, write);
  if (!record) return unloadStatements(input);
  const { broughtId, collectedId } = await unitsOfStop(input);
  const { truckId } = stop;
  const away = truckId === null ? { place: 'yard' as const } : { place: 'truck' as const, truckId };
  const statements: EffectStatement[] = [];
  const isMovedAway = stop.type === 'exchange' || stop.type === 'final_pickup';
  if (isMovedAway && collectedId !== null)
    statements.push(insert({ ...at, ...away, dumpsterId: collectedId }));
  if ((stop.type === 'delivery' || stop.type === 'exchange') && broughtId !== null) {
    statements.push(insert({ ...at, place: 'booking', bookingId: record.id, dumpsterId: broughtId }));
  }
  const isCompleted =
    stop.type === 'final_pickup' &&
    stop.jobStatus !== 'cancelled' &&
    record.siteStatus !== 'not_delivered' &&
    record.status !== 'cancelled' &&
    record.status !== 'completed';
  if (!isCompleted) return statements;
  return [...statements, ...daysFollowing(ctx, record, { status: 'completed', condition: ALWAYS })];
}

function unloadStatements({ ctx, entry, state }: DoneInput): EffectStatement[] {
  const { type, truckId, routeId, siteId } = state.stop;
  if (truckId === null) return [];
  const times = { atMs: entry.correctedTime, nowMs: entry.receivedAt };
  const unloading = { truckId, routeId, siteId, actionId: entry.id, ...times };
  if (type === 'disposal') return [unloadAtDisposal(ctx.db, unloading)];
  return type === 'yard' ? [unloadAtYard(ctx.db, unloading)] : [];
}

/** Those that the driver recorded, else those that were planned. */
async function unitsOfStop({ ctx, state }: DoneInput) {
  const { unit, collectedUnit } = recordedAt(state.log);
  const idOf = async (number: string | null, planned: number | null) =>
    (number === null ? null : (await findUnitByNumber(ctx.db, number))?.id) ?? planned;
  return {
    broughtId: await idOf(unit, state.stop.broughtId),
    collectedId: await idOf(collectedUnit, state.stop.collectedId),
  };
}
