import type { Account } from '#contract/auth.ts';
import { HAS_USERNAME } from '#contract/passwords.ts';
import { maySignIn } from '#domain/accounts/access.ts';
import { containsUsername } from '#domain/accounts/passwords.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { retryOnVersionConflict } from '#worker/base/history/version-conflict.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { verifyPassword } from '#worker/base/platform/passwords.ts';
import { type Actor, newToken } from '#worker/base/sessions/sessions.ts';
import { type AccountChange, changeAccount } from './account-change.ts';
import { admitAttempt, decrementAttempts, isOnKnownDevice, type Origin } from './attempts.ts';
import { COMMON_PASSWORDS } from './common-passwords.gen.ts';
import { findByUsername, findUser, insertKnownDevice, selectUser, type User } from './repo.ts';

/** A hash without a known password: an unknown username takes as much time as a wrong password. */
export const DUMMY_HASH =
  'scrypt$16384$8$5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export type Credentials = { username: string; password: string };
export type SignedIn = { account: Account; sessionToken: string; deviceToken: string };

/**
 * Checks a password and opens a session. The error is the same for an unknown account, a deactivated account and a
 * wrong password.
 */
export async function signIn(
  ctx: Context,
  { username, password }: Credentials,
  { origin, device }: { origin: Origin; device: string },
): Promise<SignedIn> {
  const [user, isKnown] = await Promise.all([
    findByUsername(ctx.db, username),
    isOnKnownDevice(ctx, origin, username),
  ]);
  const tried = { account: username, userId: user?.id ?? null, isOnKnownDevice: isKnown };
  const attempt = await admitAttempt(ctx, origin, tried);
  const isRight = await verifyPassword(password, user?.password ?? DUMMY_HASH);
  if (!user || !isRight || !user.isActive) {
    throw invalidCredentialsError();
  }
  await decrementAttempts(ctx, attempt);
  if (!maySignIn(user.role)) {
    throw new AppError('forbidden', 'This account has no access to the back office.');
  }
  return openSession(ctx, user, { origin, device });
}

/** Opens a session for an account whose identity is proved. Throws unauthenticated when the account was changed since it was read. */
export async function openSession(
  ctx: Context,
  user: User,
  { origin, device: name }: { origin: Origin; device: string },
): Promise<SignedIn> {
  const identity = { username: user.username, role: user.role };
  const sessionToken = await ctx.sessions.open(user.id, { identity, device: name });
  try {
    const deviceToken = origin.deviceToken ?? newToken();
    const deviceHash = await sha256(deviceToken);
    const device = { userId: user.id, deviceHash, createdAt: ctx.now() };
    const { current } = await commit(ctx, {
      writes: { known: insertKnownDevice(ctx.db, device), current: selectUser(ctx.db, user.id) },
    });
    assertUnchanged(user, current[0]);
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

/** Ends all other sessions. */
export function changePassword(
  ctx: Context,
  actor: Actor,
  input: { currentPassword: string; newPassword: string; origin: Origin },
) {
  return updateOwnAccount(ctx, { ...input, actor }, (user) => {
    assertChosenPassword(input.newPassword, { username: user.username, path: 'newPassword' });
    return { changes: { password: input.newPassword }, endSessions: { exceptId: actor.sessionId } };
  });
}

/** Ends all sessions, also the current one: the user signs in again with the new username. */
export function changeUsername(
  ctx: Context,
  actor: Actor,
  input: { currentPassword: string; newUsername: string; origin: Origin },
) {
  return updateOwnAccount(ctx, { ...input, actor }, () => {
    if (containsUsername(input.currentPassword, input.newUsername)) {
      throw refusedField('newUsername', PASSWORD_CONTAINS_USERNAME);
    }
    return {
      changes: { username: input.newUsername },
      endSessions: { exceptId: null },
      paths: { username: 'newUsername' },
    };
  });
}

/** Ends all other sessions. */
export function changeEmail(
  ctx: Context,
  actor: Actor,
  input: { currentPassword: string; newEmail: string; origin: Origin },
) {
  return updateOwnAccount(ctx, { ...input, actor }, ({ email }) => {
    if (input.newEmail === email) throw refusedField('newEmail', 'This is your e-mail address already.');
    return {
      changes: { email: input.newEmail },
      endSessions: { exceptId: actor.sessionId },
      paths: { email: 'newEmail' },
    };
  });
}

const PASSWORD_CONTAINS_USERNAME =
  'Your password contains this username. Choose another username, or change your password first.';

type OwnChange = Pick<AccountChange, 'changes' | 'endSessions' | 'paths'>;

/** Changes the own account once its password is proved. When it was changed since, the password is proved again. */
function updateOwnAccount(
  ctx: Context,
  { actor, ...proof }: { actor: Actor; currentPassword: string; origin: Origin },
  changeOf: (user: User) => OwnChange,
): Promise<null> {
  return retryOnVersionConflict(ctx, async () => {
    const user = await verifyOwnPassword(ctx, actor, proof);
    return changeAccount(ctx, { user, actor, action: 'changed', ...changeOf(user) });
  });
}

/** Rejects a common password, or one that contains the username. */
export function assertChosenPassword(
  password: string,
  { username, path }: { username: string; path: string },
) {
  if (COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase())) {
    throw refusedField(path, 'This password is too common. Choose one that is harder to guess.');
  }
  if (containsUsername(password, username)) throw refusedField(path, HAS_USERNAME);
}

function refusedField(path: string, message: string) {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/**
 * Hashing takes long. An account that was deactivated or changed during it must not get a session with its old
 * data. Reads the account after the session and its row are written, so that no change is missed.
 */
function assertUnchanged(user: User, current: User | undefined) {
  const { username, password, role } = user;
  const isSame =
    current?.isActive &&
    current.username === username &&
    current.password === password &&
    current.role === role;
  if (!isSame) throw invalidCredentialsError();
}

function invalidCredentialsError() {
  return new AppError('unauthenticated', 'The username or password is not right.');
}

/** Checks the caller's own password. Counts as a sign-in attempt. */
export async function verifyOwnPassword(
  ctx: Context,
  actor: Actor,
  input: { currentPassword: string; origin: Origin },
): Promise<User> {
  const user = await getAccount(ctx, actor);
  const attempt = await admitAttempt(ctx, input.origin, {
    account: user.username,
    userId: user.id,
    isOnKnownDevice: await isOnKnownDevice(ctx, input.origin, user.username),
  });
  if (!(await verifyPassword(input.currentPassword, user.password))) {
    throw wrongPassword();
  }
  await decrementAttempts(ctx, attempt);
  return user;
}

function wrongPassword() {
  const message = 'Current password is incorrect.';
  return new AppError('forbidden', message, { issues: [{ path: 'currentPassword', message }] });
}
