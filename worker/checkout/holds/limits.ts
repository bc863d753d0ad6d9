import type { TooManyReason } from '#contract/checkout.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { countOnce } from '#worker/db/rate-limits-repo.ts';
import type { Networks } from '#worker/http/address.ts';
import { blockedUntil, insertBlock } from './limits-repo.ts';

const CALLS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const BLOCK_MS = 60 * MINUTE_MS;
/** So many failed attempts end an intent: whoever tests stolen cards tries many. */
export const FAILED_ATTEMPTS = 5;

const DECLINED =
  'Too many card payments were declined from your connection or with your e-mail address, so online booking is paused for up to one hour. No card was charged, and no dumpster is held for you.';

export type CallerKeys = Networks & { emailKey: string; phoneKey: string };

/** What failed payments block: the home network, and the e-mail address on that network and on the device. */
type BlockedCaller = Pick<CallerKeys, 'homeNetwork' | 'emailKey'> & { deviceId: string | null };

/** Counts the call against its home network; 429 past the limit or while the caller is blocked. */
export async function admitCall(ctx: Context, caller: BlockedCaller) {
  const nowMs = ctx.now();
  const until = await blockedUntil(ctx.db, blockKeys(ctx, caller), nowMs);
  if (until) throw tooMany(ctx, { reason: 'declined_payments', message: DECLINED, waitMs: until - nowMs });
  if (!isAddressCounted(ctx, caller)) return;
  const key = `create-payment-intent:${caller.homeNetwork}`;
  const { count, endsAt } = await countOnce(ctx.db, { key, windowMs: MINUTE_MS, nowMs });
  if (count > CALLS_PER_MINUTE) {
    ctx.log.warn('checkout_calls_limited', { count });
    const message = 'Too many requests. Please wait a moment and try again.';
    throw tooMany(ctx, { reason: 'calls', message, waitMs: endsAt - nowMs });
  }
}

/** Blocks the caller of a checkout on which too many attempts failed. */
export async function blockCaller(ctx: Context, caller: BlockedCaller) {
  const until = ctx.now() + BLOCK_MS;
  const [first, ...others] = blockKeys(ctx, caller).map((key) => insertBlock(ctx.db, key, until));
  if (first) await ctx.db.batch([first, ...others]);
}

/** An e-mail address is blocked on one network and device only, so that strangers cannot block its owner. */
function blockKeys(ctx: Context, { homeNetwork, emailKey, deviceId }: BlockedCaller): string[] {
  const keys = [`email:${emailKey} network:${homeNetwork}`];
  if (deviceId !== null) keys.push(`email:${emailKey} device:${deviceId}`);
  if (isAddressCounted(ctx, { homeNetwork })) keys.push(`network:${homeNetwork}`);
  return keys;
}

function isAddressCounted(ctx: Context, { homeNetwork }: Pick<CallerKeys, 'homeNetwork'>): boolean {
  return ctx.settings.hasAddressLimits && homeNetwork !== '';
}

type TooMany = { reason: TooManyReason; message: string; waitMs: number };

/** 429 with the number to call. */
export function tooMany({ settings }: Context, { reason, message, waitMs }: TooMany): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('too_many', message, { retryAfter, body: { reason, phone: settings.businessPhone } });
}
