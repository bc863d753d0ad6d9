import {
  BULK_ROWS_SHOWN,
  type BulkAction,
  type BulkActionInput,
  type BulkActionRow,
} from '#contract/bulk-actions.ts';
import { MAX_BULK_ROWS, TOO_MANY_MATCHES } from '#domain/rental/bulk-actions.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { formatCount } from '#domain/shared/text.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { listMatchingIds } from '#worker/bookings/service.ts';
import {
  type BulkActionRecord,
  countsOf,
  findAction,
  findActionByKey,
  insertAction,
  listActionsOf,
  listResults,
  markSeen,
  reopenFailed,
} from './repo.ts';
import { deleteAttempts, enqueueBulkAction } from './run.ts';

/** The most actions of a list. */
const LISTED = 20;

/**
 * Stores an action with its bookings; the queue processes them. A repeated call with the same Idempotency-Key returns
 * the first action. Throws 409 when the filter matches no booking, too many, or another number than the user saw.
 */
export async function startBulkAction(
  ctx: Context,
  actor: Actor,
  { key, body }: { key: string | null; body: BulkActionInput },
): Promise<BulkAction> {
  // Of the account: a key of another one is another request.
  const idempotencyKey = `${actor.userId}:${key ?? ctx.newId()}`;
  const request = await sha256(JSON.stringify(body));
  const earlier = await findActionByKey(ctx.db, idempotencyKey);
  if (earlier) return toBulkAction(assertSameRequest(earlier, request));
  const { type, input } = body;
  const action = { type, input: { ...input, request }, createdAt: ctx.now(), createdBy: actor.userId };
  await insertAction(ctx.db, { ...action, idempotencyKey }, await findBookingIds(ctx, body));
  const stored = await findActionByKey(ctx.db, idempotencyKey);
  if (!stored) throw new Error('The stored bulk action was not found');
  await enqueueBulkAction(ctx, stored.id);
  return toBulkAction(assertSameRequest(stored, request));
}

function assertSameRequest(action: BulkActionRecord, request: string): BulkActionRecord {
  if ((action.input as { request?: string }).request === request) return action;
  throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
}

async function findBookingIds(ctx: Context, { ids, filter = {}, expectedCount }: BulkActionInput) {
  if (ids) return [...new Set(ids)];
  const found = await listMatchingIds(ctx, filter, MAX_BULK_ROWS + 1);
  if (found.length > MAX_BULK_ROWS) throw new AppError('conflict', TOO_MANY_MATCHES);
  if (found.length === 0) throw new AppError('conflict', 'No booking matches any more.');
  if (expectedCount !== undefined && expectedCount !== found.length) {
    const [now, before] = [formatCount(found.length), formatCount(expectedCount)];
    throw new AppError(
      'conflict',
      `${now} bookings match now, not ${before}. Look at the list, then try again.`,
    );
  }
  return found;
}

export async function listBulkActions(ctx: Context, actor: Actor): Promise<BulkAction[]> {
  return (await listActionsOf(ctx.db, actor.userId, LISTED)).map(toBulkAction);
}

/** Throws not_found for an action of another account. */
export async function getBulkAction(
  ctx: Context,
  actor: Actor,
  { id, offset }: { id: number; offset: number },
): Promise<BulkAction & { rows: BulkActionRow[] }> {
  const action = await getOwnAction(ctx, actor, id);
  const rows = await listResults(ctx.db, id, { offset, limit: BULK_ROWS_SHOWN });
  return {
    ...toBulkAction(action),
    rows: rows.map(({ firstName, lastName, ...row }) => ({
      ...row,
      customer: firstName === null ? null : [firstName, lastName].filter(Boolean).join(' '),
    })),
  };
}

/** Tries the failed bookings of an action again. A running action is returned as it is. */
export async function retryBulkAction(ctx: Context, actor: Actor, id: number): Promise<BulkAction> {
  await getOwnAction(ctx, actor, id);
  await reopenFailed(ctx.db, id, deleteAttempts(ctx.db, id));
  await enqueueBulkAction(ctx, id);
  return toBulkAction(await getOwnAction(ctx, actor, id));
}

export async function markBulkActionsSeen(ctx: Context, actor: Actor, ids: readonly number[]) {
  return { seen: await markSeen(ctx.db, { userId: actor.userId, ids, nowMs: ctx.now() }) };
}

async function getOwnAction(ctx: Context, actor: Actor, id: number): Promise<BulkActionRecord> {
  const action = await findAction(ctx.db, id);
  if (action?.createdBy === actor.userId) return action;
  throw new AppError('not_found', 'There is no such action. Results are kept for 90 days.');
}

function toBulkAction(action: BulkActionRecord): BulkAction {
  const { id, type } = action;
  return {
    id,
    type,
    input: action.input as BulkAction['input'],
    counts: countsOf(action),
    createdAt: isoInstant(action.createdAt),
    finishedAt: isoInstant(action.finishedAt),
    seenAt: isoInstant(action.seenAt),
  };
}
