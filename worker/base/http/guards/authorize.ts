import type { Endpoint } from '#contract/endpoint.ts';
import { can, maySignIn } from '#domain/accounts/access.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { readCookie, SESSION_COOKIE } from '#worker/base/http/cookies.ts';
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
  const isAllowed = access === 'session' ? maySignIn(actor.role) : can(actor.role, access);
  if (actor.restrictedAtMs !== undefined && !worksAfterDeactivation) {
    throw new AppError(
      'forbidden',
      'Your account was deactivated. Only what you recorded before that can still be sent.',
    );
  }
  if (!isAllowed) throw new AppError('forbidden', 'Your role does not allow this.');
  ctx.live.setAuthor(actor);
  return actor;
}
