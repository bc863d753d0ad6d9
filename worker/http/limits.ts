import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#domain/errors.ts';
import type { Call } from './implement.ts';

/** Sheds bursts on calls that may reach Stripe: by address, approximately, at the edge. */
export async function admitStatusCall({ ctx, ip, limiter }: Pick<Call<Endpoint>, 'ctx' | 'ip' | 'limiter'>) {
  if (!ctx.settings.hasAddressLimits || ip === '') return;
  const { success } = await limiter.limit({ key: ip });
  if (success) return;
  throw new AppError('too_many', 'Too many requests. Please wait a moment and try again.', {
    retryAfter: 60,
  });
}
