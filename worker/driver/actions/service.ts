import {
  ACTION_PAYLOADS,
  type ActionPayload,
  type ActionReply,
  type DriverAction,
} from '#contract/driver-actions.ts';
import { timeInOrder } from '#domain/dispatch/action-times.ts';
import { ACTION_LABELS, ACTION_TYPES, type ActionType } from '#domain/dispatch/driver-actions.ts';
import { findUnitNumber } from '#domain/jobs/unit-numbers.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { countStatements } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findPaymentConstraintError } from '#worker/money/operations/start.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { enqueuePush } from '#worker/notify/push/service.ts';
import { resolvePendingConflicts } from './conflicts.ts';
import { insertConflict, markConflictsOfActionResolved } from './conflicts-repo.ts';
import {
  insertLogRow,
  isConstraintFailure,
  isLogConflict,
  isRefusedStill,
  type LogEntry,
  type LogRow,
  listLogRows,
  updateLogRow,
} from './log-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  planArrived,
  planAttempted,
  planOnMyWay,
  planSignature,
  refused,
} from './plan.ts';
import { planDone } from './plan-done.ts';
import { planDamaged, planInspection, planMessage } from './plan-reports.ts';
import { planTicket } from './plan-ticket.ts';
import { planUnit } from './plan-unit.ts';
import { isStopAsRead, readActionState } from './state-repo.ts';

const MAX_ATTEMPTS = 8;
/**
 * After so many statements no action is begun. D1 runs 1,000 in a request (https://developers.cloudflare.com/d1/platform/limits/),
 * and an action needs fewer than the rest (statements.test.ts).
 */
const MAX_STATEMENTS = 900;
/** A conflict that a later record resolves needs fewer. */
const STATEMENTS_OF_CONFLICT = 60;

/**
 * Stores actions in their order, each with its effects in one transaction. Times are those of the phone, corrected by
 * the difference of the clocks when it sent them, and never in the future. An action that fails unexpectedly fails the
 * call; the phone sends all of them again. Throws busy when the call has used up its statements: what it applied needs
 * none when it is sent again.
 */
export async function receiveActions(
  base: Context,
  actor: Actor,
  { sentAt, actions }: { sentAt: string; actions: readonly DriverAction[] },
): Promise<ActionReply[]> {
  const { db, statements } = countStatements(base.db);
  const ctx = { ...base, db };
  const receivedAt = ctx.now();
  const offsetMs = receivedAt - Date.parse(sentAt);
  const results: ActionReply[] = [];
  // A phone that got no answer sends the same again: what is applied already needs no call of the database each.
  const ids = actions.map(({ id }) => id);
  const known = ids.length > 1 ? await listLogRows(ctx.db, ids) : new Map<string, LogRow>();
  for (const action of actions) {
    const deviceTime = Date.parse(action.deviceTime);
    const correctedTime = Math.min(receivedAt, deviceTime + offsetMs);
    const times = { deviceTime, correctedTime, receivedAt };
    const stored = { action, times, known: known.get(action.id), statements };
    const received = await receiveAction(ctx, actor, stored);
    results.push({ id: action.id, ...received });
  }
  const stopIds = actions.flatMap(({ type, stopId }) => (type === 'done' || type === 'ticket' ? stopId : []));
  // The cron resolves the others.
  const conflicts = Math.floor((MAX_STATEMENTS - statements()) / STATEMENTS_OF_CONFLICT);
  if (stopIds.length > 0 && conflicts > 0) await resolvePendingConflicts(ctx, { stopIds, limit: conflicts });
  return results;
}

type Times = Pick<LogEntry, 'deviceTime' | 'correctedTime' | 'receivedAt'>;
type Answer = Omit<ActionReply, 'id'>;
type ReceivedAction = {
  action: DriverAction;
  times: Times;
  known: LogRow | undefined;
  statements: () => number;
};

async function receiveAction(
  ctx: Context,
  actor: Actor,
  { action, times, known, statements }: ReceivedAction,
): Promise<Answer> {
  const { id, stopId, payload: sent = {} } = action;
  const type = ACTION_TYPES.find((one) => one === action.type);
  if (!type) return answerTo(refused('invalid', 'The office cannot read this. Update the app.'));
  const parsed = ACTION_PAYLOADS[type].safeParse(sent);
  if (!parsed.success) {
    return answerTo(refused('invalid', parsed.error.issues[0]?.message ?? 'Some fields are not valid.'));
  }
  if (actor.restrictedAtMs !== undefined && times.correctedTime >= actor.restrictedAtMs) {
    return answerTo(refused('invalid', 'Your account was deactivated before this.'));
  }
  const payload = parsed.data as ActionPayload<ActionType>;
  const common = { id, driverId: actor.userId, stopId, type, isTimeClamped: false };
  const entry: LogEntry = { ...common, payload: { ...payload }, ...times };
  if (known?.result === 'applied' && isSame(known, entry)) return ALREADY_APPLIED;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (statements() > MAX_STATEMENTS)
      throw new AppError('busy', 'Some of it is stored. Send it again for the rest.', { retryAfter: 1 });
    const answer = await tryAction(ctx, actor, { entry, payload });
    if (answer) return answer;
  }
  throw new AppError('busy', 'This stop is being changed. Please try again.', { retryAfter: 1 });
}

/** Null: something changed since the stop was read. */
async function tryAction(
  ctx: Context,
  actor: Actor,
  { entry, payload }: Pick<ActionInput, 'entry' | 'payload'>,
): Promise<Answer | null> {
  const { id, stopId } = entry;
  const { known, record, state } = await readActionState(ctx.db, { id, stopId, driverId: actor.userId });
  if (known && !isSame(known, entry)) {
    return answerTo(refused('invalid', 'Another action has this id already. Record it again.'));
  }
  if (known?.result === 'applied') return ALREADY_APPLIED;
  if (!state) return answerTo(refused('not_published', 'This stop was never on a route of yours.'));
  const isWaiting = actor.restrictedAtMs !== undefined;
  const input = {
    ctx,
    payload,
    state,
    record,
    driverName: actor.username,
    // An action that was refused before keeps the time of its first call.
    entry: known ? { ...entry, correctedTime: known.correctedTime } : inOrder(entry, state),
  };
  const plan = isWaiting ? applied() : await planAction(input);
  // Refused again for the same reason: the log has it already.
  if (known && plan.isRefused && plan.reason === known.reason) return answerTo(plan);
  const store = { isKnown: known !== null, isWaiting };
  try {
    return await storeAction(input, plan, store);
  } catch (error) {
    if (isLogConflict(error)) return null;
    // A retry would fail again and hold back all later items of the phone.
    if (isConstraintFailure(error) && !findPaymentConstraintError(error))
      return storeUnprocessed(input, store, error);
    throw findPaymentConstraintError(error) ?? error;
  }
}

/**
 * With a time that is possible: a clock that was corrected between a tap and its sending gives one before the stop was
 * published, or before an earlier step of the stop.
 */
function inOrder(entry: LogEntry, { stop, log }: ActionInput['state']): LogEntry {
  const { type, driverId, receivedAt } = entry;
  const published = Math.max(entry.correctedTime, Math.min(stop.publishedAt, receivedAt));
  const own = log.filter((action) => action.driverId === driverId);
  const correctedTime = timeInOrder({ type, atMs: published }, own);
  return { ...entry, correctedTime, isTimeClamped: correctedTime !== published };
}

type Store = { isKnown: boolean; isWaiting: boolean };

async function storeAction(input: ActionInput, plan: ActionPlan, { isKnown, isWaiting }: Store) {
  const { ctx, entry, state, record } = input;
  const outcome = {
    result: plan.isRefused ? ('refused' as const) : ('applied' as const),
    reason: plan.isRefused ? plan.reason : null,
    approval: isWaiting ? ('waiting' as const) : null,
  };
  const log = isKnown ? updateLogRow(ctx.db, entry, outcome) : insertLogRow(ctx.db, entry, outcome);
  const ended = { actionId: entry.id, nowMs: entry.receivedAt };
  const closed = isKnown && !plan.isRefused ? [markConflictsOfActionResolved(ctx.db, ended)] : [];
  await commit(ctx, {
    guards: {
      stop_as_read: isStopAsRead(state.stop, record?.version ?? null),
      refused_still: isKnown ? isRefusedStill(entry.id) : undefined,
      ...(!plan.isRefused && plan.guards),
    },
    writes: { log, closed, effects: plan.statements ?? [] },
  });
  if (!plan.isRefused) for (const id of plan.outboxIds ?? []) await enqueueOutboxRow(ctx, id);
  if (!plan.isRefused && entry.type === 'message') await enqueuePush(ctx, entry.id);
  return answerTo(plan);
}

/** The fact is kept without effects, and the office has to enter them. */
function storeUnprocessed(input: ActionInput, store: Store, error: unknown): Promise<Answer> {
  const { ctx, entry, state, record } = input;
  ctx.log.error('driver_action_not_processed', { actionId: entry.id, ...describeError(error) });
  const conflict = {
    actionId: entry.id,
    kind: 'not_processed' as const,
    stopId: state.stop.id,
    bookingId: record?.id ?? null,
    message: `Recorded '${ACTION_LABELS[entry.type]}', but the system could not process it. Enter what it changes by hand.`,
  };
  return storeAction(input, applied(insertConflict(ctx.db, { ...conflict, nowMs: entry.receivedAt })), store);
}

function isSame(known: LogRow, { driverId, stopId, type, payload }: LogEntry): boolean {
  const isSameStop = known.driverId === driverId && known.stopId === stopId && known.type === type;
  return isSameStop && isSamePayload(type, known.payload, payload);
}

/** A removal of personal data, and the end of the time for positions, take fields out of the stored payload. */
function isSamePayload(type: ActionType, stored: LogRow['payload'], sent: LogEntry['payload']): boolean {
  const names = Object.keys(sent).filter((name) => sent[name] !== undefined && stored[name] !== undefined);
  // A refused number is confirmed by another action. A removal of personal data leaves no number.
  if (stored.number !== undefined && stored.isSure !== sent.isSure) return false;
  return names.every(
    (name) =>
      comparable(stored[name]) === comparable(sent[name]) ||
      (type === 'unit' &&
        name === 'number' &&
        findUnitNumber([String(stored.number)], String(sent.number)) !== null),
  );
}

/** Unit numbers are stored as they are painted, and typed in any case, with or without '#'. */
function comparable(value: unknown): string {
  return String(value).trim().replace(/^#/, '').toLowerCase();
}

/** What an action does now. */
export function planAction(input: ActionInput): ActionPlan | Promise<ActionPlan> {
  switch (input.entry.type) {
    case 'on_my_way':
      return planOnMyWay(input);
    case 'arrived':
      return planArrived(input);
    case 'unit':
      return planUnit(input as ActionInput<'unit'>);
    case 'ticket':
      return planTicket(input as ActionInput<'ticket'>);
    case 'signature':
      return planSignature(input as ActionInput<'signature'>);
    case 'done':
      return planDone(input as ActionInput<'done'>);
    case 'attempted':
      return planAttempted(input as ActionInput<'attempted'>);
    case 'inspection':
      return planInspection(input as ActionInput<'inspection'>);
    case 'message':
      return planMessage(input as ActionInput<'message'>);
    case 'damaged':
      return planDamaged(input as ActionInput<'damaged'>);
  }
}

const APPLIED: Answer = { result: 'applied', reason: null, code: null, missing: [] };
const ALREADY_APPLIED: Answer = { ...APPLIED, result: 'already_applied' };

function answerTo(plan: ActionPlan): Answer {
  if (!plan.isRefused) return APPLIED;
  const { reason, code, missing = [] } = plan;
  return { result: 'refused', reason, code, missing };
}
