import { can } from '#domain/accounts/access.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import type { BulkStatus } from '#domain/rental/bulk-actions.ts';
import { DAY_MS } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import {
  countResult,
  deleteCountsBelow,
  incrementCount,
  incrementStatement,
  resetCount,
} from '#worker/base/db/rate-limits-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { sendReminder } from '#worker/bookings/reminders/service.ts';
import { setBookingStatus } from '#worker/bookings/service.ts';
import {
  type BulkActionRecord,
  endRow,
  failWaiting,
  findAction,
  finishAction,
  listUnfinished,
  listWaiting,
  makeTaskStep,
  selectAccount,
} from './repo.ts';

/** Bookings of one message: few enough for the query limit of a call. */
const CHUNK_ROWS = 20;
/** A message that works longer than this counts as crashed. */
const CLAIM_MS = 60_000;
/** A booking that stopped the Worker this often is not tried again. */
const MAX_ROW_ATTEMPTS = 3;
/** The most actions that the cron resumes at once. */
const RESUMED = 100;

/** Sends the next message of an action. An error of the queue is not thrown: the cron resumes the action. */
export async function enqueueBulkAction(ctx: Context, id: number) {
  try {
    await ctx.send({ type: 'bulk-action', id });
  } catch (error) {
    ctx.log.error('bulk_action_not_enqueued', { bulkActionId: id, ...describeError(error) });
  }
}

/**
 * Processes the next bookings of an action and sends a message for the rest. One message of an action works at a time;
 * if two do, each booking is still changed once (`makeTaskStep`).
 */
export async function runBulkAction(ctx: Context, id: number): Promise<void> {
  const key = `bulk-action:${id}`;
  const claim = await incrementCount(ctx.db, { key, windowMs: CLAIM_MS, nowMs: ctx.now() });
  if (claim.count > 1) return;
  let isFinished: boolean;
  try {
    const action = await findAction(ctx.db, id);
    if (!action || action.finishedAt !== null) return;
    for (const bookingId of await listWaiting(ctx.db, id, CHUNK_ROWS)) {
      if (!(await runRow(ctx, action, bookingId))) break;
    }
    isFinished = await finishAction(ctx.db, id, ctx.now());
  } finally {
    await resetCount(ctx.db, key);
  }
  if (!isFinished) await enqueueBulkAction(ctx, id);
}

/** For the cron: sends a message for each unfinished action, whose own message may be lost. */
export async function resumeBulkActions(ctx: Context): Promise<{ bulkActions: number }> {
  const ids = await listUnfinished(ctx.db, RESUMED);
  for (const id of ids) await enqueueBulkAction(ctx, id);
  return { bulkActions: ids.length };
}

/** Changes one booking with the rights that the account has now. Returns false if they are gone: then all rows failed. */
async function runRow(ctx: Context, action: BulkActionRecord, bookingId: number): Promise<boolean> {
  const row = { actionId: action.id, bookingId };
  const attempts = { key: `${attemptsKey(action.id)}:${bookingId}`, windowMs: DAY_MS, nowMs: ctx.now() };
  const [counted, [account]] = await commit(ctx, {
    writes: [incrementStatement(ctx.db, attempts), selectAccount(ctx.db, action.createdBy)],
  });
  if (!account?.isActive || !can(account.role, 'bookings:write')) {
    await failWaiting(ctx.db, action.id, lostRights(account));
    return false;
  }
  if (countResult(counted, attempts).count > MAX_ROW_ATTEMPTS) {
    await endRow(ctx.db, row, { state: 'failed', message: STOPPED });
    return true;
  }
  const { username, role } = account;
  const actor = { userId: action.createdBy, username, role, sessionId: '' };
  try {
    const unchanged = await changeOne(ctx, actor, { action, bookingId });
    // Only a row that still waits: a change has ended its row already.
    await endRow(ctx.db, row, { state: 'succeeded', message: unchanged });
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.error('bulk_row_failed', { ...row, ...describeError(error) });
    const message = error instanceof AppError ? error.message : STOPPED;
    await endRow(ctx.db, row, { state: 'failed', message });
  }
  return true;
}

/** Returns the message for a booking that needs no change. */
async function changeOne(
  ctx: Context,
  actor: Actor,
  { action, bookingId: id }: { action: BulkActionRecord; bookingId: number },
): Promise<string | null> {
  const step = makeTaskStep(ctx.db, { actionId: action.id, bookingId: id });
  switch (action.type) {
    case 'status': {
      const input = action.input as { status: BulkStatus; notifyCustomer: boolean; pickedUp: boolean };
      await setBookingStatus(ctx, actor, { ...input, id, version: null, step, isBulk: true });
      return `The booking was ${BOOKING_STATUS_LABELS[input.status]} already.`;
    }
    case 'reminder':
      await sendReminder(ctx, actor, { id, version: null, step });
      return null;
  }
}

const STOPPED = 'An internal error stopped this booking. Try it again.';

function lostRights(account: { isActive: boolean } | undefined): string {
  return account?.isActive
    ? 'Not done: the role of the account that started this no longer allows it.'
    : 'Not done: the account that started this was deactivated.';
}

const attemptsKey = (actionId: number) => `bulk-row:${actionId}`;

/** For the batch of a retry: the attempts of each booking begin again. */
export function deleteAttempts(db: Context['db'], actionId: number) {
  return deleteCountsBelow(db, attemptsKey(actionId));
}
