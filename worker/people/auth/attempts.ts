import { SIGN_IN_LINK_MINUTES } from '#domain/accounts/sign-in-links.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import {
  countResult,
  decrementCount,
  incrementStatements,
  resetCount,
} from '#worker/base/db/rate-limits-repo.ts';
import { ipKey } from '#worker/base/http/guards/address.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { isKnownDevice } from './repo.ts';
import { type ReachableLimits, takeLinkAttempt } from './sign-in-links-repo.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** Failed attempts per window. Above this number, further attempts are refused until the window ends. */
const ALLOWED = { address: 30, device: 10, account: 10 } as const;
/** Failed attempts that are answered without a delay. Each further failure doubles the delay, up to SLOWEST_MS. */
const PROMPT = 3;
const SLOWEST_MS = 2000;

/** The address and the device cookie of an attempt; deviceToken is null without a valid cookie. */
export type Origin = { ip: string; deviceToken: string | null };
/** The counters that the attempt incremented. */
export type LoginAttempt = { keys: string[] };

/** `account`: as typed. `isOnKnownDevice`: see isOnKnownDevice. */
type TriedAccount = { account: string; userId: number | null; isOnKnownDevice: boolean };

/**
 * Whether the account of a username signed in before on the device of an attempt. Read beside the account, and also for
 * unknown ones, so that the reply takes the same time.
 */
export async function isOnKnownDevice(
  ctx: Context,
  { deviceToken }: Origin,
  username: string,
): Promise<boolean> {
  return deviceToken !== null && (await isKnownDevice(ctx.db, username, await sha256(deviceToken)));
}

type Limit = { key: string; allowed: number };

/**
 * Counts a password attempt before anything is hashed, and throws too_many above a limit. An unknown device is counted
 * by address, device and account. A device on which this account signed in before has a count of its own for this
 * account. So attempts from another device, even from the same address, never lock it out, and signing in to
 * another account on it does not reset the count. A device with an opened sign-in link has the attempts of the link. A
 * successful attempt is removed from the counts.
 */
export async function admitAttempt(ctx: Context, origin: Origin, tried: TriedAccount): Promise<LoginAttempt> {
  const limits = await readSignInLimits(ctx, origin, tried);
  const counts = await countAttempt(ctx, limits);
  const refused = counts.find(({ count, allowed }) => count > allowed);
  if (refused) throw limitedError(ctx, refused);
  const failures = counts.at(-1)?.count ?? 0;
  if (failures > PROMPT) await ctx.pause(Math.min(SLOWEST_MS, 125 * 2 ** (failures - PROMPT)));
  return { keys: limits.map(({ key }) => key) };
}

async function readSignInLimits(
  ctx: Context,
  { ip, deviceToken }: Origin,
  { account, userId, isOnKnownDevice: isKnown }: TriedAccount,
): Promise<Limit[]> {
  const nameHash = await sha256(account.toLowerCase());
  const deviceHash = deviceToken ? await sha256(deviceToken) : null;
  if (isKnown && userId !== null && deviceHash !== null) {
    return [{ key: knownDeviceKey(userId, deviceHash), allowed: ALLOWED.device }];
  }
  // Also read for unknown accounts (no account has the id 0), so that the reply takes the same time.
  if (deviceHash !== null && (await hasLinkAttempt(ctx, userId ?? 0, deviceHash))) return [];
  const limits: Limit[] = [];
  if (ctx.settings.hasAddressLimits && ip !== '') {
    limits.push({ key: addressKey(ip), allowed: ALLOWED.address });
  }
  if (deviceHash) limits.push({ key: deviceKey(deviceHash), allowed: ALLOWED.device });
  return [...limits, { key: accountKey(userId ?? nameHash), allowed: ALLOWED.account }];
}

/** A link from the owner's mailbox allows a few attempts on the device that asked for it, even above every limit. */
function hasLinkAttempt(ctx: Context, userId: number, deviceHash: string): Promise<boolean> {
  const openedSince = ctx.now() - SIGN_IN_LINK_MINUTES * MINUTE_MS;
  return takeLinkAttempt(ctx.db, { userId, deviceHash, openedSince });
}

/** The limits that can refuse an attempt from here. Those of the account contain its id, which the statement finds. */
export async function reachableLimits(ctx: Context, { ip, deviceToken }: Origin): Promise<ReachableLimits> {
  const deviceHash = deviceToken ? await sha256(deviceToken) : '';
  return {
    startedSince: ctx.now() - WINDOW_MS,
    limits: [
      { key: [addressKey(ip)], allowed: ALLOWED.address },
      { key: [deviceKey(deviceHash)], allowed: ALLOWED.device },
      { key: [accountKey(''), ''], allowed: ALLOWED.account },
      { key: ['login:known:', `:${deviceHash}`], allowed: ALLOWED.device },
    ],
  };
}

/** The counters that can lock an owner out on a known device of the account. */
export const countersOf = (userId: number, deviceHash: string) => [
  accountKey(userId),
  knownDeviceKey(userId, deviceHash),
];

/** By id if the account exists, so that a changed username keeps its count. */
const accountKey = (account: number | string) => `login:account:${account}`;
const addressKey = (ip: string) => `login:ip:${ipKey(ip)}`;
const deviceKey = (deviceHash: string) => `login:device:${deviceHash}`;
const knownDeviceKey = (userId: number, deviceHash: string) => `login:known:${userId}:${deviceHash}`;

/** The attempt proved right: it does not count, and the account starts afresh. */
export async function decrementAttempts(ctx: Context, { keys }: LoginAttempt) {
  const writes = keys.map((key) =>
    key.startsWith('login:ip:') ? decrementCount(ctx.db, key) : resetCount(ctx.db, key),
  );
  await commit(ctx, { writes });
}

type Counted = Limit & { count: number; endsAt: number };

/** Counts the attempt in the windows of all limits, in their order; not in those after one that refuses it. */
async function countAttempt(ctx: Context, limits: readonly Limit[]): Promise<Counted[]> {
  const windows = limits.map((limit) => ({ ...limit, windowMs: WINDOW_MS, nowMs: ctx.now() }));
  const counts = await commit(ctx, { writes: incrementStatements(ctx.db, windows) });
  return windows.flatMap((window, at) => {
    const rows = counts[at] ?? [];
    return rows.length > 0 ? [{ ...window, ...countResult(rows, window) }] : [];
  });
}

function limitedError(ctx: Context, { key, endsAt }: Counted): AppError {
  ctx.log.warn('password_attempts_limited', { by: key.split(':')[1] });
  const retryAfter = Math.max(1, Math.ceil((endsAt - ctx.now()) / 1000));
  return new AppError('too_many', 'Too many failed attempts. Please wait a while and try again.', {
    retryAfter,
  });
}
