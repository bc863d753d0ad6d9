import type { ActionPayload } from '#contract/driver-actions.ts';
import type { ConflictKind } from '#domain/dispatch/conflicts.ts';
import { type ActionType, ATTEMPT_REASON_LABELS, type RefusalCode } from '#domain/dispatch/driver-actions.ts';
import { isLiveStop, type RequiredItem } from '#domain/dispatch/stops.ts';
import { type JobEvent, type StopEvent, statusByJob } from '#domain/jobs/transitions.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Guards, Write } from '#worker/base/db/commit.ts';
import {
  type BookingEvent,
  insertBookingChange,
  insertBookingEvent,
} from '#worker/base/history/events-repo.ts';
import { updateStatusByJob } from '#worker/bookings/jobs/repo.ts';
import { jobFollowsStop } from '#worker/fleet/jobs/transitions-repo.ts';
import { type CustomerMessages, insertCustomerFact } from '#worker/notify/outbox/customer-facts.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { deleteAttention, insertAttention } from '#worker/rental/attention-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { insertConflict, insertDamageConflict, markGoneStopResolved } from './conflicts-repo.ts';
import { updateRouteProgress, updateStop } from './effects-repo.ts';
import type { LogEntry } from './log-repo.ts';
import type { ActionStop, readActionStop } from './state-repo.ts';

export type EffectStatement = Write;
export type ActionInput<T extends ActionType = ActionType> = {
  ctx: Context;
  /** The username of the driver. */
  driverName: string;
  entry: LogEntry;
  payload: ActionPayload<T>;
  state: NonNullable<Awaited<ReturnType<typeof readActionStop>>>;
  /** The booking of the stop; null without one. */
  record: BookingRecord | null;
};
/** What an action does, in the transaction that stores it. */
export type ActionPlan =
  | {
      isRefused: false;
      statements: EffectStatement[];
      /** What must hold beside the stop, its job and its booking. */
      guards?: Guards;
      /** The outbox rows that the statements insert. */
      outboxIds?: readonly string[];
    }
  | {
      isRefused: true;
      code: RefusalCode;
      reason: string;
      missing?: RequiredItem[];
      statements?: EffectStatement[];
    };

type Refused = Extract<ActionPlan, { isRefused: true }>;

type Applied = Extract<ActionPlan, { isRefused: false }>;

export const applied = (...statements: EffectStatement[]): Applied => ({ isRefused: false, statements });
/** With messages to the customer. */
export const appliedWith = (messages: CustomerMessages, ...statements: EffectStatement[]): Applied => ({
  ...applied(...statements, ...messages.statements),
  outboxIds: messages.outboxIds,
});
export const NO_MESSAGES: CustomerMessages = { statements: [], outboxIds: [] };
export const refused = (code: RefusalCode, reason: string): Refused => ({ isRefused: true, code, reason });

/** The stop of an action, and when its row changes. */
export const stopAt = ({ entry, state }: Pick<ActionInput, 'entry' | 'state'>) => ({
  id: state.stop.id,
  nowMs: entry.receivedAt,
});

/** Why a recorded fact differs from the plan or an earlier record. `text` continues 'Recorded ..., but'. */
export type FactConflict = {
  kind: ConflictKind;
  text: string;
  /** Absent: the booking of the stop. A disposal stop has none, so its ticket names one. */
  bookingId?: number;
};

/** Why the office does not expect the driver at this stop any more; null if it does. */
export function findFactConflict(stop: ActionStop): FactConflict | null {
  const { removedAt, routeRemovedAt, jobStatus, otherDriver } = stop;
  if (routeRemovedAt !== null) return { kind: 'route_removed', text: 'the route had been removed' };
  if (jobStatus === 'cancelled') return { kind: 'job_cancelled', text: 'the job had been cancelled' };
  if (removedAt !== null) return { kind: 'stop_removed', text: 'the stop had been taken off the route' };
  return otherDriver === null
    ? null
    : { kind: 'stop_removed', text: `the route had been given to ${otherDriver}` };
}

export const conflictMessage = (what: string, text: string) => `Recorded '${what}', but ${text}`;

type EventInput = Pick<BookingEvent, 'action' | 'details' | 'computed'> & { hasNewVersion?: boolean };

/** A booking's history gets an entry; a stop without a booking has none. `hasNewVersion`: the booking changes, too. */
export function makeEventStatements(
  { ctx, entry, record }: Pick<ActionInput, 'ctx' | 'entry' | 'record'>,
  { hasNewVersion = false, ...change }: EventInput,
): EffectStatement[] {
  if (!record) return [];
  const event: BookingEvent = {
    bookingId: record.id,
    actor: { type: 'staff', userId: entry.driverId },
    ...change,
    nowMs: entry.receivedAt,
  };
  return hasNewVersion ? [...insertBookingChange(ctx.db, event)] : [insertBookingEvent(ctx.db, event)];
}

/** The fact is kept, the stop is marked, and the office reads it in its list and in the history of the booking. */
export function conflictStatements(
  input: ActionInput,
  what: string,
  { kind, text, bookingId = input.record?.id }: FactConflict,
): EffectStatement[] {
  const { ctx, entry, state } = input;
  const { id: stopId } = state.stop;
  const message = conflictMessage(what, text);
  const conflict = { actionId: entry.id, kind, stopId, bookingId: bookingId ?? null, message };
  return [
    updateStop(ctx.db, { ...stopAt(input), outcome: 'conflict', outcomeReason: message }),
    insertConflict(ctx.db, { ...conflict, nowMs: entry.receivedAt }),
    ...makeEventStatements(input, { action: 'driver_conflict', details: { what, conflict: text } }),
  ];
}

/** The status that the booking gets by the job of the stop, without an e-mail. */
function statusStatements(
  { ctx, state, record }: Pick<ActionInput, 'ctx' | 'state' | 'record'>,
  event: JobEvent,
): EffectStatement[] {
  return record ? updateStatusByJob(ctx.db, record.id, statusAfter(state, record, event)) : [];
}

/** The status that an event of the stop's job gives its booking; null: it stays. */
function statusAfter(
  { stop: { jobType: type, hasOpenExchange } }: ActionInput['state'],
  { status }: BookingRecord,
  event: JobEvent,
): BookingStatus | null {
  return type === null ? null : statusByJob(status, { type, event, hasOpenExchange });
}

/** What an event of the stop does to its job. */
export function stopEvent({ ctx, entry, state }: ActionInput, event: StopEvent): EffectStatement[] {
  return [...jobFollowsStop(ctx.db, { jobId: state.stop.jobId, event, nowMs: entry.receivedAt })];
}

export function planOnMyWay(input: ActionInput): ActionPlan {
  const { ctx, entry, state, record } = input;
  const { stop } = state;
  const departed = { departedAt: entry.correctedTime };
  const conflict = findFactConflict(stop);
  if (conflict || stop.status !== 'pending') {
    return applied(
      updateStop(ctx.db, { ...stopAt(input), ...departed }),
      ...(conflict ? conflictStatements(input, 'On my way', conflict) : []),
    );
  }
  const isDelivery = record !== null && stop.type === 'delivery';
  return appliedWith(
    onTheWayMessages(input),
    updateStop(ctx.db, { ...stopAt(input), ...departed, status: 'in_transit' }),
    ...stopEvent(input, 'on_the_way'),
    ...statusStatements(input, 'on_the_way'),
    ...makeEventStatements(input, {
      action: 'driver_on_my_way',
      details: { job: stop.jobType },
      hasNewVersion: isDelivery,
    }),
    makeProgressStatement(input),
  );
}

/** A phone without coverage reports a departure later. Then it is past, and the customer gets no message. */
const FRESH_MS = 15 * MINUTE_MS;

function onTheWayMessages({ ctx, entry, state, record }: ActionInput): CustomerMessages {
  if (!record || entry.receivedAt - entry.correctedTime > FRESH_MS) return NO_MESSAGES;
  return insertCustomerFact(ctx, { type: 'on_the_way', bookingId: record.id, stopId: state.stop.id });
}

export function planArrived(input: ActionInput): ActionPlan {
  const { ctx, entry, state } = input;
  const { stop } = state;
  const arrived = updateStop(ctx.db, { ...stopAt(input), actualArrival: entry.correctedTime });
  const conflict = findFactConflict(stop);
  if (conflict) return applied(arrived, ...conflictStatements(input, 'Arrived', conflict));
  if (!isLiveStop(stop.status)) return applied(arrived);
  return applied(
    arrived,
    ...stopEvent(input, 'on_the_way'),
    ...makeEventStatements(input, { action: 'driver_arrived', details: { job: stop.jobType } }),
    makeProgressStatement(input),
  );
}

/** The photo was sent before: the phone sends in order. */
export function planSignature(input: ActionInput<'signature'>): ActionPlan {
  const { ctx, payload, state } = input;
  const photo = state.photos.find(({ id }) => id === payload.photoId);
  if (photo?.type !== 'signature') {
    return {
      ...refused('missing_items', 'Send the picture of the signature first.'),
      missing: ['signature'],
    };
  }
  const signatureKey = `photos/${payload.photoId}`;
  const conflict = findFactConflict(state.stop);
  return applied(
    updateStop(ctx.db, { ...stopAt(input), signatureKey }),
    ...(conflict ? conflictStatements(input, 'Signature', conflict) : []),
  );
}

/** The job is open again, and the office must look at the booking. */
export function planAttempted(input: ActionInput<'attempted'>): ActionPlan {
  const { ctx, entry, payload, state, record } = input;
  const { stop } = state;
  const reason = ATTEMPT_REASON_LABELS[payload.reason];
  const conflict = findFactConflict(stop);
  if (conflict) return dryRun(input, conflict);
  if (stop.status === 'delivered' || stop.status === 'completed') {
    const by = stop.jobDoneBy === null ? '' : ` by ${stop.jobDoneBy}`;
    const done = { kind: 'not_done', text: `the stop had been marked done${by}` } as const;
    return applied(...conflictStatements(input, `Unable to complete: ${reason}`, done));
  }
  if (!isLiveStop(stop.status)) return applied();
  const outboxId = ctx.newId();
  const notes = payload.note ?? '';
  const outcomeReason = attemptText(payload);
  const flag = { bookingId: record?.id ?? 0, reason: 'attempted' } as const;
  const booking = record
    ? [
        ...statusStatements(input, 'attempted'),
        insertAttention(ctx.db, { ...flag, nowMs: entry.receivedAt }),
        insertBookingNotification(ctx.db, {
          id: outboxId,
          kind: 'stop-attempted',
          bookingId: record.id,
          subject: entry.id,
          createdAt: entry.receivedAt,
        }),
      ]
    : [];
  const plan = applied(
    updateStop(ctx.db, {
      ...stopAt(input),
      status: 'attempted',
      actualArrival: entry.correctedTime,
      outcome: 'attempted',
      outcomeReason,
    }),
    ...stopEvent(input, 'attempted'),
    ...booking,
    ...makeDamageStatements(input),
    ...makeEventStatements(input, {
      action: 'stop_attempted',
      details: { job: stop.jobType, attemptReason: reason, notes },
      hasNewVersion: true,
    }),
    makeProgressStatement(input),
  );
  return record ? { ...plan, outboxIds: [outboxId] } : plan;
}

/** 'Access blocked: A car'. */
const attemptText = ({ reason, note }: ActionPayload<'attempted'>) =>
  [ATTEMPT_REASON_LABELS[reason], note].filter(Boolean).join(': ');

/**
 * The driver was at a stop that the office had removed: one conflict with the reason and note, in place of those for the
 * arrival and the photos there.
 */
function dryRun(input: ActionInput<'attempted'>, { text }: FactConflict): ActionPlan {
  const { ctx, entry, payload, state } = input;
  const at = { stopId: state.stop.id, driverId: entry.driverId, nowMs: entry.receivedAt };
  return applied(
    markGoneStopResolved(ctx.db, at),
    ...conflictStatements(input, `Unable to complete: ${attemptText(payload)}`, { kind: 'dry_run', text }),
    ...makeDamageStatements(input),
  );
}

/** A damaged unit is proposed out of service. */
function makeDamageStatements(input: ActionInput<'attempted'>): EffectStatement[] {
  const { payload, state } = input;
  const dumpsterId = state.stop.collectedId ?? state.stop.broughtId;
  if (payload.reason !== 'unit_damaged' || dumpsterId === null) return [];
  return [damageConflict(input, { dumpsterId })];
}

export function damageConflict(
  { ctx, entry, payload, state, record }: ActionInput<'attempted'> | ActionInput<'damaged'>,
  unit: { dumpsterId: number } | { number: string },
): EffectStatement {
  const at = { actionId: entry.id, stopId: state.stop.id, bookingId: record?.id ?? null };
  return insertDamageConflict(ctx.db, { ...at, unit, note: payload.note ?? '', nowMs: entry.receivedAt });
}

export function makeProgressStatement({ ctx, entry, state }: ActionInput): EffectStatement {
  const at = { atMs: entry.correctedTime, nowMs: entry.receivedAt };
  return updateRouteProgress(ctx.db, state.stop.routeId, at);
}

/** A job that is done no longer needs attention because of an earlier attempt. */
export function clearAttempted({ ctx, record }: Pick<ActionInput, 'ctx' | 'record'>): EffectStatement[] {
  if (!record) return [];
  return [deleteAttention(ctx.db, { bookingId: record.id, reason: 'attempted' })];
}
