import { SIGN_IN_LINK_ATTEMPTS, SIGN_IN_LINK_MINUTES } from '#domain/accounts/sign-in-links.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import {
  type CountWindow,
  countResult,
  incrementCount,
  incrementStatement,
} from '#worker/base/db/rate-limits-repo.ts';
import { computeNetworks } from '#worker/base/http/guards/address.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { signInLinkEmail } from '#worker/notify/email/account.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { type Origin, reachableLimits } from './attempts.ts';
import { findUser } from './repo.ts';
import {
  insertSignInLink,
  insertSignInLinkNotification,
  isForOtherDevice,
  redeemSignInLink,
  storeLinkToken,
} from './sign-in-links-repo.ts';

const HOUR_MS = 60 * MINUTE_MS;
/**
 * Links an hour for one account: from one network, and in all. A stranger who asks for links uses up those of the
 * stranger's network, so the owner still gets one.
 */
const LINKS = { network: 3, account: 12 } as const;
/** Calls from one address in 15 minutes. */
const CALLS = 20;

type Limit = CountWindow & { allowed: number };

/**
 * Requests a link that lets this device try a password although the account is limited. As for a reset link
 * (`requestReset`), the reply waits for the same transaction whether or not the account exists. Returns the token of the
 * device, which the link is tied to.
 */
export async function requestLink(
  ctx: Context,
  { username, origin }: { username: string; origin: Origin },
): Promise<{ deviceToken: string }> {
  const deviceToken = origin.deviceToken ?? newToken();
  const link = { id: ctx.newId(), username, deviceHash: await sha256(deviceToken), createdAt: ctx.now() };
  const counts = await computeLinkLimits(ctx, { username, ip: origin.ip });
  const [calls, network, account] = counts;
  const outboxId = ctx.newId();
  const reachable = await reachableLimits(ctx, origin);
  const [inCalls, inNetwork, inAccount, , stored] = await commit(ctx, {
    writes: [
      incrementStatement(ctx.db, calls),
      incrementStatement(ctx.db, network),
      incrementStatement(ctx.db, account),
      insertSignInLink(ctx.db, link, { reachable, counts }),
      insertSignInLinkNotification(ctx.db, { id: outboxId, linkId: link.id }),
    ],
  });
  assertAdmitted(ctx, countResult(inCalls, calls), calls);
  assertAdmitted(ctx, countResult(inNetwork, network), network);
  assertAdmitted(ctx, countResult(inAccount, account), account);
  ctx.afterReply(async () => {
    if (stored.results.length > 0) await enqueueOutboxRow(ctx, outboxId);
  });
  return { deviceToken };
}

/** Creates the token when the e-mail is sent, so that no queue or table contains it. A later token replaces it. */
export async function sendSignInLinkEmail(
  ctx: Context,
  { userId, outboxId, linkId }: { userId: number; outboxId: string; linkId: string },
) {
  const user = await findUser(ctx.db, userId);
  if (!user?.isActive || !user.email) return;
  const token = newToken();
  const expiresAt = ctx.now() + SIGN_IN_LINK_MINUTES * MINUTE_MS;
  const isStored = await storeLinkToken(ctx.db, { id: linkId, tokenHash: await sha256(token), expiresAt });
  if (!isStored) return;
  const email = signInLinkEmail({
    name: user.firstName ?? user.username,
    // In the fragment, which browsers do not send to servers, so no log contains it.
    url: siteUrl(ctx.settings, `/admin/login#token=${token}`),
    minutes: SIGN_IN_LINK_MINUTES,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: user.email, dedupeKey: outboxId });
}

/** Opens a link on the device that asked for it, once. On another device it stays unused. */
export async function openLinkOnDevice(ctx: Context, { token, origin }: { token: string; origin: Origin }) {
  const calls = callsOf(ctx, origin.ip);
  assertAdmitted(ctx, await incrementCount(ctx.db, calls), calls);
  const opened = {
    tokenHash: await sha256(token),
    deviceHash: await sha256(origin.deviceToken ?? newToken()),
    nowMs: ctx.now(),
  };
  const username = await redeemSignInLink(ctx.db, opened);
  if (username === null) throw refusedLink((await isForOtherDevice(ctx.db, opened)) ? OTHER_DEVICE : OVER);
  ctx.log.info('sign_in_link_opened');
  return { username, attempts: SIGN_IN_LINK_ATTEMPTS, minutes: SIGN_IN_LINK_MINUTES };
}

const OVER = 'This link was used before, or has ended. Go back to the login and ask for a new one.';
const OTHER_DEVICE =
  'This link works only in the browser that asked for it. Copy the link from the e-mail and open it there.';

function refusedLink(message: string) {
  return new AppError('invalid', message, { issues: [{ path: 'token', message }] });
}

/** The counts of a request. Without an address, all calls share counters that have no limit. */
async function computeLinkLimits(
  ctx: Context,
  { username, ip }: { username: string; ip: string },
): Promise<[Limit, Limit, Limit]> {
  const name = await sha256(username.toLowerCase());
  const isLimited = isCountedByAddress(ctx, ip);
  const network = isLimited ? computeNetworks(ip).wideNetwork : 'all';
  const inAnHour = { windowMs: HOUR_MS, nowMs: ctx.now() };
  return [
    callsOf(ctx, ip),
    {
      key: `link:network:${network}:${name}`,
      ...inAnHour,
      allowed: isLimited ? LINKS.network : LINKS.account,
    },
    { key: `link:account:${name}`, ...inAnHour, allowed: LINKS.account },
  ];
}

function callsOf(ctx: Context, ip: string): Limit {
  const isLimited = isCountedByAddress(ctx, ip);
  return {
    key: isLimited ? `link:ip:${computeNetworks(ip).ipKey}` : 'link:all',
    windowMs: 15 * MINUTE_MS,
    nowMs: ctx.now(),
    allowed: isLimited ? CALLS : Number.MAX_SAFE_INTEGER,
  };
}

const isCountedByAddress = ({ settings }: Context, ip: string) => settings.hasAddressLimits && ip !== '';

function assertAdmitted(ctx: Context, { count, endsAt }: ReturnType<typeof countResult>, { allowed }: Limit) {
  if (count <= allowed) return;
  const retryAfter = Math.max(1, Math.ceil((endsAt - ctx.now()) / 1000));
  throw new AppError('too_many', 'Too many requests. Please wait a while and try again.', { retryAfter });
}
