import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import type { Db } from '#worker/db/client.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/history/events-repo.ts';
import { insertOperation, type NewOperation, type Operation } from './repo.ts';

/** So long a request has an operation to itself; longer than it can take, its calls to Stripe included. */
export const CLAIM_MS = 60_000;

type Statement = ReturnType<Db['run']>;

/**
 * Stores an operation before Stripe hears of it. One live one per booking, never above what is due or was paid, not
 * beside an open pay link: the database refuses the rest. `alongside`: statements of the same transaction, after it.
 */
export async function begin(
  ctx: Context,
  wanted: Omit<NewOperation, 'claimedUntil' | 'nowMs'>,
  alongside: (nowMs: number) => Statement[] = () => [],
): Promise<Operation> {
  const nowMs = ctx.now();
  const insert = insertOperation(ctx.db, { ...wanted, claimedUntil: nowMs + CLAIM_MS, nowMs });
  try {
    const [rows] = await ctx.db.batch([insert, ...alongside(nowMs), ...recordStart(ctx.db, wanted, nowMs)]);
    const [operation] = rows;
    if (!operation) throw new Error('No operation was stored');
    return operation;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** A refund changes the booking when it starts, a charge when it ends: each makes one version. */
function recordStart(
  db: Db,
  wanted: Pick<NewOperation, 'kind' | 'bookingId' | 'amount' | 'reason' | 'createdBy'>,
  nowMs: number,
) {
  const { kind, bookingId, amount, reason, createdBy } = wanted;
  const start = { bookingId, actor: { type: 'staff' as const, userId: createdBy }, nowMs };
  if (kind === 'charge')
    return [insertBookingEvent(db, { ...start, action: 'charge_started', details: { amount } })];
  const details = { amount, refundReason: reason };
  return insertBookingChange(db, { ...start, action: 'refund_started', details });
}

/** 409 for the twin of a call that is still running: the page repeats it silently. */
export function busyTwin(): AppError {
  return new AppError('busy', 'This is being worked on already.', { retryAfter: 1 });
}

/** Refuses to take an operation from a request that is still at work on it. */
export function assertBusyOver(ctx: Context, { claimedUntil }: Operation) {
  if (claimedUntil !== null && claimedUntil > ctx.now()) throw busyTwin();
}

export function assertSameRequest(earlier: Operation, requestHash: string) {
  if (earlier.requestHash === requestHash) return;
  throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
}

export function busyBooking(): AppError {
  return new AppError(
    'busy',
    'Another charge or refund of this booking is still under way. Wait until it is settled.',
  );
}

const REFUSALS: Readonly<Record<string, () => AppError>> = {
  'payment_operations.idempotency_key': busyTwin,
  'payment_operations.booking_id': busyBooking,
  payment_operation_live: busyBooking,
  pay_link_open: () =>
    new AppError('conflict', 'A new pay link was opened meanwhile. Look at the booking again.'),
  'pay_links.booking_id': () =>
    new AppError('conflict', 'A new pay link was opened meanwhile. Look at the booking again.'),
  charge_above_due: () => new AppError('conflict', 'The amount is more than the remaining balance.'),
  refund_above_paid: () =>
    new AppError('conflict', 'Refund amount cannot exceed the original payment amount.'),
};

/** The 409 of what an index or a trigger of the money's tables refused; null of any other failure. */
export function refusalOf(error: unknown): AppError | null {
  const complaint = `${error} ${error instanceof Error ? error.cause : ''}`;
  const refusal = Object.entries(REFUSALS).find(([mark]) => complaint.includes(mark))?.[1];
  return refusal?.() ?? null;
}
