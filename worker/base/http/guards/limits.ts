import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
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
  if (!success) throw tooMany();
}

/**
 * Sheds bursts of one driver: a phone that repeats its calls without end, or a stolen session. A phone keeps
 * what is refused and sends it later. Reads and sends are counted apart, so a phone that sends much still gets its routes.
 * Off when the limits by address are off: journeys and benchmarks call faster than people.
 */
export async function admitDriver(
  { ctx, env }: { ctx: Context; env: Pick<Env, 'DRIVER_SENDS_LIMIT' | 'DRIVER_READS_LIMIT'> },
  { access, method }: Pick<Endpoint, 'access' | 'method'>,
  actor: Actor | null,
): Promise<void> {
  if (access !== 'route:own' || !actor || !ctx.settings.hasAddressLimits) return;
  const limiter = method === 'GET' ? env.DRIVER_READS_LIMIT : env.DRIVER_SENDS_LIMIT;
  const { success } = await limiter.limit({ key: String(actor.userId) });
  if (!success) throw tooMany();
}

/** The platform does not say when its window ends: a window from now is enough. */
function tooMany() {
  return new AppError('too_many', 'Too many requests. Please wait a moment and try again.', {
    retryAfter: 60,
  });
}
