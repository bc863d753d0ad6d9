import { applyDeposit } from '#worker/checkout/tasks.ts';
import type { Context } from '#worker/context.ts';
import { applyBalance } from '#worker/payments/charges/apply-balance.ts';
import { findPayment, type LedgerPaymentRow } from '#worker/payments/ledger/repo.ts';
import { isOurs } from '#worker/payments/ledger/stripe-metadata.ts';

/** Reads an intent again and brings ledger and bookings in line with it. False: it is not ours. */
export async function applyIntent(ctx: Context, intentId: string): Promise<boolean> {
  const intent = await ctx.stripe.retrieveIntent(intentId);
  const { kind } = intent.metadata;
  if (!isOurs(ctx, intent) || (kind !== 'deposit' && kind !== 'balance')) return false;
  if (kind === 'deposit') await applyDeposit(ctx, intent);
  else await applyBalance(ctx, intent);
  return true;
}

/** The payment that a refund or dispute is about: news of it may be here before the payment's own. Null: not ours. */
export async function ownPayment(ctx: Context, intentId: string | null): Promise<LedgerPaymentRow | null> {
  if (intentId === null) return null;
  const known = await findPayment(ctx.db, intentId);
  if (known?.bookingId) return known;
  return (await applyIntent(ctx, intentId)) ? findPayment(ctx.db, intentId) : null;
}
