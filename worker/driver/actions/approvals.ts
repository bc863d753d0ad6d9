import type { decideWaitingAction, listWaitingActions } from '#contract/driver-approvals.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { ACTION_LABELS } from '#domain/dispatch/driver-actions.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findPaymentConstraintError } from '#worker/money/operations/start.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { resolvePendingConflicts } from './conflicts.ts';
import { listConflictsOfAction } from './conflicts-repo.ts';
import {
  decideLogRow,
  findEarlierWaiting,
  findLogRow,
  isConstraintFailure,
  isLogConflict,
  isWaiting,
  type LogRow,
  listWaitingRows,
} from './log-repo.ts';
import { planAction } from './service.ts';
import { isStopAsRead } from './state-repo.ts';
import { readStoredAction } from './stored-action.ts';

const LIMIT = 200;
const MAX_ATTEMPTS = 8;
/** Resolved by one approval; the cron resolves the others. */
const MAX_CONFLICTS = 10;

/** The actions whose effects wait, in the order in which they were done. */
export async function readWaitingActions(ctx: Context): Promise<ReplyOf<typeof listWaitingActions>> {
  const found = await listWaitingRows(ctx.db, LIMIT);
  return found.map(({ doneAtMs, receivedAtMs, ...row }) => ({
    ...row,
    doneAt: isoInstant(doneAtMs),
    receivedAt: isoInstant(receivedAtMs),
  }));
}

type Decision = { id: string; isApproved: boolean };

/** Throws not_found, and conflict with the reason when the action cannot be approved or was decided otherwise. */
export async function decideAction(
  ctx: Context,
  actor: Actor,
  { id, isApproved }: Decision,
): Promise<ReplyOf<typeof decideWaitingAction>> {
  const approval = isApproved ? 'approved' : 'rejected';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await findLogRow(ctx.db, id);
    if (!row?.approval) throw new AppError('not_found', 'There is no such action.');
    if (row.approval === approval) return decisionReply(ctx, { id, approval });
    if (row.approval !== 'waiting') throw new AppError('conflict', `This action was ${row.approval} before.`);
    if (await tryDecision(ctx, actor, { row, isApproved })) {
      await resolvePendingConflicts(ctx, { stopIds: [row.stopId], limit: MAX_CONFLICTS });
      return decisionReply(ctx, { id, approval });
    }
  }
  throw new AppError('busy', 'This stop is being changed. Please try again.', { retryAfter: 1 });
}

/** `conflict`: what an approved action did not change, because the plan or an earlier record differs; null without one. */
async function decisionReply(ctx: Context, decided: { id: string; approval: 'approved' | 'rejected' }) {
  const conflicts = decided.approval === 'approved' ? await listConflictsOfAction(ctx.db, decided.id) : [];
  return { ...decided, conflict: conflicts.map(({ message }) => message).join(' ') || null };
}

const REJECTED = { statements: [], guards: {}, outboxIds: [], payload: undefined };

/** False: something changed since the stop was read. */
async function tryDecision(
  ctx: Context,
  actor: Actor,
  { row, isApproved }: { row: LogRow; isApproved: boolean },
): Promise<boolean> {
  const decision = { id: row.id, userId: actor.userId, nowMs: ctx.now() };
  const plan = isApproved ? await planWaitingAction(ctx, row) : REJECTED;
  const approval = isApproved ? ('approved' as const) : ('rejected' as const);
  try {
    await commit(ctx, {
      guards: { waiting: isWaiting(row.id), ...plan.guards },
      writes: {
        decided: decideLogRow(ctx.db, { ...decision, approval, payload: plan.payload }),
        effects: plan.statements,
      },
    });
  } catch (error) {
    if (isLogConflict(error)) return false;
    const known = findPaymentConstraintError(error);
    if (known || !isConstraintFailure(error)) throw known ?? error;
    ctx.log.error('driver_action_not_processed', { actionId: row.id, ...describeError(error) });
    throw new AppError('conflict', NOT_PROCESSED);
  }
  for (const id of plan.outboxIds ?? []) await enqueueOutboxRow(ctx, id);
  return true;
}

const NOT_PROCESSED =
  'The system could not process this action. Enter what it changes at the booking, then reject it here.';

async function planWaitingAction(ctx: Context, row: LogRow) {
  // What is done depends on the unit that was recorded before.
  const earlier = await findEarlierWaiting(ctx.db, row);
  if (earlier) {
    const name = ACTION_LABELS[earlier.type];
    throw new AppError('conflict', `Decide first what the driver recorded before at this stop: ${name}.`);
  }
  const input = await readStoredAction(ctx, row);
  if (!input) throw new AppError('conflict', 'The data of this action was removed.');
  const plan = await planAction(input);
  if (plan.isRefused) throw new AppError('conflict', plan.reason);
  const asRead = isStopAsRead(input.state.stop, input.record?.version ?? null);
  const { payload } = input.entry;
  return { ...plan, payload, guards: { stop_as_read: asRead, ...plan.guards } };
}
