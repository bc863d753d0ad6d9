import type { Account } from '#contract/auth.ts';
import { isoInstant } from '#domain/days.ts';
import { DRIVER_LINK_MS } from '#domain/dispatch/driver-links.ts';
import { AppError } from '#domain/errors.ts';
import type { Origin } from '#worker/auth/attempts.ts';
import { findUser, type User } from '#worker/auth/repo.ts';
import { endSession, openSession, type SignedIn } from '#worker/auth/service.ts';
import type { Context } from '#worker/context.ts';
import { insertAccountEvent } from '#worker/history/events-repo.ts';
import { siteUrl } from '#worker/notifications/email/layout.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { type Actor, newToken } from '#worker/sessions/sessions.ts';
import { endDriverLinks, insertDriverLink, isLinkEnded, redeemLink } from './links-repo.ts';

/** Creates a sign-in link for a driver. Throws conflict for another role, and for an account that is inactive. */
export async function createLink(
  ctx: Context,
  actor: Actor,
  userId: number,
): Promise<{ url: string; expiresAt: string }> {
  const driver = await getDriver(ctx, userId);
  if (!driver.isActive) throw new AppError('conflict', 'This account is inactive. Reactivate it first.');
  const token = newToken();
  const nowMs = ctx.now();
  const expiresAt = nowMs + DRIVER_LINK_MS;
  const tokenHash = await sha256(token);
  await ctx.db.batch([
    insertDriverLink(ctx.db, { tokenHash, userId, createdBy: actor.userId, createdAt: nowMs, expiresAt }),
    insertAccountEvent(ctx.db, { userId, actor, action: 'driver_link_created', nowMs }),
  ]);
  // In the fragment, which browsers do not send to servers, so no log contains it.
  return { url: siteUrl(ctx.settings, `/driver#token=${token}`), expiresAt: isoInstant(expiresAt) };
}

/** Signs a driver in with the token of a link, once. */
export async function signInByLink(
  ctx: Context,
  token: string,
  opening: { origin: Origin; device: string },
): Promise<SignedIn> {
  const tokenHash = await sha256(token);
  const userId = await redeemLink(ctx.db, { tokenHash, nowMs: ctx.now() });
  const driver = userId === null ? null : await findUser(ctx.db, userId);
  if (!driver?.isActive || driver.role !== 'driver') throw linkOver();
  const signedIn = await openSession(ctx, driver, opening);
  // The phone can be reported lost while the session is opened.
  if (await isLinkEnded(ctx.db, { tokenHash, nowMs: ctx.now() })) {
    await endSession(ctx, signedIn.sessionToken);
    throw linkOver();
  }
  return signedIn;
}

function linkOver() {
  return new AppError(
    'unauthenticated',
    'This link was used before, or has ended. Ask the office for a new one.',
  );
}

/** Ends the links and all sessions of a driver. Items that wait on the phone are lost. */
export async function reportLost(ctx: Context, actor: Actor, userId: number): Promise<Account> {
  const driver = await getDriver(ctx, userId);
  const nowMs = ctx.now();
  await ctx.db.batch([
    endDriverLinks(ctx.db, { userId, nowMs }),
    insertAccountEvent(ctx.db, { userId, actor, action: 'phone_lost', nowMs }),
  ]);
  await ctx.sessions.endAll(userId, { exceptId: null });
  return driver;
}

async function getDriver(ctx: Context, userId: number): Promise<User> {
  const user = await findUser(ctx.db, userId);
  if (!user) throw new AppError('not_found', 'There is no such account.');
  if (user.role !== 'driver') throw new AppError('conflict', 'This account is not a driver.');
  return user;
}
