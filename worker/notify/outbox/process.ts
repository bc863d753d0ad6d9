import type { Context } from '#worker/base/context.ts';
import { incrementCount } from '#worker/base/db/rate-limits-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Mail } from '#worker/base/platform/mail.ts';
import { moveToDeadLetters } from './dead-letters.ts';
import { enqueueOutboxRow } from './enqueue.ts';
import {
  findPendingRow,
  listPendingRows,
  markDone,
  type OutboxRow,
  storeAttemptError,
  storeDueAt,
} from './repo.ts';

/**
 * What became of a row, beside an e-mail: a text that the provider accepted, one that was dropped and why, one that staging
 * does not send, or one that is not sent before `dueAt` (milliseconds).
 */
export type HandlerResult =
  | { messageId: string }
  | { dropReason: string }
  | { isWithheld: true }
  | { dueAt: number };

/** Processes a row; throws if the row must be tried again. E-mails go through `ctx.mail`; `report` is for everything else. */
export type OutboxHandler = (
  ctx: Context,
  row: OutboxRow,
  report: (result: HandlerResult) => void,
) => Promise<void>;
export type OutboxHandlers = Readonly<Record<OutboxRow['kind'], OutboxHandler>>;

/** A row that failed this many times is dead, and staff see it. Attempts of queue and cron count. */
export const MAX_OUTBOX_ATTEMPTS = 20;
const BATCH_SIZE = 100;
/** An attempt that runs longer than this counts as crashed. */
const CLAIM_MS = 15_000;
const CLAIM_POLL_MS = 250;
const MAX_QUEUE_DELAY_SECONDS = 12 * 60 * 60;
/** The queue begins with a new row within this time. */
const QUEUE_START_MS = 2 * 60_000;

/**
 * Processes one outbox row at most once at a time. A concurrent caller waits and retries if the attempt failed or its
 * claim expired. A row that is done or dead is skipped; one that is not due yet goes back to the queue.
 */
export async function processRow(ctx: Context, id: string, handlers: OutboxHandlers): Promise<void> {
  const row = await findPendingRow(ctx.db, id);
  if (!row) return;
  const delaySeconds = secondsUntilDue(ctx, row);
  if (delaySeconds > 0) return enqueueOutboxRow(ctx, id, { delaySeconds });
  if (!(await claim(ctx, row))) {
    await ctx.pause(CLAIM_POLL_MS);
    return processRow(ctx, id, handlers);
  }
  try {
    const result = await runHandler(ctx, row, handlers);
    if (result.dueAt !== null) return await postponeRow(ctx, row, result.dueAt);
    await markDone(ctx.db, row, { ...result, nowMs: ctx.now() });
  } catch (error) {
    await storeAttemptError(ctx.db, id, String(describeError(error).error));
    throw error;
  }
}

/**
 * Processes the rows that the queue lost. `includeRecent` adds the rows that the queue may still process, but never a
 * row that is not due yet. `queueSpanMs`: the time in which the queue makes all of its attempts.
 */
export async function processPending(
  ctx: Context,
  handlers: OutboxHandlers,
  { includeRecent, queueSpanMs }: { includeRecent: boolean; queueSpanMs: number },
) {
  const before = (ms: number) => ctx.now() - (includeRecent ? 0 : ms);
  const pending = await listPendingRows(ctx.db, {
    untried: before(QUEUE_START_MS),
    tried: before(queueSpanMs),
    limit: BATCH_SIZE,
  });
  const counts = { examined: pending.length, done: 0, failed: 0 };
  for (const { id, attempts } of pending) {
    try {
      await processRow(ctx, id, handlers);
      counts.done += 1;
    } catch (error) {
      counts.failed += 1;
      ctx.log.error('outbox_row_failed', { outboxId: id, ...describeError(error) });
      if (attempts + 1 >= MAX_OUTBOX_ATTEMPTS) await moveToDeadLetters(ctx, id);
    }
  }
  return counts;
}

function secondsUntilDue(ctx: Context, { dueAt }: OutboxRow): number {
  return Math.ceil(((dueAt ?? 0) - ctx.now()) / 1000);
}

/** True for one caller per attempt. The next attempt has its own claim, so it can begin once this one has failed. */
async function claim(ctx: Context, { id, attempts }: OutboxRow): Promise<boolean> {
  const key = `outbox:${id}:${attempts}`;
  return (await incrementCount(ctx.db, { key, windowMs: CLAIM_MS, nowMs: ctx.now() })).count === 1;
}

/** The row is processed again at an instant. It counts as an attempt, so that the claim of this one does not block it. */
async function postponeRow(ctx: Context, { id }: OutboxRow, dueAt: number) {
  await storeDueAt(ctx.db, id, dueAt);
  const seconds = Math.ceil((dueAt - ctx.now()) / 1000);
  // The queue delays a message at most this long; the cron finds rows that are due later.
  if (seconds <= MAX_QUEUE_DELAY_SECONDS)
    await enqueueOutboxRow(ctx, id, { delaySeconds: Math.max(0, seconds) });
}

type RowResult = {
  /** The address of the e-mail that the handler sent; null when it sent none. */
  sentTo: string | null;
  isWithheld: boolean;
  messageId: string | null;
  dropReason: string | null;
  dueAt: number | null;
};

async function runHandler(ctx: Context, row: OutboxRow, handlers: OutboxHandlers): Promise<RowResult> {
  const handler = handlers[row.kind];
  // A newer version of the Worker can write kinds that this one does not know; that version processes them.
  if (!handler) throw new Error(`Outbox row ${row.id} has the unknown kind ${row.kind}`);
  const done: RowResult = { sentTo: null, isWithheld: false, messageId: null, dropReason: null, dueAt: null };
  const send = async (mail: Mail) => {
    const result = await ctx.mail.send(mail);
    if (result.status === 'withheld') done.isWithheld = true;
    else {
      done.sentTo = mail.to;
      done.messageId = result.messageId;
    }
    return result;
  };
  await handler({ ...ctx, mail: { send } }, row, (result) => Object.assign(done, result));
  return done;
}
