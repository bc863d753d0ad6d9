import { isRecordedId } from '#domain/money/recorded.ts';
import { stripeIdOf } from '#domain/money/shares.ts';
import { cutText } from '#domain/shared/text.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { type BookingEvent, insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { isMissing, ProviderError, type Refund } from '#worker/base/platform/stripe.ts';
import { systemMetadata } from '#worker/money/ledger/stripe-metadata.ts';
import type { Operation } from '#worker/money/operations/repo.ts';
import { applyRefundsOfPayment, storeRefund } from './apply-refund.ts';
import { endAttempt, extendAttempt, type RefundAttempt } from './claim.ts';
import { finishRefund } from './finish.ts';
import { recordPaidOutPart } from './paid-out.ts';
import { endOpenPart as endPart, isPartOpen, listParts, type Part } from './repo.ts';

/** The maximum length of a metadata value at Stripe. https://docs.stripe.com/metadata */
const NOTE_LENGTH = 500;

/**
 * Makes the open parts of a claimed refund at Stripe. A part without an answer stays open. Safe to repeat. Releases the
 * claim.
 */
export async function settleParts(ctx: Context, operation: Operation) {
  await inAttempt(ctx, operation, (attempt) => makeOpenParts(ctx, attempt));
}

/** As settleParts, for an attempt that goes on after it: neither ends the operation nor releases the claim. */
export async function makeOpenParts(ctx: Context, attempt: RefundAttempt) {
  const { operation } = attempt;
  await ofOpenParts(ctx, operation, async (part) => {
    if (isRecordedId(part.paymentId)) return recordPaidOutPart(ctx, attempt, part);
    const made = await makePart(ctx, attempt, part);
    if (made.status === 'made') await storeRefund(ctx, made.refund);
    if (made.status !== 'refused') return;
    await endOpenPart(ctx, operation, { part, code: made.code, actor: { type: 'stripe' } });
    await refreshRefunds(ctx, part);
  });
}

/**
 * Ends the open parts of a claimed refund: stores a part that Stripe has made, and ends the others as not made. Throws
 * ProviderError when Stripe does not answer; then that part and those after it are unchanged. Releases the claim.
 * Returns how many parts were ended as not made.
 */
export async function stopParts(
  ctx: Context,
  operation: Operation,
  actor: BookingEvent['actor'],
): Promise<number> {
  let ended = 0;
  await inAttempt(ctx, operation, async (attempt) => {
    ended = await stopOpenParts(ctx, attempt, actor);
  });
  return ended;
}

/** As stopParts, for an attempt that goes on after it: neither ends the operation nor releases the claim. */
export async function stopOpenParts(
  ctx: Context,
  attempt: RefundAttempt,
  actor: BookingEvent['actor'],
): Promise<number> {
  const { operation } = attempt;
  let ended = 0;
  await ofOpenParts(ctx, operation, async (part) => {
    const made = await findMade(ctx, part);
    if (made) await storeRefund(ctx, made);
    else if (await extendAttempt(ctx, attempt, part.id)) {
      await endOpenPart(ctx, operation, { part, code: 'stopped', actor });
      ended += 1;
    }
  });
  return ended;
}

async function inAttempt(
  ctx: Context,
  operation: Operation,
  work: (attempt: RefundAttempt) => Promise<void>,
) {
  const attempt: RefundAttempt = { operation, claimedUntil: operation.claimedUntil ?? 0 };
  try {
    await work(attempt);
    await finishRefund(ctx, operation.id);
  } finally {
    await endAttempt(ctx, attempt);
  }
}

async function ofOpenParts(ctx: Context, { id }: Operation, workOn: (part: Part) => Promise<void>) {
  for (const part of await listParts(ctx.db, id)) {
    if (part.state === 'open') await workOn(part);
  }
}

type PartEnd = { part: Part; code: string; actor: BookingEvent['actor'] };

/** Ends a part that Stripe refused, or that staff or a restore stopped. It has no Stripe id and never enters the ledger. */
async function endOpenPart(ctx: Context, operation: Operation, { part, code, actor }: PartEnd) {
  const ended = commit(ctx, {
    guards: { part_open: isPartOpen(part.id) },
    writes: {
      event: insertBookingEvent(ctx.db, {
        bookingId: operation.bookingId,
        actor,
        action: actor.type === 'stripe' ? 'refund_failed' : 'refund_stopped',
        details: { amount: part.amount, reason: code },
        startedBy: operation.createdBy,
        transactionId: part.paymentId,
        nowMs: ctx.now(),
      }),
      part: endPart(ctx.db, part.id, code),
    },
  });
  await unlessGuarded(['part_open'], ended);
}

type PartResult =
  | { status: 'made'; refund: Refund }
  | { status: 'refused'; code: string }
  | { status: 'unknown' };

/**
 * Makes a part, unless an earlier attempt has made it. Returns 'refused' only when Stripe's answer to the refund itself
 * proves that it was not made. A failed look-up does not prove that.
 */
async function makePart(ctx: Context, attempt: RefundAttempt, part: Part): Promise<PartResult> {
  try {
    const made = attempt.operation.state === 'unknown' ? await findMade(ctx, part) : null;
    if (made) return { status: 'made', refund: made };
    // Read immediately before the request: a webhook, a stop or another attempt may have settled the part.
    if (!(await extendAttempt(ctx, attempt, part.id))) return { status: 'unknown' };
    return await sendPart(ctx, attempt.operation, part);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logNotMade(ctx, part, error);
    return { status: 'unknown' };
  }
}

/** Throws ProviderError when only a look-up can show whether the refund was made, and the look-up fails. */
async function sendPart(ctx: Context, operation: Operation, part: Part): Promise<PartResult> {
  try {
    const refund = await ctx.stripe.createRefund(paramsOf(ctx, operation, part), `refund:${part.id}`);
    return { status: 'made', refund };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logNotMade(ctx, part, error);
    const refused = { status: 'refused' as const, code: error.code ?? 'refused' };
    const isRefused = error.outcome === 'refused';
    if (isRefused && !error.isKeyRefused) return refused;
    const made = await findMade(ctx, part);
    if (made) return { status: 'made', refund: made };
    return isRefused ? refused : { status: 'unknown' };
  }
}

function logNotMade(ctx: Context, { operationId, id }: Part, { outcome, message: reason }: ProviderError) {
  ctx.log.warn('refund_part_not_made', { operationId, partId: id, outcome, reason });
}

/**
 * The refund of a part at Stripe; null if Stripe has not made it. A payment that Stripe does not know has no refund.
 */
async function findMade(ctx: Context, part: Part): Promise<Refund | null> {
  if (isRecordedId(part.paymentId)) return null;
  try {
    const { data } = await ctx.stripe.listRefunds(stripeIdOf(part.paymentId));
    return data.find(({ metadata }) => metadata?.refund_part_id === part.id) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Stripe refused a refund that the ledger allows, so the ledger lacks a refund: reads all refunds of the payment. */
async function refreshRefunds(ctx: Context, part: Part) {
  try {
    await applyRefundsOfPayment(ctx, stripeIdOf(part.paymentId));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

function paramsOf(ctx: Context, { id, bookingId, reason }: Operation, part: Part) {
  return {
    payment_intent: stripeIdOf(part.paymentId),
    amount: part.amount,
    reason: 'requested_by_customer' as const,
    metadata: {
      ...systemMetadata(ctx),
      booking_id: String(bookingId),
      operation_id: String(id),
      refund_part_id: part.id,
      ...(reason && { note: cutText(reason, NOTE_LENGTH) }),
    },
  };
}
