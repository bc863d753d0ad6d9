import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { ipKey } from './address.ts';

/** Rate limits of the platform: approximate, per location, read without the database. */
export type Limiters = { status: RateLimit; dates: RateLimit };

type LimitedCall = { ctx: Context; ip: string; limiters: Limiters };

/** Sheds bursts on calls that may reach Stripe. */
export function admitStatusCall(call: LimitedCall) {
  return admitFromAddress(call, call.limiters.status);
}

/** Sheds bursts on the public calls that read the fleet's schedule or the service area. */
export function admitDatesCall(call: LimitedCall) {
  return admitFromAddress(call, call.limiters.dates);
}

async function admitFromAddress({ ctx, ip }: LimitedCall, limiter: RateLimit) {
  if (!ctx.settings.hasAddressLimits || ip === '') return;
  const { success } = await limiter.limit({ key: ipKey(ip) });
  if (success) return;
  throw new AppError('too_many', 'Too many requests. Please wait a moment and try again.', {
    retryAfter: 60,
  });
}
