import { MINUTE_MS } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import {
  type CountWindow,
  countAtMost,
  countResult,
  deleteCounts,
  incrementCount,
  incrementStatement,
} from '#worker/base/db/rate-limits-repo.ts';
import { retryOnVersionConflict } from '#worker/base/history/version-conflict.ts';
import { ipKey } from '#worker/base/http/guards/address.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { passwordResetEmail } from '#worker/notify/email/account.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertRateLimitedNotification } from '#worker/notify/outbox/repo.ts';
import { changeAccount } from './account-change.ts';
import { countersOf, type Origin } from './attempts.ts';
import { findByResetToken, findUser, insertKnownDevice, storeResetToken } from './repo.ts';
import { assertChosenPassword } from './service.ts';

const VALID_MINUTES = 60;
/** Limits of e-mails to one account: one in five minutes, three an hour. */
const MAILS = { quietMs: 5 * MINUTE_MS, perHour: 3 };
/** Limit of calls from one address in 15 minutes. */
const CALLS = { windowMs: 15 * MINUTE_MS, allowed: 20 };

/**
 * Requests a reset link. For every address, known or not, the reply waits for the same transaction, which always
 * writes; the queue is called after the reply. So neither the time of the reply nor an error shows which accounts
 * exist.
 */
export async function requestReset(ctx: Context, { email, ip }: { email: string; ip: string }) {
  const nowMs = ctx.now();
  const counted = callsOf(ctx, ip);
  const notification = { id: ctx.newId(), kind: 'password-reset' as const, email, createdAt: nowMs };
  const [calls, stored] = await commit(ctx, {
    writes: [
      incrementStatement(ctx.db, counted),
      insertRateLimitedNotification(ctx.db, notification, { ...MAILS, isAllowed: countAtMost(counted) }),
    ],
  });
  assertAdmitted(ctx, countResult(calls, counted), counted);
  ctx.afterReply(async () => {
    if (stored.results.length > 0) await enqueueOutboxRow(ctx, notification.id);
  });
}

/** Creates the token when the e-mail is sent, so that no queue or table contains it. A later token replaces it. */
export async function sendPasswordResetEmail(
  ctx: Context,
  { userId, outboxId }: { userId: number; outboxId: string },
) {
  const user = await findUser(ctx.db, userId);
  if (!user?.isActive || !user.email) return;
  const token = newToken();
  const expiresAt = ctx.now() + VALID_MINUTES * MINUTE_MS;
  await storeResetToken(ctx.db, user.id, { hash: await sha256(token), expiresAt });
  const email = passwordResetEmail({
    name: user.firstName ?? user.username,
    // In the fragment, which browsers do not send to servers, so no log contains it.
    url: siteUrl(ctx.settings, `/reset-password#token=${token}`),
    minutes: VALID_MINUTES,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: user.email, dedupeKey: outboxId });
}

/**
 * Sets a new password with a mailed token, once. All sessions end. The link proves the identity of the user: the failed
 * attempts of the account are reset, and the device is known from now on, so that attempts by others do not lock it
 * out.
 */
export async function resetPassword(
  ctx: Context,
  { token, password, origin }: { token: string; password: string; origin: Origin },
): Promise<{ deviceToken: string }> {
  await assertWithinRateLimit(ctx, origin.ip);
  const tokenHash = await sha256(token);
  const deviceToken = origin.deviceToken ?? newToken();
  const deviceHash = await sha256(deviceToken);
  await retryOnVersionConflict(ctx, async () => {
    const user = await findByResetToken(ctx.db, tokenHash);
    const isGood = user?.isActive && (user.passwordResetExpires ?? 0) > ctx.now();
    if (!user || !isGood) throw linkOver();
    assertChosenPassword(password, { username: user.username, path: 'password' });
    return changeAccount(ctx, {
      user,
      changes: { password },
      action: 'reset',
      actor: { userId: user.id, username: user.username },
      endSessions: { exceptId: null },
      also: [
        insertKnownDevice(ctx.db, { userId: user.id, deviceHash, createdAt: ctx.now() }),
        deleteCounts(ctx.db, countersOf(user.id, deviceHash)),
      ],
    });
  });
  return { deviceToken };
}

function linkOver() {
  const message = 'This link is no longer valid. Please ask for a new one.';
  return new AppError('invalid', message, { issues: [{ path: 'token', message }] });
}

async function assertWithinRateLimit(ctx: Context, ip: string) {
  const counted = callsOf(ctx, ip);
  assertAdmitted(ctx, await incrementCount(ctx.db, counted), counted);
}

/** Counts calls by address. Calls without an address share one counter and have no limit. */
function callsOf(ctx: Context, ip: string): CountWindow & { allowed: number } {
  const isLimited = ctx.settings.hasAddressLimits && ip !== '';
  const key = isLimited ? `reset:ip:${ipKey(ip)}` : 'reset:all';
  const allowed = isLimited ? CALLS.allowed : Number.MAX_SAFE_INTEGER;
  return { key, windowMs: CALLS.windowMs, nowMs: ctx.now(), allowed };
}

function assertAdmitted(
  ctx: Context,
  { count, endsAt }: ReturnType<typeof countResult>,
  { allowed }: { allowed: number },
) {
  if (count <= allowed) return;
  const retryAfter = Math.max(1, Math.ceil((endsAt - ctx.now()) / 1000));
  throw new AppError('too_many', 'Too many requests. Please wait a while and try again.', { retryAfter });
}
