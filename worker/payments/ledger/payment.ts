import type { Context } from '#worker/context.ts';
import { findPayment, type LedgerPaymentRow } from './repo.ts';

/** Reads an intent at Stripe and applies it to ledger and bookings; false if it does not belong to this product. */
export type ApplyIntent = (ctx: Context, intentId: string) => Promise<boolean>;

/**
 * The ledger's row of a payment. Stripe can report a refund or dispute before its payment: then the payment's intent is
 * applied first. Null: the payment does not belong to this product.
 */
export async function findOrApplyPayment(
  ctx: Context,
  intentId: string | null,
  applyIntent: ApplyIntent,
): Promise<LedgerPaymentRow | null> {
  if (intentId === null) return null;
  const known = await findPayment(ctx.db, intentId);
  if (known?.bookingId) return known;
  return (await applyIntent(ctx, intentId)) ? findPayment(ctx.db, intentId) : null;
}
