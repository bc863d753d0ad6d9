import type { decideDriverConflict, listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isoInstant } from '#domain/days.ts';
import { CONFLICT_LABELS } from '#domain/dispatch/conflicts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { databaseMessage } from '#worker/db/constraint-errors.ts';
import { describeError } from '#worker/platform/log.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import {
  type ConflictRow,
  closeConflict,
  findConflict,
  isConflictDecided,
  listOpenConflicts,
  listPendingConflicts,
} from './conflicts-repo.ts';
import { undeliveredStatements } from './done-effects.ts';
import { findLogRow, isLogConflict } from './log-repo.ts';
import type { ActionInput, EffectStatement } from './plan.ts';
import { judgeTicket } from './plan-ticket.ts';
import { readStoredAction } from './stored-action.ts';

const LIMIT = 200;
const LIMIT_OF_CALL = 20;

type Conflict = ReplyOf<typeof listDriverConflicts>[number];

/** The conflicts that no dispatcher has decided, oldest first. */
export async function openConflicts(ctx: Context): Promise<Conflict[]> {
  return (await listOpenConflicts(ctx.db, LIMIT)).map(toConflict);
}

/** Marks a conflict as decided, once. Throws not_found. */
export async function decideConflict(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof decideDriverConflict>> {
  const row = await getConflict(ctx, id);
  if (row.decidedAt !== null) return toConflict(row);
  try {
    await closeConflict(ctx.db, { id, userId: actor.userId, nowMs: ctx.now() });
  } catch (error) {
    if (!isConflictDecided(databaseMessage(error))) throw error;
  }
  return toConflict(await getConflict(ctx, id));
}

async function getConflict(ctx: Context, id: number): Promise<ConflictRow> {
  const row = await findConflict(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such conflict.');
  return row;
}

function toConflict({ createdAt, decidedAt, doneAtMs, ...row }: ConflictRow): Conflict {
  return {
    ...row,
    label: CONFLICT_LABELS[row.kind],
    doneAt: isoInstant(doneAtMs),
    createdAt: isoInstant(createdAt),
    decidedAt: isoInstant(decidedAt),
  };
}

/**
 * Tickets get their fee and pickups are done as soon as what they waited for is recorded: the pickup before the ticket,
 * the delivery before the pickup. Each by its own transaction with the end of its conflict, so repeating it changes
 * nothing. Returns how many ended. `stopIds`: in a call of a driver, only what its stops can end, so that the conflicts of
 * others do not slow it down; the cron has all.
 */
export async function settleConflicts(
  ctx: Context,
  { stopIds }: { stopIds?: readonly number[] } = {},
): Promise<{ settledConflicts: number }> {
  let settledConflicts = 0;
  const limit = stopIds ? LIMIT_OF_CALL : LIMIT;
  for (const { id, actionId, kind } of await listPendingConflicts(ctx.db, { limit, stopIds })) {
    try {
      const row = await findLogRow(ctx.db, actionId);
      const input = row ? await readStoredAction(ctx, row) : null;
      const statements = input && (await settlingStatements(input, kind));
      if (!statements) continue;
      await ctx.db.batch([closeConflict(ctx.db, { id, userId: null, nowMs: ctx.now() }), ...statements]);
      settledConflicts += 1;
    } catch (error) {
      // Another call was faster, or the cron tries again.
      if (isLogConflict(error)) continue;
      ctx.log.error('driver_conflict_not_closed', { conflictId: id, ...describeError(error) });
    }
  }
  return { settledConflicts };
}

/** Null: it still waits. */
async function settlingStatements(
  input: ActionInput,
  kind: ConflictRow['kind'],
): Promise<EffectStatement[] | null> {
  if (kind === 'undelivered') return undeliveredStatements(input as ActionInput<'done'>);
  const verdict = await judgeTicket(input as ActionInput<'ticket'>);
  if (verdict.status === 'known') return [];
  return verdict.status === 'billed' ? verdict.statements : null;
}
