import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { insertEntry } from '#worker/history/repo.ts';
import { ipKey } from '#worker/limits/address.ts';
import { countOnce } from '#worker/limits/repo.ts';
import { businessOf, siteUrl } from '#worker/mail/business.ts';
import { passwordResetLetter } from '#worker/mail/password-reset.ts';
import { announce } from '#worker/outbox/announce.ts';
import { insertNotice, insertRareNotice } from '#worker/outbox/repo.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { hashPassword } from '#worker/platform/passwords.ts';
import { newToken } from '#worker/sessions/sessions.ts';
import {
  findByEmail,
  findByResetToken,
  findUser,
  storeResetToken,
  resetPassword as updateByToken,
} from './repo.ts';
import { assertUncommon, changeOf, passwordEntry } from './service.ts';

const MINUTE_MS = 60_000;
const VALID_MINUTES = 60;
/** Mails to one account: not two within five minutes, three an hour. */
const MAILS = { quietMs: 5 * MINUTE_MS, perHour: 3 };
/** Calls from one address in a quarter of an hour. */
const CALLS = { windowMs: 15 * MINUTE_MS, allowed: 20 };

/** Asks for a link. Whether the address is known shows neither in the answer nor in an error. */
export async function requestReset(ctx: Context, { email, ip }: { email: string; ip: string }) {
  await admit(ctx, ip);
  const user = await findByEmail(ctx.db, email);
  if (!user?.isActive) return;
  const notice = { id: ctx.newId(), kind: 'password-reset' as const, userId: user.id, createdAt: ctx.now() };
  if (await insertRareNotice(ctx.db, notice, MAILS)) await announce(ctx, notice.id);
}

/** Makes the token at the moment of sending, so that no queue or table ever holds it; a later one replaces it. */
export async function sendResetLink(
  ctx: Context,
  { userId, noticeId }: { userId: number; noticeId: string },
) {
  const user = await findUser(ctx.db, userId);
  if (!user?.isActive || !user.email) return;
  const token = newToken();
  const expiresAt = ctx.now() + VALID_MINUTES * MINUTE_MS;
  await storeResetToken(ctx.db, user.id, { hash: await sha256(token), expiresAt });
  const letter = passwordResetLetter({
    name: user.firstName ?? user.username,
    // In the fragment, which no server and no log ever sees.
    url: siteUrl(ctx.settings, `/reset-password#token=${token}`),
    minutes: VALID_MINUTES,
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...letter, to: user.email, cause: noticeId });
}

/** A new password by a mailed token, once. All sessions end, first and again after the change. */
export async function resetPassword(ctx: Context, given: { token: string; password: string; ip: string }) {
  await admit(ctx, given.ip);
  const tokenHash = await sha256(given.token);
  const user = await findByResetToken(ctx.db, tokenHash);
  const isGood = user?.isActive && (user.passwordResetExpires ?? 0) > ctx.now();
  if (!user || !isGood) throw linkOver();
  assertUncommon(given.password, 'password');
  const password = await hashPassword(given.password);
  await ctx.sessions.endAll(user.id, { exceptId: null });
  const notice = { id: ctx.newId(), kind: 'end-sessions' as const, userId: user.id, createdAt: ctx.now() };
  const [updated] = await ctx.db.batch([
    updateByToken(ctx.db, tokenHash, password),
    insertEntry(
      ctx.db,
      changeOf(user),
      passwordEntry(user, { to: password, action: 'reset', nowMs: ctx.now() }),
    ),
    insertNotice(ctx.db, notice),
  ]);
  await announce(ctx, notice.id);
  // Used by somebody else since it was read.
  if (updated.meta.changes === 0) throw linkOver();
}

function linkOver() {
  const message = 'This link is no longer valid. Please ask for a new one.';
  return new AppError('invalid', message, { issues: [{ path: 'token', message }] });
}

async function admit(ctx: Context, ip: string) {
  if (!ctx.settings.hasAddressLimits || ip === '') return;
  const nowMs = ctx.now();
  const { count, endsAt } = await countOnce(ctx.db, {
    key: `reset:ip:${ipKey(ip)}`,
    windowMs: CALLS.windowMs,
    nowMs,
  });
  if (count <= CALLS.allowed) return;
  const retryAfter = Math.max(1, Math.ceil((endsAt - nowMs) / 1000));
  throw new AppError('too_many', 'Too many requests. Please wait a while and try again.', { retryAfter });
}
