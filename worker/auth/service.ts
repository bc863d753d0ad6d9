import type { Account } from '#contract/auth.ts';
import { mayEnterOffice } from '#domain/access.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { type Clash, clashError, clashing } from '#worker/db/clashes.ts';
import { insertEntry } from '#worker/history/repo.ts';
import { announce } from '#worker/outbox/announce.ts';
import { insertNotice } from '#worker/outbox/repo.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { hashPassword, verifyPassword } from '#worker/platform/passwords.ts';
import { type Actor, newToken } from '#worker/sessions/sessions.ts';
import { admitAttempt, forgiveAttempt, type Origin } from './attempts.ts';
import { COMMON_PASSWORDS } from './common-passwords.gen.ts';
import {
  findByUsername,
  findUser,
  hasPassword,
  hasUsername,
  insertKnownDevice,
  type User,
  updatePassword,
  updateUsername,
  versionOf,
} from './repo.ts';

/** The hash of nothing anybody knows: an unknown name costs as much time as a wrong password. */
const DUMMY_HASH = 'scrypt$16384$8$5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export type Credentials = { username: string; password: string };
export type SignedIn = { account: Account; sessionToken: string; deviceToken: string };

/** Checks a password and opens a session. Unknown, deactivated or wrong: one answer. */
export async function signIn(
  ctx: Context,
  { username, password }: Credentials,
  { origin, device }: { origin: Origin; device: string },
): Promise<SignedIn> {
  const user = await findByUsername(ctx.db, username);
  const attempt = await admitAttempt(ctx, origin, { account: username, userId: user?.id ?? null });
  const isRight = await verifyPassword(password, user?.password ?? DUMMY_HASH);
  if (!user || !isRight || !user.isActive) {
    throw notRight();
  }
  await forgiveAttempt(ctx, attempt);
  if (!mayEnterOffice(user.role)) {
    throw new AppError('forbidden', 'This account has no access to the back office.');
  }
  const identity = { username: user.username, role: user.role };
  const sessionToken = await ctx.sessions.open(user.id, { identity, device });
  try {
    const deviceToken = origin.deviceToken ?? newToken();
    const deviceHash = await sha256(deviceToken);
    await insertKnownDevice(ctx.db, { userId: user.id, deviceHash, createdAt: ctx.now() });
    await assertUnchanged(ctx, user);
    return { account: user, sessionToken, deviceToken };
  } catch (error) {
    await endSession(ctx, sessionToken);
    throw error;
  }
}

/** Ends the session of a token, if there is one. */
export async function endSession(ctx: Context, sessionToken: string) {
  const actor = await ctx.sessions.check(sessionToken);
  if (actor) await ctx.sessions.end(actor.userId, actor.sessionId);
}

export async function getAccount(ctx: Context, actor: Actor): Promise<User> {
  const user = await findUser(ctx.db, actor.userId);
  if (!user?.isActive) throw new AppError('unauthenticated', 'Please sign in again.');
  return user;
}

/** Ends the other sessions first: if that fails, the password stays as it was. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  given: { currentPassword: string; newPassword: string; origin: Origin },
) {
  const user = await proveOwn(ctx, actor, given);
  assertUncommon(given.newPassword);
  const to = await hashPassword(given.newPassword);
  await ctx.sessions.endAll(user.id, { exceptId: actor.sessionId });
  const notice = endSessionsNotice(ctx, user.id, actor.sessionId);
  const [updated] = await ctx.db.batch([
    updatePassword(ctx.db, user.id, { from: user.password, to }),
    insertEntry(ctx.db, changeOf(user), passwordEntry(user, { to, action: 'changed', nowMs: ctx.now() })),
    insertNotice(ctx.db, notice),
  ]);
  await announce(ctx, notice.id);
  // Another change was quicker: the password that was proved is the current one no more.
  if (updated.meta.changes === 0) throw wrongPassword();
}

/** Ends all sessions, this one too: the person signs in again by the new name. */
export async function changeUsername(
  ctx: Context,
  actor: Actor,
  given: { currentPassword: string; newUsername: string; origin: Origin },
) {
  const user = await proveOwn(ctx, actor, given);
  const taken = await findByUsername(ctx.db, given.newUsername);
  if (taken && taken.id !== user.id) throw clashError(TAKEN);
  await ctx.sessions.endAll(user.id, { exceptId: null });
  const notice = endSessionsNotice(ctx, user.id, null);
  // Taken after all, when somebody else was quicker: the index has the last word.
  await clashing({ users_username: TAKEN }, () =>
    ctx.db.batch([
      updateUsername(ctx.db, user.id, given.newUsername),
      insertEntry(ctx.db, changeOf(user), {
        action: 'changed',
        actor: { userId: user.id, username: user.username },
        before: { username: user.username },
        after: { username: given.newUsername },
        nowMs: ctx.now(),
        condition: hasUsername(user.id, given.newUsername),
      }),
      insertNotice(ctx.db, notice),
    ]),
  );
  await announce(ctx, notice.id);
}

const TAKEN: Clash = { message: 'This username is already taken.', path: 'newUsername' };

/** Refuses the passwords that are tried first. */
export function assertUncommon(password: string, path = 'newPassword') {
  if (!COMMON_PASSWORDS.has(password.toLowerCase())) return;
  const message = 'This password is too common. Choose one that nobody would guess.';
  throw new AppError('invalid', message, { issues: [{ path, message }] });
}

/** What history keeps of a new password: that the account's owner set one. */
export function passwordEntry(
  user: Pick<User, 'id' | 'username'>,
  { to, action, nowMs }: { to: string; action: string; nowMs: number },
) {
  const condition = hasPassword(user.id, to);
  const actor = { userId: user.id, username: user.username };
  return { action, actor, before: { password: null }, after: { password: null }, nowMs, condition };
}

/** The account that history tells of, at the version that the change made. */
export const changeOf = ({ id }: Pick<User, 'id'>) =>
  ({ subject: 'user', subjectId: id, version: versionOf(id) }) as const;

/**
 * Hashing takes its time. Whoever was deactivated or changed meanwhile has no business with a session of what
 * they were: read after the session is open and a row is written, so that no change slips in between.
 */
async function assertUnchanged(ctx: Context, user: User) {
  const current = await findUser(ctx.db, user.id);
  const { username, password, role } = user;
  const isSame =
    current?.isActive &&
    current.username === username &&
    current.password === password &&
    current.role === role;
  if (!isSame) throw notRight();
}

function notRight() {
  return new AppError('unauthenticated', 'The username or password is not right.');
}

/** Checks somebody's own password, counted like any attempt to sign in. */
export async function proveOwn(
  ctx: Context,
  actor: Actor,
  given: { currentPassword: string; origin: Origin },
): Promise<User> {
  const user = await getAccount(ctx, actor);
  const attempt = await admitAttempt(ctx, given.origin, { account: user.username, userId: user.id });
  if (!(await verifyPassword(given.currentPassword, user.password))) {
    throw wrongPassword();
  }
  await forgiveAttempt(ctx, attempt);
  return user;
}

function wrongPassword() {
  const message = 'Current password is incorrect.';
  return new AppError('forbidden', message, { issues: [{ path: 'currentPassword', message }] });
}

function endSessionsNotice(ctx: Context, userId: number, exceptSessionId: string | null) {
  return { id: ctx.newId(), kind: 'end-sessions' as const, userId, exceptSessionId, createdAt: ctx.now() };
}
