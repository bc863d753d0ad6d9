import { divideCents, shareIdOf } from '#domain/money/shares.ts';
import { refundStatusInLedger } from '#domain/money/transactions.ts';
import { listItemNumbers } from '#domain/rental/orders.ts';
import type { Context } from '#worker/base/context.ts';
import type { Dispute, Intent, Refund } from '#worker/base/platform/stripe.ts';
import { applyIntent } from './intents.ts';
import { findPayment, type LedgerPayment, type LedgerPaymentRow, type LedgerRefund } from './repo.ts';

/**
 * The ledger's row of an intent; null when no payment was attempted, and for statuses that the ledger does not have.
 * Expects `latest_charge` to be expanded.
 */
export function ledgerPayment(intent: Intent, checkoutId: string | null): LedgerPayment | null {
  const status = ledgerStatus(intent);
  if (!status) return null;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    checkoutId,
    amount: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    status,
    receiptEmail: intent.receipt_email,
    paymentMethod: charge?.payment_method_details?.type ?? intent.payment_method_types[0] ?? null,
    chargeId: charge?.id ?? null,
    receiptUrl: charge?.receipt_url ?? null,
    snapshot: withoutSecrets(intent),
    createdAtMs: intent.created * 1000,
  };
}

/** The shares of a payment for several bookings; the payment itself for one. */
export function sharesOfPayment(payment: LedgerPayment, quantity: number): LedgerPayment[] {
  const items = listItemNumbers(quantity);
  const amounts = divideCents(
    payment.amount,
    items.map(() => 1),
  );
  return items.map((item, index) => ({
    ...payment,
    id: shareIdOf(payment.id, item),
    amount: amounts[index] ?? 0,
  }));
}

/**
 * The ledger's row of a refund. `reason` is staff's own text, never Stripe's enum value. A refund that was made at Stripe
 * lowers no price.
 */
export function ledgerRefund(
  refund: Refund,
  payment: LedgerPaymentRow,
  { reason, discountAmount }: Pick<LedgerRefund, 'reason' | 'discountAmount'>,
): LedgerRefund {
  return {
    ...common(payment),
    id: refund.id,
    kind: 'refund',
    amount: refund.amount,
    currency: refund.currency,
    status: (refundStatusInLedger(refund.status) ?? 'pending') as LedgerRefund['status'],
    reason,
    discountAmount,
    snapshot: withoutSecrets(refund),
    createdAtMs: refund.created * 1000,
  };
}

/**
 * The ledger's row of a dispute that was lost: the bank has returned the money to the customer. `share`: the part that a
 * payment for several bookings bears.
 */
export function lostDispute(
  dispute: Dispute,
  payment: LedgerPaymentRow,
  share: { id: string; amount: number } = dispute,
): LedgerRefund {
  return {
    ...common(payment),
    id: share.id,
    kind: 'dispute',
    amount: share.amount,
    currency: dispute.currency,
    status: 'succeeded',
    reason: 'dispute',
    discountAmount: 0,
    snapshot: withoutSecrets(dispute),
    createdAtMs: dispute.created * 1000,
  };
}

function common({ id, bookingId, paymentMethod, chargeId }: LedgerPaymentRow) {
  return { paymentId: id, bookingId, paymentMethod, chargeId };
}

/** The Stripe customer of an intent; null without one. */
export function customerIdOf({ customer }: Pick<Intent, 'customer'>): string | null {
  return typeof customer === 'string' ? customer : (customer?.id ?? null);
}

function ledgerStatus(intent: Intent): LedgerPayment['status'] | null {
  switch (intent.status) {
    case 'succeeded':
      return 'succeeded';
    case 'processing':
      return 'processing';
    case 'requires_action':
      return 'requires_action';
    case 'requires_payment_method':
      return intent.last_payment_error ? 'requires_payment_method' : null;
    default:
      return null;
  }
}

/** A copy without client secrets, at any depth. */
function withoutSecrets(object: unknown): unknown {
  return JSON.parse(JSON.stringify(object, (key, value) => (key === 'client_secret' ? undefined : value)));
}

/** A payment of this system whose checkout or booking the database does not have, for example after a restore. */
export class MissingBookingError extends Error {
  override readonly name = 'MissingBookingError';
  readonly intentId: string;

  constructor(intentId: string, missing: string) {
    super(`Intent ${intentId} has no ${missing} here: see its metadata at Stripe`);
    this.intentId = intentId;
  }
}

/**
 * The ledger's row of a payment. Stripe can report a refund or dispute before its payment: then the payment's intent is
 * applied first. Null: the payment does not belong to this product.
 */
export async function findOrApplyPayment(
  ctx: Context,
  intentId: string | null,
): Promise<LedgerPaymentRow | null> {
  if (intentId === null) return null;
  const known = await findPayment(ctx.db, intentId);
  if (known?.bookingId) return known;
  return (await applyIntent(ctx, intentId)) ? findPayment(ctx.db, intentId) : null;
}
