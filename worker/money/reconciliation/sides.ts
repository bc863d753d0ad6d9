import { isDisputeId, ledgerEffectOf } from '#domain/money/disputes.ts';
import {
  findDifference,
  type LedgerDifference,
  type LedgerEntry,
  type StripeLedgerEntry,
} from '#domain/money/reconciliation.ts';
import { paymentStatusInLedger, refundStatusInLedger } from '#domain/money/transactions.ts';
import type { Context } from '#worker/base/context.ts';
import {
  type Charge,
  type Dispute,
  type Intent,
  isMissing,
  type Refund,
} from '#worker/base/platform/stripe.ts';
import { customerIdOf, ledgerPayment } from '#worker/money/ledger/ledger.ts';
import { isFromThisSystem } from '#worker/money/ledger/stripe-metadata.ts';
import { listLedgerEntries } from './repo.ts';

/** A payment or refund at Stripe, with the ids of its payment and booking. */
export type AtStripe = StripeLedgerEntry & {
  /** For a refund: the refunded payment. For a payment: its own id. */
  paymentId: string | null;
  /** The booking in its metadata. */
  bookingId: number | null;
  /** All of a payment was refunded. */
  isFullyRefunded: boolean;
  /** The Stripe customer who paid; null if it is not known. */
  customerId: string | null;
};

/** A difference with its payment and booking, as far as they are known. */
export type LocatedDifference = LedgerDifference & Pick<AtStripe, 'paymentId' | 'bookingId' | 'customerId'>;

export function paymentAtStripe(ctx: Context, intent: Intent): AtStripe {
  const attempted = ledgerPayment(intent, null);
  return {
    id: intent.id,
    type: 'payment',
    status: attempted?.status ?? paymentStatusInLedger(intent.status) ?? 'requires_payment_method',
    amount: attempted?.amount ?? intent.amount,
    // An intent that was cancelled before its first attempt moved no money and never will.
    isBooked: attempted !== null && isFromThisSystem(ctx, intent),
    paymentId: intent.id,
    bookingId: numberIn(intent.metadata.booking_id),
    isFullyRefunded: typeof intent.latest_charge === 'object' && intent.latest_charge?.refunded === true,
    customerId: customerIdOf(intent),
  };
}

/** `isOfThisSystem`: whether this system made its payment. */
export function refundAtStripe(refund: Refund, isOfThisSystem: boolean): AtStripe {
  return {
    id: refund.id,
    type: 'refund',
    status: refundStatusInLedger(refund.status) ?? 'pending',
    amount: refund.amount,
    isBooked: isOfThisSystem,
    paymentId: intentIdOf(refund),
    bookingId: numberIn(refund.metadata?.booking_id),
    isFullyRefunded: false,
    customerId: null,
  };
}

/**
 * A dispute as a ledger entry: the ledger stores a loss as a refund. `isOfThisSystem`: whether this system made its
 * payment. During an appeal, the ledger may have the loss or not.
 */
export function disputeAtStripe(dispute: Dispute, isOfThisSystem: boolean): AtStripe {
  const loss = ledgerEffectOf(dispute.status);
  return {
    id: dispute.id,
    type: 'refund',
    status: loss === 'none' ? 'canceled' : 'succeeded',
    amount: dispute.amount,
    isBooked: isOfThisSystem && loss === 'booked',
    paymentId: disputedIntentId(dispute),
    bookingId: null,
    isFullyRefunded: false,
    customerId: null,
  };
}

export function intentIdOf({
  payment_intent: intent,
}: Pick<Charge | Dispute | Refund, 'payment_intent'>): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/** The payment of a dispute with an expanded charge. Stripe omits the intent from some disputes. */
export function disputedIntentId(dispute: Pick<Dispute, 'payment_intent' | 'charge'>): string | null {
  const { charge } = dispute;
  return intentIdOf(dispute) ?? (typeof charge === 'string' ? null : intentIdOf(charge));
}

/**
 * Compares one payment or refund of the ledger with Stripe now; null when they agree. A payment that is missing here and
 * was refunded in full agrees, too, and so do its refunds: its booking may be lost, and nothing is owed. Throws ProviderError.
 */
export async function compareWithStripe(ctx: Context, id: string): Promise<LocatedDifference | null> {
  const atStripe = await readFromStripe(ctx, id);
  const [inLedger = null] = await listLedgerEntries(ctx.db, [id]);
  if (!inLedger && atStripe && (await isLostAndRefunded(ctx, atStripe))) return null;
  return locateDifference(findDifference(inLedger, atStripe), atStripe);
}

/** Whether an entry that is missing here is a payment that was refunded in full, or a refund of one. */
async function isLostAndRefunded(ctx: Context, { type, paymentId, isFullyRefunded }: AtStripe) {
  if (type === 'payment' || paymentId === null) return isFullyRefunded;
  const [payment] = await listLedgerEntries(ctx.db, [paymentId]);
  return !payment && paymentAtStripe(ctx, await ctx.stripe.retrieveIntent(paymentId)).isFullyRefunded;
}

export function locateDifference(
  finding: LedgerDifference | null,
  atStripe: AtStripe | null,
): LocatedDifference | null {
  if (!finding) return null;
  const { paymentId = null, bookingId = null, customerId = null } = atStripe ?? {};
  return { ...finding, paymentId, bookingId, customerId };
}

/** Null if Stripe does not know the object. */
async function readFromStripe(ctx: Context, id: string): Promise<AtStripe | null> {
  try {
    if (id.startsWith('pi_')) return paymentAtStripe(ctx, await ctx.stripe.retrieveIntent(id));
    if (isDisputeId(id)) {
      const dispute = await readDispute(ctx, id);
      return disputeAtStripe(dispute, await isOfThisSystem(ctx, disputedIntentId(dispute)));
    }
    const refund = await ctx.stripe.retrieveRefund(id);
    return refundAtStripe(refund, await isOfThisSystem(ctx, intentIdOf(refund)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Reads a dispute, with its charge if it does not name its intent. */
async function readDispute(ctx: Context, id: string): Promise<Dispute> {
  const dispute = await ctx.stripe.retrieveDispute(id);
  const { charge } = dispute;
  if (intentIdOf(dispute) !== null || typeof charge !== 'string') return dispute;
  return { ...dispute, charge: await ctx.stripe.retrieveCharge(charge) };
}

async function isOfThisSystem(ctx: Context, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false;
  const [known] = await listLedgerEntries(ctx.db, [paymentId]);
  return known !== undefined || isFromThisSystem(ctx, await ctx.stripe.retrieveIntent(paymentId));
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The sum of succeeded entries, in cents. */
export function sumSucceeded(entries: readonly LedgerEntry[], type: LedgerEntry['type']): number {
  return entries
    .filter((entry) => entry.type === type && entry.status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
}
