import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { paidOrCancelled } from '#worker/operations/settle-charge.ts';
import { applyBalance } from '#worker/payments/balance.ts';
import { type Intent, ProviderError } from '#worker/platform/stripe.ts';
import { findOpenLink, type PayLink } from './repo.ts';

/**
 * Withdraws what waits for a customer: cancelled at Stripe first, and only then ended here, with every address of it.
 * False: nothing was open. Where it cannot be cancelled, 409, and nothing has changed.
 */
export async function endOpenLink(ctx: Context, bookingId: number): Promise<boolean> {
  const link = await findOpenLink(ctx.db, bookingId);
  if (!link) return false;
  const intent = await cancelled(ctx, link);
  await applyBalance(ctx, intent);
  if (intent.status === 'canceled') return true;
  throw new AppError(
    'conflict',
    intent.status === 'succeeded'
      ? 'The customer has just paid on the pay link. Nothing else was changed.'
      : "The customer's payment on the pay link is being processed. Nothing was changed; look again in a moment.",
  );
}

async function cancelled(ctx: Context, link: PayLink): Promise<Intent> {
  try {
    return await paidOrCancelled(ctx, link.stripePaymentIntentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.error('pay_link_not_ended', { bookingId: link.bookingId, reason: error.message });
    throw new AppError(
      'conflict',
      'The open pay link could not be cancelled at our payment provider. Nothing was changed. Please try again.',
    );
  }
}
