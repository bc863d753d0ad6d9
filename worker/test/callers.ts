import { ROLES, type Role } from '#domain/accounts/access.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { storeResetToken } from '#worker/people/auth/repo.ts';
import { addUser, makeTestContext, rows, startOver } from './world.ts';

/** Callers without a live session: all are refused alike. */
export const SIGNED_OUT = [
  'anonymous',
  'deactivated',
  /** A session that is older than seven days. */
  'expired',
  /** A session that was not used for 12 hours. */
  'idle',
  /** A session that its user ended. */
  'ended',
  /** The token of a live reset link, sent as a session. */
  'reset_token',
  'expired_reset_token',
] as const;
export const CALLERS = [...SIGNED_OUT, ...ROLES] as const;
export type Caller = (typeof CALLERS)[number];

/** Signs in one caller of each kind in an empty database. Returns the cookie of each; an anonymous caller has none. */
export async function signInCallers(): Promise<Map<Caller, string>> {
  await startOver();
  const cookies = new Map<Caller, string>();
  for (const role of ROLES) cookies.set(role, (await openAs(role, role)).cookie);
  cookies.set('deactivated', await deactivated());
  cookies.set('expired', (await openAs('expired', 'super_admin', 8 * 24)).cookie);
  cookies.set('idle', (await openAs('idle', 'super_admin', 13)).cookie);
  cookies.set('ended', await ended());
  cookies.set('reset_token', await withResetToken('reset', 60));
  cookies.set('expired_reset_token', await withResetToken('late', -1));
  return cookies;
}

async function openAs(username: string, role: Role, hoursAgo = 0) {
  const id = await addUser({ username, password: 'correct horse', role });
  const { ctx, passMinutes } = makeTestContext();
  passMinutes(-hoursAgo * 60);
  const token = await ctx.sessions.open(id, { identity: { username, role }, device: 'Test' });
  return { id, cookie: cookieOf(token) };
}

const cookieOf = (token: string) => `__Host-session=${token}`;

async function deactivated(): Promise<string> {
  const { id, cookie } = await openAs('gone', 'super_admin');
  await rows('UPDATE users SET is_active = 0 WHERE id = ?', id);
  await endSessions(id);
  return cookie;
}

async function ended(): Promise<string> {
  const { id, cookie } = await openAs('ended', 'super_admin');
  await endSessions(id);
  return cookie;
}

function endSessions(id: number): Promise<void> {
  return makeTestContext().ctx.sessions.endAll(id, { exceptId: null });
}

async function withResetToken(username: string, minutes: number): Promise<string> {
  const id = await addUser({ username, password: 'correct horse', role: 'super_admin' });
  const { ctx } = makeTestContext();
  const token = newToken();
  await storeResetToken(ctx.db, id, { hash: await sha256(token), expiresAt: ctx.now() + minutes * 60_000 });
  return cookieOf(`${id}.${token}`);
}
