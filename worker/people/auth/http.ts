import {
  endOtherSessions,
  endSession as endSessionCall,
  getCurrentUser,
  listSessions,
  logout,
} from '#contract/auth.ts';
import {
  changeEmail as changeEmailCall,
  changePassword as changePasswordCall,
  changeUsername as changeUsernameCall,
  forgotPassword,
  login,
  openSignInLink,
  requestSignInLink,
  resetPassword as resetPasswordCall,
} from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { SIGN_IN_LINK_MINUTES } from '#domain/accounts/sign-in-links.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { cutText } from '#domain/shared/text.ts';
import type { Context } from '#worker/base/context.ts';
import {
  deviceCookie,
  endedSessionCookie,
  readCookie,
  SESSION_COOKIE,
  sessionCookie,
} from '#worker/base/http/cookies.ts';
import { type App, type Call, implement } from '#worker/base/http/implement.ts';
import { readOrigin } from './origin.ts';
import { requestReset, resetPassword } from './reset.ts';
import { changeEmail, changePassword, changeUsername, endSession, getAccount, signIn } from './service.ts';
import { openLinkOnDevice, requestLink } from './sign-in-links.ts';

const DEVICE_NAME_LENGTH = 200;

export function mountAuth(app: App) {
  implement(app, login, async (call) => {
    const signedIn = await signIn(call.ctx, call.body, {
      origin: readOrigin(call),
      device: deviceName(call),
    });
    await endOwnSession(call);
    call.setCookie(sessionCookie(signedIn.sessionToken, signedIn.account.role));
    call.setCookie(deviceCookie(signedIn.deviceToken));
    return signedIn.account;
  });

  implement(app, logout, async (call) => {
    await endOwnSession(call);
    call.setCookie(endedSessionCookie());
    return undefined;
  });

  implement(app, getCurrentUser, ({ ctx, actor }) => getAccount(ctx, actor));

  implement(app, listSessions, async ({ ctx, actor }) => {
    const sessions = await ctx.sessions.list(actor.userId);
    return sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt: isoInstant(createdAt),
      lastSeenAt: isoInstant(lastSeenAt),
      isCurrent: id === actor.sessionId,
    }));
  });

  implement(app, endSessionCall, async ({ ctx, actor, params }) => {
    if (!(await ctx.sessions.end(actor.userId, params.id)))
      throw new AppError('not_found', 'There is no such session.');
    return undefined;
  });

  implement(app, endOtherSessions, async ({ ctx, actor }) => {
    await ctx.sessions.endAll(actor.userId, { exceptId: actor.sessionId });
    return undefined;
  });
}

export function mountCredentials(app: App) {
  implement(app, changePasswordCall, async (call) => {
    await changePassword(call.ctx, call.actor, { ...call.body, origin: readOrigin(call) });
    return { message: 'Password changed successfully' };
  });

  implement(app, changeUsernameCall, async (call) => {
    await changeUsername(call.ctx, call.actor, { ...call.body, origin: readOrigin(call) });
    call.setCookie(endedSessionCookie());
    return { message: 'Username changed successfully. You will need to log in again.' };
  });

  implement(app, changeEmailCall, async (call) => {
    await changeEmail(call.ctx, call.actor, { ...call.body, origin: readOrigin(call) });
    return { message: 'Email changed successfully' };
  });

  implement(app, forgotPassword, async ({ ctx, body, ip }) => {
    await requestReset(ctx, { email: body.email, ip });
    return {
      message: `If an account has this address, a link to reset its password is on its way.${mailboxHint(ctx)}`,
    };
  });

  implement(app, requestSignInLink, async (call) => {
    const { deviceToken } = await requestLink(call.ctx, {
      username: call.body.username,
      origin: readOrigin(call),
    });
    call.setCookie(deviceCookie(deviceToken));
    return {
      message: `If this account exists, a link is on its way to its e-mail address. Open it in this browser within ${SIGN_IN_LINK_MINUTES} minutes.${mailboxHint(call.ctx)}`,
    };
  });

  implement(app, openSignInLink, (call) =>
    openLinkOnDevice(call.ctx, { token: call.body.token, origin: readOrigin(call) }),
  );

  implement(app, resetPasswordCall, async (call) => {
    const { token, password } = call.body;
    const { deviceToken } = await resetPassword(call.ctx, { token, password, origin: readOrigin(call) });
    call.setCookie(deviceCookie(deviceToken));
    return { message: 'Your password has been reset. You can sign in with it now.' };
  });
}

const mailboxHint = ({ settings }: Context) =>
  settings.environment === 'development' ? ' In development, look into the mailbox.' : '';

/** The browser and system of a session, from the User-Agent header. */
export function deviceName({ header }: Pick<Call<Endpoint>, 'header'>): string {
  return cutText(header('User-Agent') ?? 'Unknown device', DEVICE_NAME_LENGTH);
}

/** For a sign-in, too: the cookie of the session before is replaced, so that session could not be ended later. */
export async function endOwnSession({ ctx, request }: Pick<Call<Endpoint>, 'ctx' | 'request'>) {
  const token = readCookie(request, SESSION_COOKIE);
  if (token) await endSession(ctx, token);
}
