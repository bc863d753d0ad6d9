import type { listDriverConflicts, resolveDriverConflict } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { CONFLICT_LABELS, UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, type Guards } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { recordUnitOnSite } from '#worker/fleet/locations/jobs-repo.ts';
import {
  type ConflictRow,
  findConflict,
  isConflictResolved,
  listOpenConflicts,
  listPendingConflicts,
  markConflictResolved,
} from './conflicts-repo.ts';
import { undeliveredStatements } from './done-effects.ts';
import { findLogRow, isLogConflict } from './log-repo.ts';
import type { ActionInput, EffectStatement } from './plan.ts';
import { judgeTicket } from './plan-ticket.ts';
import { isStopAsRead } from './state-repo.ts';
import { readStoredAction } from './stored-action.ts';

const LIMIT = 200;

type Conflict = ReplyOf<typeof listDriverConflicts>[number];

/** The open conflicts, oldest first. */
export async function readOpenConflicts(ctx: Context): Promise<Conflict[]> {
  return (await listOpenConflicts(ctx.db, LIMIT)).map(toConflict);
}

/**
 * Marks a conflict as resolved by a user. The unit that the booking has now is then on site if none is recorded there.
 * Repeating it changes nothing. Throws not_found.
 */
export async function resolveConflict(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof resolveDriverConflict>> {
  const row = await getConflict(ctx, id);
  if (row.resolvedAt !== null) return toConflict(row);
  const { bookingId } = row;
  const by = { userId: actor.userId, nowMs: ctx.now() };
  const isOfUnit = UNIT_CONFLICT_KINDS.some((kind) => kind === row.kind);
  const settled = isOfUnit && bookingId !== null ? [recordUnitOnSite(ctx.db, { ...by, bookingId })] : [];
  try {
    await commit(ctx, { writes: { resolved: markConflictResolved(ctx.db, { id, ...by }), settled } });
  } catch (error) {
    if (!isConflictResolved(databaseMessage(error))) throw error;
  }
  return toConflict(await getConflict(ctx, id));
}

async function getConflict(ctx: Context, id: number): Promise<ConflictRow> {
  const row = await findConflict(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such conflict.');
  return row;
}

function toConflict({ createdAt, resolvedAt, doneAtMs, ...row }: ConflictRow): Conflict {
  return {
    ...row,
    label: CONFLICT_LABELS[row.kind],
    doneAt: isoInstant(doneAtMs),
    createdAt: isoInstant(createdAt),
    resolvedAt: isoInstant(resolvedAt),
  };
}

/**
 * Resolves the conflicts whose missing record has arrived: a ticket gets its fee after the pickup, a pickup is done after
 * the delivery. Each conflict has a transaction of its own, so repeating the call changes nothing. Returns how many were
 * resolved. `stopIds`: only conflicts that these stops can resolve, which keeps a call short; the cron omits it.
 */
export async function resolvePendingConflicts(
  ctx: Context,
  { stopIds, limit = LIMIT }: { stopIds?: readonly number[]; limit?: number } = {},
): Promise<{ resolvedConflicts: number }> {
  let resolvedConflicts = 0;
  for (const { id, actionId, kind } of await listPendingConflicts(ctx.db, { limit, stopIds })) {
    try {
      const row = actionId === null ? null : await findLogRow(ctx.db, actionId);
      const input = row ? await readStoredAction(ctx, row) : null;
      const resolution = input && (await resolve(input, kind));
      if (!resolution) continue;
      await commit(ctx, {
        guards: resolution.guards ?? {},
        writes: {
          resolved: markConflictResolved(ctx.db, { id, userId: null, nowMs: ctx.now() }),
          effects: resolution.statements,
        },
      });
      resolvedConflicts += 1;
    } catch (error) {
      // Another call was faster, or the cron tries again.
      if (isLogConflict(error)) continue;
      ctx.log.error('driver_conflict_not_resolved', { conflictId: id, ...describeError(error) });
    }
  }
  return { resolvedConflicts };
}

/** Null while the missing record has not arrived. */
async function resolve(
  input: ActionInput,
  kind: ConflictRow['kind'],
): Promise<{ guards?: Guards; statements: EffectStatement[] } | null> {
  if (kind === 'undelivered') {
    const statements = undeliveredStatements(input as ActionInput<'done'>);
    if (!statements) return null;
    return {
      guards: { stop_as_read: isStopAsRead(input.state.stop, input.record?.version ?? null) },
      statements,
    };
  }
  const verdict = await judgeTicket(input as ActionInput<'ticket'>);
  if (verdict.status === 'known') return { statements: [] };
  return verdict.status === 'billed' ? verdict : null;
}
