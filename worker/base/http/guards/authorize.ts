import type { Endpoint } from '#contract/endpoint.ts';
import { can, maySignIn } from '#domain/accounts/access.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Settings } from '#worker/base/env.ts';
import { readCookie, SESSION_COOKIE } from '#worker/base/http/cookies.ts';
import { readClaims } from '#worker/base/sessions/claims.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';

/** Who calls, as far as the call's access asks: 401 without a live session, 403 without the capability. */
export async function authorize(
  ctx: Context,
  { access, worksAfterDeactivation = false }: Pick<Endpoint, 'access'> & Partial<Endpoint>,
  request: Request,
): Promise<Actor | null> {
  if (access === 'public' || access === 'signature') return null;
  const token = readCookie(request, SESSION_COOKIE);
  const actor = token ? await ctx.sessions.check(token) : null;
  if (!actor) throw new AppError('unauthenticated', 'Please sign in.');
  if (actor.restrictedAtMs !== undefined && !worksAfterDeactivation) {
    throw new AppError(
      'forbidden',
      'Your account was deactivated. Only what you recorded before that can still be sent.',
    );
  }
  if (!isAllowed(actor, access)) throw new AppError('forbidden', 'Your role does not allow this.');
  ctx.live.setAuthor(actor);
  return actor;
}

/**
 * Who calls, as the signed cookie says: for reads beside the check of the session. Null if the call has to be checked first,
 * among others if it depends on what only the check knows.
 */
export function readClaimedActor(
  { stripeSecretKey }: Settings,
  { access, worksAfterDeactivation }: Endpoint,
  request: Request,
): Actor | null {
  if (access === 'public' || access === 'signature' || worksAfterDeactivation) return null;
  const token = readCookie(request, SESSION_COOKIE);
  const actor = token ? readClaims(stripeSecretKey, token) : null;
  return actor && isAllowed(actor, access) ? actor : null;
}

function isAllowed({ role }: Actor, access: Exclude<Endpoint['access'], 'public' | 'signature'>): boolean {
  return access === 'session' ? maySignIn(role) : can(role, access);
}
