import type { AppError } from '#domain/errors.ts';
import {
  busyError,
  type CheckoutRequest,
  rentalOf,
  soldOutError,
} from '#worker/checkout/checkout-request.ts';
import { releaseExpiredHolds } from '#worker/checkout/release.ts';
import type { Context } from '#worker/context.ts';
import { tooMany } from './limits.ts';
import { findHoldRefusal, type HoldLimits, type HoldRefusal } from './limits-repo.ts';

/** Why days were not taken although the caller may take some: no unit is free, or too many days are held unpaid. */
export type DaysRefusal = { reason: 'sold_out' | 'hold_days'; error: AppError };

/** Retry-After where no hold of the caller is in the way. It is constant: when holds of others end is not revealed. */
const WAIT_FOR_OTHERS_MS = 5 * 60_000;

/** The limits that a hold of this rental must keep. */
export function holdLimitsOf(ctx: Context, request: CheckoutRequest, checkoutId: string): HoldLimits {
  return {
    checkoutId,
    caller: request.caller,
    deviceId: request.deviceId,
    rental: rentalOf(request),
    hasAddressLimits: ctx.settings.hasAddressLimits,
    hasTurnstile: ctx.settings.turnstileSecretKey !== null,
    nowMs: ctx.now(),
  };
}

/** Takes days by `tryHold`; where that is refused, releases expired holds and tries once more. */
export async function holdDays(
  ctx: Context,
  request: CheckoutRequest,
  tryHold: () => Promise<DaysRefusal | null>,
) {
  const refusal = await tryHold();
  if (!refusal) return;
  const inTheWay = refusal.reason === 'sold_out' ? rentalOf(request) : null;
  const released = await releaseExpiredHolds(ctx, inTheWay);
  const second = released > 0 ? await tryHold() : refusal;
  if (second) throw second.error;
}

/** Why a new hold was refused; throws when its key is in use or its caller has too many live holds. */
export async function explainHoldRefusal(ctx: Context, request: CheckoutRequest, limits: HoldLimits) {
  const found = await findHoldRefusal(ctx.db, { ...limits, key: request.key });
  if (found.isKeyTaken) throw busyError();
  if (found.isBelowContactLimits && found.isBelowNetworkLimits) return daysRefusal(ctx, request, found);
  const by = found.isBelowContactLimits ? 'network' : 'contact';
  ctx.log.warn('checkout_holds_limited', { by });
  const message = `${TOO_MANY_HOLDS[by]} Finish one of them, try again when its hold has ended, or call us at ${ctx.settings.businessPhone}.`;
  const waitMs = found.nextOwnEnd === null ? WAIT_FOR_OTHERS_MS : found.nextOwnEnd - limits.nowMs;
  throw tooMany(ctx, { reason: 'holds', message, waitMs });
}

const TOO_MANY_HOLDS = {
  contact: 'You already have unfinished bookings.',
  network: 'There are too many unfinished bookings from your internet connection.',
};

/** Why the days of a revision were refused. */
export async function explainRevisionRefusal(ctx: Context, request: CheckoutRequest, limits: HoldLimits) {
  return daysRefusal(ctx, request, await findHoldRefusal(ctx.db, { ...limits, key: request.key }));
}

export function soldOutRefusal(request: CheckoutRequest): DaysRefusal {
  return { reason: 'sold_out', error: soldOutError(request) };
}

function daysRefusal(
  ctx: Context,
  request: CheckoutRequest,
  { isUnitFree }: Pick<HoldRefusal, 'isUnitFree'>,
): DaysRefusal {
  if (!isUnitFree) return soldOutRefusal(request);
  ctx.log.warn('hold_days_limited', { dumpsterType: request.details.dumpsterType });
  const message = `Many customers are booking at this moment. Please try again in a few minutes, or call us at ${ctx.settings.businessPhone}.`;
  const error = tooMany(ctx, { reason: 'hold_days', message, waitMs: WAIT_FOR_OTHERS_MS });
  return { reason: 'hold_days', error };
}
