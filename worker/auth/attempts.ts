import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { ipKey } from '#worker/limits/address.ts';
import { countOnce, forget, uncount } from '#worker/limits/repo.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { isKnownDevice } from './repo.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
/** Failed attempts in a window, after which answers are refused for the rest of it. */
const ALLOWED = { address: 30, device: 10, account: 10 } as const;
/** The first failures are answered at once, the next ones ever slower. */
const PROMPT = 3;
const SLOWEST_MS = 2000;

/** Where an attempt comes from: the address, and the device's cookie where it has one. */
export type Origin = { ip: string; deviceToken: string | null };
export type Attempt = { keys: string[]; userId: number | null; deviceHash: string | null };

/**
 * Counts an attempt to prove who one is, before anything is hashed: by address and device first, then by
 * account. A device on which somebody signed in to this account before is counted by itself, so strangers
 * who try passwords never lock its owner out. An attempt that succeeds is counted back.
 */
export async function admitAttempt(
  ctx: Context,
  origin: Origin,
  { account, userId }: { account: string; userId: number | null },
): Promise<Attempt> {
  const deviceHash = origin.deviceToken ? await sha256(origin.deviceToken) : null;
  const isKnown = deviceHash !== null && userId !== null && (await isKnownDevice(ctx.db, userId, deviceHash));
  const attempt: Attempt = { keys: [], userId, deviceHash };
  let failures = 0;
  if (ctx.settings.hasAddressLimits && origin.ip !== '') {
    await count(ctx, attempt, { key: `login:ip:${ipKey(origin.ip)}`, allowed: ALLOWED.address });
  }
  if (deviceHash) {
    failures = await count(ctx, attempt, { key: `login:device:${deviceHash}`, allowed: ALLOWED.device });
  }
  if (!isKnown) {
    const name = await sha256(account.toLowerCase());
    failures = await count(ctx, attempt, { key: `login:account:${name}`, allowed: ALLOWED.account });
  }
  if (failures > PROMPT) await ctx.pause(Math.min(SLOWEST_MS, 125 * 2 ** (failures - PROMPT)));
  return attempt;
}

/** The attempt proved right: it does not count, and the account starts afresh. */
export async function forgiveAttempt(ctx: Context, { keys }: Attempt) {
  for (const key of keys) {
    if (key.startsWith('login:ip:')) await uncount(ctx.db, key);
    else await forget(ctx.db, key);
  }
}

async function count(ctx: Context, attempt: Attempt, { key, allowed }: { key: string; allowed: number }) {
  const nowMs = ctx.now();
  const { count: counted, endsAt } = await countOnce(ctx.db, { key, windowMs: WINDOW_MS, nowMs });
  if (counted > allowed) {
    ctx.log.warn('password_attempts_limited', { by: key.split(':')[1] });
    const retryAfter = Math.max(1, Math.ceil((endsAt - nowMs) / 1000));
    throw new AppError('too_many', 'Too many failed attempts. Please wait a while and try again.', {
      retryAfter,
    });
  }
  attempt.keys.push(key);
  return counted;
}
