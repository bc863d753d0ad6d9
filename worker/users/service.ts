import type { UserChanges } from '#contract/users.ts';
import { refusalToCreate, refusalToDeactivate, refusalToEdit } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/roles.ts';
import { findByEmail, findByUsername } from '#worker/auth/repo.ts';
import { assertUncommon } from '#worker/auth/service.ts';
import type { Context } from '#worker/context.ts';
import { type Clashes, clashError, clashing } from '#worker/db/clashes.ts';
import { commitChange, insertEntry } from '#worker/history/repo.ts';
import { historyOf } from '#worker/history/service.ts';
import { staleError } from '#worker/history/stale.ts';
import { announce } from '#worker/outbox/announce.ts';
import { type AccountNotice, insertNotice } from '#worker/outbox/repo.ts';
import { hashPassword } from '#worker/platform/passwords.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import {
  findUser,
  hasOtherSuperAdmin,
  hasVersion,
  insertUser,
  type User,
  type UserFields,
  updateUser,
  userIdOf,
} from './repo.ts';

const MOST_TRIES = 5;

export type NewUser = Omit<UserFields, 'isActive' | 'phone' | 'role'> & {
  phone?: string | null | undefined;
  role: Role;
};

export async function getUser(ctx: Context, id: number): Promise<User> {
  const user = await findUser(ctx.db, id);
  if (!user) throw new AppError('not_found', 'There is no such account.');
  return user;
}

export async function createUser(ctx: Context, actor: Actor, given: NewUser): Promise<User> {
  refuse(refusalToCreate(person(actor), given.role));
  assertUncommon(given.password, 'password');
  const { password, ...open } = given;
  const row = { ...open, phone: given.phone ?? null };
  const nowMs = ctx.now();
  const hash = await hashPassword(password);
  const id = userIdOf(given.username);
  await clashing(CLASHES, () =>
    ctx.db.batch([
      insertUser(ctx.db, { ...row, password: hash, createdAt: nowMs, createdBy: actor.userId }),
      insertEntry(
        ctx.db,
        { subject: 'user', subjectId: id, version: 1 },
        { action: 'created', actor, before: null, after: row, nowMs, condition: id },
      ),
    ]),
  );
  const made = await findByUsername(ctx.db, given.username);
  if (!made) throw new Error('The account was not stored');
  return made;
}

/** Which account, and at which version it was read; null: whatever it is. */
type At = { id: number; version: number | null };
type Changes = Omit<UserChanges, 'role'> & { role?: Role | undefined };

/** Changes what differs. What a session stands for (name, role, password) ends the account's sessions, first. */
export function changeUser(
  ctx: Context,
  actor: Actor,
  { changes, ...at }: At & { changes: Changes },
): Promise<User> {
  return onUser(ctx, at, async (user) => {
    const differing = differencesOf(user, changes);
    refuse(refusalToEdit(person(actor), user, differing));
    const role = differing.role ?? user.role;
    if (role === 'driver' && !(differing.phone === undefined ? user.phone : differing.phone)) {
      const message = 'Valid phone number is required';
      throw new AppError('invalid', message, { issues: [{ path: 'phone', message }] });
    }
    if (differing.password) assertUncommon(differing.password, 'password');
    return applyChanges(ctx, actor, { user, changes: differing, action: 'changed' });
  });
}

export function deactivateUser(ctx: Context, actor: Actor, at: At): Promise<User> {
  return onUser(ctx, at, async (user) => {
    refuse(refusalToDeactivate(person(actor), user));
    if (!user.isActive) throw new AppError('conflict', 'This account is already inactive.');
    return applyChanges(ctx, actor, { user, changes: { isActive: false }, action: 'deactivated' });
  });
}

/** One way, and only from administrator (SPEC 4). */
export function upgradeToSuperAdmin(ctx: Context, actor: Actor, at: At): Promise<User> {
  return onUser(ctx, at, async (user) => {
    const changes = { role: 'super_admin' } as const;
    refuse(refusalToEdit(person(actor), user, changes));
    if (user.role !== 'admin') throw new AppError('conflict', 'Only an administrator can be upgraded.');
    if (!user.isActive) throw new AppError('conflict', 'An inactive account cannot be upgraded.');
    return applyChanges(ctx, actor, { user, changes, action: 'changed' });
  });
}

export async function userHistory(ctx: Context, id: number) {
  await getUser(ctx, id);
  return historyOf(ctx, subjectOf(id));
}

/**
 * Decides and changes on the account as it was read; a change that came between is never undone unseen. With
 * a version the caller is told of it; without one the last write wins, so all is decided anew.
 */
async function onUser(
  ctx: Context,
  { id, version }: At,
  change: (user: User) => Promise<User>,
): Promise<User> {
  for (let tries = 1; ; tries += 1) {
    const user = await getUser(ctx, id);
    if (version !== null && version !== user.version) throw await staleError(ctx, subjectOf(id), version);
    try {
      return await change(user);
    } catch (error) {
      const isOvertaken = error instanceof AppError && error.code === 'stale';
      if (!isOvertaken || version !== null || tries === MOST_TRIES) throw error;
    }
  }
}

async function applyChanges(
  ctx: Context,
  actor: Actor,
  { user, changes, action }: { user: User; changes: Partial<UserFields>; action: string },
): Promise<User> {
  const fields = Object.keys(changes) as (keyof UserFields)[];
  if (fields.length === 0) return user;
  const { password } = changes;
  const stored = password === undefined ? changes : { ...changes, password: await hashPassword(password) };
  const ends = fields.some((field) => ENDS_SESSIONS.includes(field));
  await assertNoClash(ctx, user, changes);
  if (ends) await ctx.sessions.endAll(user.id, { exceptId: null });
  const nowMs = ctx.now();
  const next = user.version + 1;
  const condition = hasVersion(user.id, next);
  const entry = {
    action,
    actor,
    before: shown(user, fields),
    after: shown(changes, fields),
    nowMs,
    condition,
  };
  const notices = [...(ends ? [endOfSessions(ctx, user)] : []), ...word(ctx, actor, { user, fields })];
  const isMade = await clashing(CLASHES, () =>
    commitChange(ctx.db, [
      updateUser(ctx.db, user, stored),
      insertEntry(ctx.db, { ...subjectOf(user.id), version: next }, entry),
      ...notices.map((notice) => insertNotice(ctx.db, notice)),
    ]),
  );
  if (!isMade) throw await staleError(ctx, subjectOf(user.id), user.version);
  for (const { id } of notices) await announce(ctx, id);
  return getUser(ctx, user.id);
}

function endOfSessions(ctx: Context, { id: userId }: User): AccountNotice {
  return { id: ctx.newId(), kind: 'end-sessions', userId, createdAt: ctx.now() };
}

/** Whoever somebody else changes is told, at the address that was theirs before. */
function word(
  ctx: Context,
  actor: Actor,
  { user, fields }: { user: User; fields: readonly (keyof UserFields)[] },
): AccountNotice[] {
  const isTold = user.id !== actor.userId && fields.some((field) => IDENTITY.includes(field));
  if (!isTold || !user.email) return [];
  const about = { recipient: user.email, version: user.version + 1 };
  return [{ id: ctx.newId(), kind: 'account-changed', userId: user.id, createdAt: ctx.now(), ...about }];
}

const IDENTITY: readonly (keyof UserFields)[] = ['email', 'username', 'password', 'role'];

/** What the database is going to refuse, before sessions end for nothing; in a race it has the last word. */
async function assertNoClash(
  ctx: Context,
  user: User,
  { username, email, role, isActive }: Partial<UserFields>,
) {
  const named = username === undefined ? null : await findByUsername(ctx.db, username);
  if (named && named.id !== user.id) throw clashError(CLASHES.users_username);
  const addressed = email ? await findByEmail(ctx.db, email) : null;
  if (addressed && addressed.id !== user.id) throw clashError(CLASHES.users_email);
  const steps = isActive === false || (role !== undefined && role !== 'super_admin');
  if (!steps || user.role !== 'super_admin' || !user.isActive) return;
  if (!(await hasOtherSuperAdmin(ctx.db, user.id))) throw clashError(CLASHES.last_super_admin);
}

const ENDS_SESSIONS: readonly (keyof UserFields)[] = ['username', 'password', 'role', 'isActive'];

/** What history may show: everything but the password, of which only that it changed. */
function shown(values: Partial<UserFields>, fields: readonly (keyof UserFields)[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, field === 'password' ? null : values[field]]));
}

function differencesOf(user: User, changes: Changes): Partial<UserFields> {
  const entries = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && (field === 'password' || value !== user[field as keyof UserFields]),
  );
  return Object.fromEntries(entries) as Partial<UserFields>;
}

/** A name or address that is taken, and the last super administrator: the database refuses, we say why. */
const CLASHES = {
  users_username: { message: 'This username is already taken.', path: 'username' },
  users_email: { message: 'This e-mail address is already in use.', path: 'email' },
  last_super_admin: { message: 'The last active super administrator has to stay.' },
} satisfies Clashes;

const subjectOf = (id: number) => ({ subject: 'user' as const, subjectId: id });
const person = (actor: Actor) => ({ id: actor.userId, role: actor.role });

function refuse(reason: string | null) {
  if (reason) throw new AppError('forbidden', reason);
}
