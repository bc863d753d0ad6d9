import { isDisputeId, ledgerEffectOf } from '#domain/disputes.ts';
import {
  findDifference,
  type LedgerDifference,
  type LedgerEntry,
  type StripeLedgerEntry,
} from '#domain/reconciliation.ts';
import { paymentStatusInLedger, refundStatusInLedger } from '#domain/transactions.ts';
import type { Context } from '#worker/context.ts';
import { ledgerPayment } from '#worker/payments/ledger/ledger.ts';
import { isFromThisSystem } from '#worker/payments/ledger/stripe-metadata.ts';
import { type Charge, type Dispute, type Intent, isMissing, type Refund } from '#worker/platform/stripe.ts';
import { listEntries } from './repo.ts';

/** One of Stripe's, and what it says about where it belongs. */
export type AtStripe = StripeLedgerEntry & {
  /** Of a refund: the payment that it takes back. Of a payment: itself. */
  paymentId: string | null;
  /** The booking that its metadata name. */
  bookingId: number | null;
};

/** A finding, with the payment and booking that it is about as far as anybody knows. */
export type Located = LedgerDifference & { paymentId: string | null; bookingId: number | null };

export function paymentAtStripe(ctx: Context, intent: Intent): AtStripe {
  const attempted = ledgerPayment(intent, 'deposit', null);
  return {
    id: intent.id,
    type: 'payment',
    status: attempted?.status ?? paymentStatusInLedger(intent.status) ?? 'requires_payment_method',
    amount: attempted?.amount ?? intent.amount,
    // What was cancelled before we heard of it moved no money and never will.
    isBooked: attempted !== null && isFromThisSystem(ctx, intent),
    paymentId: intent.id,
    bookingId: numberIn(intent.metadata.booking_id),
  };
}

/** `isOfOurs`: of a payment that this system made. */
export function refundAtStripe(refund: Refund, isOfOurs: boolean): AtStripe {
  return {
    id: refund.id,
    type: 'refund',
    status: refundStatusInLedger(refund.status) ?? 'pending',
    amount: refund.amount,
    isBooked: isOfOurs,
    paymentId: intentIdOf(refund),
    bookingId: numberIn(refund.metadata?.booking_id),
  };
}

/**
 * A dispute as the refund that a loss is in the ledger; `isOfOurs`: of a payment that this system made. During an appeal the ledger
 * may have the loss or not.
 */
export function disputeAtStripe(dispute: Dispute, isOfOurs: boolean): AtStripe {
  const loss = ledgerEffectOf(dispute.status);
  return {
    id: dispute.id,
    type: 'refund',
    status: loss === 'none' ? 'canceled' : 'succeeded',
    amount: dispute.amount,
    isBooked: isOfOurs && loss === 'booked',
    paymentId: disputedIntentId(dispute),
    bookingId: null,
  };
}

export function intentIdOf({
  payment_intent: intent,
}: Pick<Charge | Dispute | Refund, 'payment_intent'>): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/** The payment of a dispute whose charge is expanded; Stripe leaves the intent out of some disputes. */
export function disputedIntentId(dispute: Pick<Dispute, 'payment_intent' | 'charge'>): string | null {
  const { charge } = dispute;
  return intentIdOf(dispute) ?? (typeof charge === 'string' ? null : intentIdOf(charge));
}

/** Both sides of one payment or refund as they are now; null where they agree. Throws ProviderError. */
export async function compareWithStripe(ctx: Context, id: string): Promise<Located | null> {
  const atStripe = await readFromStripe(ctx, id);
  const [inLedger = null] = await listEntries(ctx.db, [id]);
  return located(findDifference(inLedger, atStripe), atStripe);
}

export function located(finding: LedgerDifference | null, atStripe: AtStripe | null): Located | null {
  if (!finding) return null;
  return { ...finding, paymentId: atStripe?.paymentId ?? null, bookingId: atStripe?.bookingId ?? null };
}

/** Null: Stripe does not know it. */
async function readFromStripe(ctx: Context, id: string): Promise<AtStripe | null> {
  try {
    if (id.startsWith('pi_')) return paymentAtStripe(ctx, await ctx.stripe.retrieveIntent(id));
    if (isDisputeId(id)) {
      const dispute = await readDispute(ctx, id);
      return disputeAtStripe(dispute, await isOfOurs(ctx, disputedIntentId(dispute)));
    }
    const refund = await ctx.stripe.retrieveRefund(id);
    return refundAtStripe(refund, await isOfOurs(ctx, intentIdOf(refund)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** With its charge where it does not name its intent. */
async function readDispute(ctx: Context, id: string): Promise<Dispute> {
  const dispute = await ctx.stripe.retrieveDispute(id);
  const { charge } = dispute;
  if (intentIdOf(dispute) !== null || typeof charge !== 'string') return dispute;
  return { ...dispute, charge: await ctx.stripe.retrieveCharge(charge) };
}

async function isOfOurs(ctx: Context, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false;
  const [known] = await listEntries(ctx.db, [paymentId]);
  return known !== undefined || isFromThisSystem(ctx, await ctx.stripe.retrieveIntent(paymentId));
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Cents of what succeeded. */
export function sumOf(entries: readonly LedgerEntry[], type: LedgerEntry['type']): number {
  return entries
    .filter((entry) => entry.type === type && entry.status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
}
