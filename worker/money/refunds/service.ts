import type { BodyOf } from '#contract/endpoint.ts';
import type { RefundPart, refundPayment as refundCall } from '#contract/payments.ts';
import { isDisputeOpen } from '#domain/money/disputes.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import {
  allocateRefund,
  computeDiscountable,
  computeRefundable,
  type Refundable,
  type Share,
  withDiscount,
} from '#domain/money/refunds.ts';
import { AppError } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { endOpenLink } from '#worker/money/charges/end-open-link.ts';
import { findLive, findOperation, LIVE, type Operation } from '#worker/money/operations/repo.ts';
import {
  busyBooking,
  enqueueOperation,
  isClaimed,
  onceForKey,
  startOperation,
} from '#worker/money/operations/start.ts';
import { isNotificationStored } from '#worker/notify/outbox/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBookingAt } from '#worker/rental/service.ts';
import { claimRefund } from './claim.ts';
import { insertParts, listPaid, listParts, type Part } from './repo.ts';
import { settleParts } from './settle.ts';

const ABOVE = 'Refund amount cannot exceed the original payment amount.';
const NONE_MOVED = 'Our payment provider refused the refund. Nothing was refunded.';

/** `version`: the booking's version that the caller has seen; null accepts any version. */
type RefundInput = BodyOf<typeof refundCall> & { key: string; version: number | null };

export type PaidOut = NonNullable<RefundInput['paidOut']>;

/** The outcome of a refund. `isOpen`: a part is pending at the bank, or will be retried. */
export type Refunded = {
  operation: Operation;
  parts: RefundPart[];
  isOpen: boolean;
  isCustomerNotified: boolean;
};

/**
 * Refunds part or all of the paid amount, card payments first and the newest of them first, each part with its own
 * idempotency key. Staff pay out the parts of payments outside Stripe, which are only recorded. A part without
 * an answer from Stripe is retried in the background. Throws 502 when all parts failed.
 */
export async function refundPayment(ctx: Context, actor: Actor, input: RefundInput): Promise<Refunded> {
  const { bookingId, amount, reason, notifyCustomer, paidOut, discountAmount = 0, key } = input;
  const requestHash = await sha256(
    JSON.stringify(['refund', bookingId, amount, reason, notifyCustomer, paidOut, discountAmount]),
  );
  return onceForKey(ctx, key, {
    requestHash,
    repeat: (earlier) => repeatRefund(ctx, earlier),
    start: () => startRefund(ctx, actor, { input, requestHash }),
  });
}

async function startRefund(
  ctx: Context,
  actor: Actor,
  { input, requestHash }: { input: RefundInput; requestHash: string },
): Promise<Refunded> {
  const { bookingId, amount, reason, notifyCustomer, paidOut, discountAmount = 0, key } = input;
  assertDiscount(input);
  const record = await getBookingAt(ctx, { id: bookingId, version: input.version });
  const shares = await getRefundShares(ctx, bookingId, amount);
  await assertNotOverpaid(ctx, record, input);
  if (await findLive(ctx.db, bookingId)) throw busyBooking();
  await endOpenLink(ctx, bookingId, { reason: 'refund', endedBy: actor.userId });
  const operationInput = {
    kind: 'refund' as const,
    bookingId,
    amount,
    reason: reason || null,
    notifyCustomer,
    idempotencyKey: key,
    requestHash,
    createdBy: actor.userId,
    discountAmount,
  };
  const parts = makeRefundParts(ctx, withDiscount(shares, discountAmount), paidOut ?? null);
  const operation = await startOperation(ctx, operationInput, (nowMs) =>
    insertParts(ctx.db, parts, { bookingId, nowMs }),
  );
  return makeRefund(ctx, operation);
}

function assertDiscount({ amount, discountAmount = 0 }: RefundInput) {
  if (discountAmount <= amount) return;
  const message = 'Must be at most the refund';
  throw new AppError('invalid', message, { issues: [{ path: 'discountAmount', message }] });
}

/** What was paid above the final price is no discount: its refund leaves nothing due. A trigger refuses cancelled ones. */
async function assertNotOverpaid(
  ctx: Context,
  { id, status, finalPrice }: BookingRecord,
  { amount, discountAmount = 0 }: RefundInput,
) {
  if (discountAmount === 0 || status === 'cancelled') return;
  const payments = await refundablePayments(ctx, id);
  const refundable = payments.reduce((sum, payment) => sum + payment.refundable, 0);
  const most = computeDiscountable(amount, { status, finalPrice, refundable });
  if (discountAmount <= most) return;
  const message = `${formatUsd(amount - most)} of this refund was paid above the final price and is no discount. The discount can be ${formatUsd(most)} at most.`;
  throw new AppError('invalid', message, { issues: [{ path: 'discountAmount', message }] });
}

/** The payments of a booking with the refundable amount of each, newest first. */
export async function refundablePayments(ctx: Context, bookingId: number) {
  const paid = await listPaid(ctx.db, bookingId);
  return paid.map(({ takenBack, disputeStatus, isChargedBack, ...payment }) => ({
    ...payment,
    refundable: isChargedBack ? 0 : computeRefundable({ amount: payment.amount, takenBack }),
    isDisputed: isDisputeOpen(disputeStatus),
    disputeStatus,
  }));
}

/** The parts of a refund. `paidOut`: how staff paid out those of payments outside Stripe; null: as each was paid. */
export function makeRefundParts<Part extends Share>(
  ctx: Context,
  shares: readonly Part[],
  paidOut: PaidOut | null,
) {
  return shares.map((share) => ({
    id: ctx.newId(),
    ...share,
    ...(isRecordedId(share.paymentId) && {
      paidOutMethod: paidOut?.method ?? null,
      paidOutReference: paidOut?.reference ?? null,
    }),
  }));
}

/** How much a refund takes from each payment. Throws conflict when the payments do not cover it. */
export async function getRefundShares(ctx: Context, bookingId: number, amount: number) {
  const payments: Refundable[] = await refundablePayments(ctx, bookingId);
  const shares = allocateRefund(payments, amount);
  if (shares) return shares;
  const cap = payments.reduce((sum, { refundable }) => sum + refundable, 0);
  throw new AppError(
    'conflict',
    amount > cap
      ? ABOVE
      : 'A payment of this booking is under dispute: its money is with the bank and cannot be refunded.',
  );
}

/** An open refund that no call works on is continued. */
async function repeatRefund(ctx: Context, earlier: Operation): Promise<Refunded> {
  if (!LIVE.includes(earlier.state) || isClaimed(ctx, earlier)) return refunded(ctx, earlier.id);
  return makeRefund(ctx, await claimRefund(ctx, earlier.id));
}

async function makeRefund(ctx: Context, operation: Operation): Promise<Refunded> {
  await settleParts(ctx, operation);
  const answer = await refunded(ctx, operation.id);
  if (LIVE.includes(answer.operation.state)) await enqueueOperation(ctx, operation.id);
  return answer;
}

async function refunded(ctx: Context, operationId: number): Promise<Refunded> {
  const operation = await findOperation(ctx.db, operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}`);
  const parts = await listParts(ctx.db, operationId);
  if (parts.every(({ state }) => state === 'failed')) throw new AppError('provider_unavailable', NONE_MOVED);
  const isOpen = parts.some(({ state }) => state === 'open' || state === 'pending');
  const isCustomerNotified = await isNotificationStored(
    ctx.db,
    `refund-made:${operation.bookingId}:${operationId}`,
  );
  return { operation, parts: parts.map(toPart), isOpen, isCustomerNotified };
}

/** A part as the reply of a refund shows it. */
export function toPart({ refundId, paymentId, amount, state }: Part): RefundPart {
  return { id: refundId, paymentId, amount, status: state === 'open' ? 'pending' : state };
}
