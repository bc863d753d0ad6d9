import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit, type Write } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { cancellingError } from '#worker/base/http/errors.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { findOperationByKey, insertOperation, type NewOperation, type Operation } from './repo.ts';

/** How long a request claims an operation: longer than a request with its Stripe calls can run. */
export const OPERATION_CLAIM_MS = 60_000;

/**
 * Stores an operation before anything is sent to Stripe. The database rejects a second live operation of the booking,
 * an amount above the amount due or paid, and an operation beside an open payment link; then this throws conflict or
 * busy. `furtherWrites`: of the same transaction. `discountAmount`: of a refund, for the history.
 */
export async function startOperation(
  ctx: Context,
  {
    discountAmount = 0,
    ...input
  }: Omit<NewOperation, 'claimedUntil' | 'nowMs'> & { discountAmount?: number },
  furtherWrites: (nowMs: number) => readonly Write[] = () => [],
): Promise<Operation> {
  const nowMs = ctx.now();
  const insert = insertOperation(ctx.db, { ...input, claimedUntil: nowMs + OPERATION_CLAIM_MS, nowMs });
  try {
    const { inserted } = await commit(ctx, {
      writes: {
        inserted: insert,
        further: furtherWrites(nowMs),
        events: insertStartEvents(ctx.db, input, { nowMs, discountAmount }),
      },
    });
    const [operation] = inserted;
    if (!operation) throw new Error('No operation was stored');
    return operation;
  } catch (error) {
    throw findPaymentConstraintError(error) ?? error;
  }
}

/** A refund makes a new version of the booking when it starts; a charge makes one when it ends. */
function insertStartEvents(
  db: Db,
  input: Pick<NewOperation, 'kind' | 'bookingId' | 'amount' | 'reason' | 'createdBy'>,
  { nowMs, discountAmount }: { nowMs: number; discountAmount: number },
) {
  const { kind, bookingId, amount, reason, createdBy } = input;
  const start = { bookingId, actor: { type: 'staff' as const, userId: createdBy }, nowMs };
  if (kind === 'charge')
    return [insertBookingEvent(db, { ...start, action: 'charge_started', details: { amount } })];
  const details = { amount, refundReason: reason, ...(discountAmount > 0 && { discountAmount }) };
  return insertBookingChange(db, { ...start, action: 'refund_started', details });
}

/**
 * The 409 error for a call whose first request is still running. The page repeats the call without showing a message.
 */
export function requestInProgress(): AppError {
  return new AppError('busy', 'This request is already being processed.', { retryAfter: 1 });
}

/** True while a request works on the operation. */
export function isClaimed(ctx: Context, { claimedUntil }: Operation): boolean {
  return claimedUntil !== null && claimedUntil > ctx.now();
}

type OnceForKey<Result> = {
  /** SHA-256 of the request: another one with the same key is refused. */
  requestHash: string;
  start: () => Promise<Result>;
  /** Returns the state so far of the operation that the first call with the key has started. */
  repeat: (earlier: Operation) => Promise<Result>;
};

/**
 * Starts a charge or refund once for each Idempotency-Key. The first call may store its operation while a repeated one
 * reads the booking; that one is then refused (busy, stale, nothing due), and finds the operation.
 */
export async function onceForKey<Result>(
  ctx: Context,
  key: string,
  { requestHash, start, repeat }: OnceForKey<Result>,
): Promise<Result> {
  const findEarlier = async () => {
    const earlier = await findOperationByKey(ctx.db, key);
    if (earlier) assertSameRequest(earlier, requestHash);
    return earlier;
  };
  const earlier = await findEarlier();
  if (earlier) return repeat(earlier);
  try {
    return await start();
  } catch (error) {
    const isRefused = error instanceof AppError && error.status === 409;
    const other = isRefused ? await findEarlier() : null;
    if (!other) throw error;
    return repeat(other);
  }
}

function assertSameRequest(earlier: Operation, requestHash: string) {
  if (earlier.requestHash === requestHash) return;
  throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
}

export function busyBooking(): AppError {
  return new AppError(
    'busy',
    'Another charge or refund of this booking is still in progress. Wait until it has finished.',
  );
}

/** The unique index that allows one open payment link of a booking. */
const ONE_OPEN_LINK = 'pay_links.booking_id';

const anotherLink = () =>
  new AppError('conflict', 'A new payment link was created for this booking. Reload the booking.');

const CONSTRAINT_ERRORS: Readonly<Record<string, () => AppError>> = {
  'payment_operations.idempotency_key': requestInProgress,
  'payment_operations.booking_id': busyBooking,
  payment_operation_live: busyBooking,
  booking_cancelling: cancellingError,
  pay_link_open: anotherLink,
  [ONE_OPEN_LINK]: anotherLink,
  charge_above_due: () => new AppError('conflict', 'The amount is more than the remaining balance.'),
  payment_above_due: () => new AppError('conflict', 'The amount is more than the remaining balance.'),
  payment_refunded: () =>
    new AppError('conflict', 'All or part of this payment was refunded, so it cannot be voided.'),
  refund_above_paid: () =>
    new AppError('conflict', 'Refund amount cannot exceed the original payment amount.'),
  discount_of_cancelled: () =>
    new AppError(
      'conflict',
      'This booking is cancelled, so its refund is no discount. Set discountAmount to 0.',
    ),
};

/** True if a link was not stored because the booking has an open one. */
export function isLinkOpenAlready(error: unknown): boolean {
  return databaseMessage(error).includes(ONE_OPEN_LINK);
}

/** The 409 error for a constraint of the payment tables; null for any other error. */
export function findPaymentConstraintError(error: unknown): AppError | null {
  const message = databaseMessage(error);
  const makeError = Object.entries(CONSTRAINT_ERRORS).find(([name]) => message.includes(name))?.[1];
  return makeError?.() ?? null;
}

/** Sends an open operation to the queue. If the queue does not take it, the cron processes it. */
export async function enqueueOperation(ctx: Context, id: number) {
  await ctx.behindReply(
    () => ctx.send({ type: 'operation', id }),
    (error) => ctx.log.error('operation_not_enqueued', { operationId: id, ...describeError(error) }),
  );
}
