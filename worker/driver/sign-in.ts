import type { Account } from '#contract/auth.ts';
import type { createDriverLink, DriverDevice } from '#contract/driver-session.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { DRIVER_LINK_MS } from '#domain/dispatch/driver-links.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { insertAccountEvent } from '#worker/base/history/events-repo.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import { TextProviderError } from '#worker/base/platform/texts.ts';
import { type Actor, newToken } from '#worker/base/sessions/sessions.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import type { Origin } from '#worker/people/auth/attempts.ts';
import { findUser, type User } from '#worker/people/auth/repo.ts';
import { endSession, openSession, type SignedIn } from '#worker/people/auth/service.ts';
import {
  endDriverLinks,
  endOlderDriverLinks,
  insertDriverLink,
  isLinkEnded,
  redeemLink,
} from './links-repo.ts';

/**
 * Creates a sign-in link for a driver. Throws conflict for another role, for an account that is inactive, and when the
 * link cannot be texted; provider_unavailable when the provider of texts fails.
 */
export async function createLink(
  ctx: Context,
  actor: Actor,
  { userId, isTexted }: { userId: number; isTexted: boolean },
): Promise<ReplyOf<typeof createDriverLink>> {
  const driver = await getDriver(ctx, userId);
  if (!driver.isActive) throw new AppError('conflict', 'This account is inactive. Reactivate it first.');
  const to = textPhone(driver.phone ?? '');
  const canText = ctx.texts !== null && to !== null;
  if (isTexted && !canText) throw new AppError('conflict', CANNOT_TEXT);
  const token = newToken();
  const nowMs = ctx.now();
  const expiresAt = nowMs + DRIVER_LINK_MS;
  const tokenHash = await sha256(token);
  await commit(ctx, {
    writes: [
      insertDriverLink(ctx.db, { tokenHash, userId, createdBy: actor.userId, createdAt: nowMs, expiresAt }),
      insertAccountEvent(ctx.db, { userId, actor, action: 'driver_link_created', nowMs }),
    ],
  });
  // In the fragment, which browsers do not send to servers, so no log contains it.
  const url = siteUrl(ctx.settings, `/driver#token=${token}`);
  if (isTexted) await textLink(ctx, { to: to ?? '', url });
  // Not before: if the text fails, the driver still has the older link.
  await endOlderDriverLinks(ctx.db, { tokenHash, userId, nowMs: ctx.now() });
  return { url, expiresAt: isoInstant(expiresAt), canText };
}

const CANNOT_TEXT = 'The link cannot be texted to the number of this account. Copy it instead.';

/** Not through the outbox: the link ends before a failed text would be repeated, and its token is not stored. */
async function textLink(ctx: Context, { to, url }: { to: string; url: string }): Promise<void> {
  const { name } = await getBusinessProfile(ctx);
  const body = `${name}: sign in to the driver app within 10 minutes: ${url}`;
  try {
    const result = await ctx.texts?.send({ to, body });
    if (result?.status !== 'accepted') throw new AppError('conflict', CANNOT_TEXT);
  } catch (error) {
    if (!(error instanceof TextProviderError)) throw error;
    throw new AppError(
      'provider_unavailable',
      'The text may not have been sent. Copy the link, or try again.',
    );
  }
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
  await commit(ctx, {
    writes: [
      endDriverLinks(ctx.db, { userId, nowMs }),
      insertAccountEvent(ctx.db, { userId, actor, action: 'phone_lost', nowMs }),
    ],
  });
  await ctx.sessions.endAll(userId, { exceptId: null });
  return driver;
}

/** Where a driver is signed in, last used first. */
export async function sessionsOfDriver(ctx: Context, userId: number): Promise<DriverDevice[]> {
  await getDriver(ctx, userId);
  const sessions = await ctx.sessions.list(userId);
  return sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device,
    createdAt: isoInstant(createdAt),
    lastSeenAt: isoInstant(lastSeenAt),
  }));
}

/** Ends one session of a driver. Throws not_found if it has ended already. */
export async function endSessionOfDriver(
  ctx: Context,
  actor: Actor,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await getDriver(ctx, userId);
  const isEnded = await ctx.sessions.end(userId, sessionId);
  if (!isEnded) throw new AppError('not_found', 'This session has ended already.');
  await insertAccountEvent(ctx.db, { userId, actor, action: 'driver_session_ended', nowMs: ctx.now() });
}

async function getDriver(ctx: Context, userId: number): Promise<User> {
  const user = await findUser(ctx.db, userId);
  if (!user) throw new AppError('not_found', 'There is no such account.');
  if (user.role !== 'driver') throw new AppError('conflict', 'This account is not a driver.');
  return user;
}
