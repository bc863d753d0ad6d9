import { cutText } from '#domain/text.ts';
import type { Context } from '#worker/context.ts';
import { type BookingEvent, insertBookingEvent } from '#worker/history/events-repo.ts';
import type { Operation } from '#worker/operations/repo.ts';
import { applyRefundsOfPayment, keepRefund } from '#worker/payments/apply-refund.ts';
import { ownMark } from '#worker/payments/ours.ts';
import { ProviderError, type Refund } from '#worker/platform/stripe.ts';
import { finishRefund } from './finish.ts';
import { isPartOpen, listParts, type Part, settlePart } from './repo.ts';

/** The longest value of metadata that Stripe takes. https://docs.stripe.com/metadata */
const NOTE_LENGTH = 500;

/** Carries out what is open of a refund, part by part; what Stripe does not answer stays open. Done as often as told. */
export async function settleParts(ctx: Context, operation: Operation) {
  for (const part of await listParts(ctx.db, operation.id)) {
    if (part.state === 'open') await settleOne(ctx, operation, part);
  }
  await finishRefund(ctx, operation.id);
}

/**
 * Ends what is open of a refund: a part that Stripe has made is entered, the others are not made any more. Throws
 * ProviderError when Stripe cannot be asked; then this part and those after it are as they were.
 */
export async function stopParts(ctx: Context, operation: Operation, userId: number) {
  for (const part of await listParts(ctx.db, operation.id)) {
    if (part.state !== 'open') continue;
    const made = await findMade(ctx, part);
    if (made) await keepRefund(ctx, made);
    else await endOpenPart(ctx, operation, { part, code: 'stopped', actor: { type: 'staff', userId } });
  }
  await finishRefund(ctx, operation.id);
}

async function settleOne(ctx: Context, operation: Operation, part: Part) {
  try {
    const refund = await madeOrFound(ctx, operation, part);
    await keepRefund(ctx, refund);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { outcome, code, message: reason } = error;
    ctx.log.warn('refund_part_not_made', { operationId: operation.id, partId: part.id, outcome, reason });
    if (outcome === 'unknown') return;
    await endOpenPart(ctx, operation, { part, code: code ?? 'refused', actor: { type: 'stripe' } });
    await learnFrom(ctx, part);
  }
}

type PartEnd = { part: Part; code: string; actor: BookingEvent['actor'] };

/** A refund that Stripe refused to make, or that staff stopped, has no id: the ledger never has it. */
async function endOpenPart(ctx: Context, operation: Operation, { part, code, actor }: PartEnd) {
  await ctx.db.batch([
    insertBookingEvent(ctx.db, {
      bookingId: operation.bookingId,
      actor,
      action: actor.type === 'staff' ? 'refund_stopped' : 'refund_failed',
      details: { amount: part.amount, reason: code },
      startedBy: operation.createdBy,
      transactionId: part.paymentId,
      nowMs: ctx.now(),
      condition: isPartOpen(part.id),
    }),
    settlePart(ctx.db, part.id, { state: 'failed', refundId: null, errorCode: code }),
  ]);
}

/** A part that may have been made before is looked for: the answer may have been lost. */
async function madeOrFound(ctx: Context, operation: Operation, part: Part): Promise<Refund> {
  if (operation.state === 'unknown') {
    const known = await findMade(ctx, part);
    if (known) return known;
  }
  try {
    return await ctx.stripe.createRefund(paramsOf(ctx, operation, part), `refund:${part.id}`);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'unknown') throw error;
    const made = await findMade(ctx, part);
    if (made) return made;
    throw error;
  }
}

async function findMade(ctx: Context, part: Part): Promise<Refund | null> {
  const { data } = await ctx.stripe.listRefunds(part.paymentId);
  return data.find(({ metadata }) => metadata?.refund_part_id === part.id) ?? null;
}

/** Stripe refused a refund that our ledger allows: it knows of something that we do not. */
async function learnFrom(ctx: Context, part: Part) {
  try {
    await applyRefundsOfPayment(ctx, part.paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

function paramsOf(ctx: Context, { id, bookingId, reason }: Operation, part: Part) {
  return {
    payment_intent: part.paymentId,
    amount: part.amount,
    reason: 'requested_by_customer' as const,
    metadata: {
      ...ownMark(ctx),
      booking_id: String(bookingId),
      operation_id: String(id),
      refund_part_id: part.id,
      ...(reason && { note: cutText(reason, NOTE_LENGTH) }),
    },
  };
}
