import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { customerDataError } from '#worker/money/ledger/customer-data.ts';

/** The result of a call to Stripe. Throws invalid with the refused fields, else provider_unavailable. */
export async function callStripe<T>(ctx: Context, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.error('stripe_failed', { outcome: error.outcome, reason: error.message });
    throw (
      customerDataError(error) ??
      new AppError('provider_unavailable', 'Our payment provider did not answer. Please try again.')
    );
  }
}
