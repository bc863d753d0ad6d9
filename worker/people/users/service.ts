import type { UserChanges } from '#contract/users.ts';
import type { Role } from '#domain/accounts/access.ts';
import {
  reasonNotToCreate,
  reasonNotToDeactivate,
  reasonNotToEdit,
  reasonNotToEditOwnIdentity,
} from '#domain/accounts/accounts.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { withConstraintErrors } from '#worker/base/db/constraint-errors.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import { listHistory } from '#worker/base/history/service.ts';
import {
  retryOnVersionConflict,
  staleError,
  type VersionConflict,
} from '#worker/base/history/version-conflict.ts';
import type { ListParams } from '#worker/base/lists/list-repo.ts';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import {
  type AccountChange,
  changeAccount,
  clashesOf,
  subjectOf,
} from '#worker/people/auth/account-change.ts';
import { findByUsername, findUser, type User, type UserColumns } from '#worker/people/auth/repo.ts';
import { assertChosenPassword } from '#worker/people/auth/service.ts';
import { insertUser, pageOfUsers, type UserFilter, userIdOf } from './repo.ts';

export type NewUser = Omit<UserColumns, 'isActive' | 'phone' | 'role'> & {
  phone?: string | null | undefined;
  role: Role;
};

export async function getUser(ctx: Context, id: number): Promise<User> {
  const user = await findUser(ctx.db, id);
  if (!user) throw new AppError('not_found', 'There is no such account.');
  return user;
}

export function listUsers(ctx: Context, filter: UserFilter, request: Omit<ListParams, 'where'>) {
  return pageOfUsers(ctx.db, filter, request);
}

export async function createUser(ctx: Context, actor: Actor, input: NewUser): Promise<User> {
  refuse(reasonNotToCreate(person(actor), input.role));
  assertChosenPassword(input.password, { username: input.username, path: 'password' });
  const { password, ...open } = input;
  const row = { ...open, phone: input.phone ?? null };
  const nowMs = ctx.now();
  const hash = await hashPassword(password);
  const id = userIdOf(input.username);
  await withConstraintErrors(clashesOf({}), () =>
    commit(ctx, {
      writes: {
        user: insertUser(ctx.db, { ...row, password: hash, createdAt: nowMs, createdBy: actor.userId }),
        entry: insertEntry(
          ctx.db,
          { subject: 'user', subjectId: id, version: 1 },
          { action: 'created', actor, before: null, after: row, nowMs },
        ),
      },
    }),
  );
  const made = await findByUsername(ctx.db, input.username);
  if (!made) throw new Error('The account was not stored');
  return made;
}

/** An account. `version` is the one that the caller has read; null accepts any version. */
type UserVersion = { id: number; version: number | null };
type Changes = Omit<UserChanges, 'role'> & { role?: Role | undefined };

/** Changes the fields that differ. A change of a field in ENDS_SESSIONS ends the sessions of the account first. */
export function changeUser(
  ctx: Context,
  actor: Actor,
  { changes, ...at }: UserVersion & { changes: Changes },
): Promise<User> {
  return onUser(ctx, at, async (user) => {
    const differing = computeUserDifferences(user, changes);
    refuse(reasonNotToEditOwnIdentity(person(actor), user, changes));
    refuse(reasonNotToEdit(person(actor), user, differing));
    const role = differing.role ?? user.role;
    if (role === 'driver' && !(differing.phone === undefined ? user.phone : differing.phone)) {
      const message = 'Valid phone number is required';
      throw new AppError('invalid', message, { issues: [{ path: 'phone', message }] });
    }
    if (differing.password) {
      const username = differing.username ?? user.username;
      assertChosenPassword(differing.password, { username, path: 'password' });
    }
    return applyChanges(ctx, actor, { user, changes: differing, action: 'changed' });
  });
}

export function deactivateUser(ctx: Context, actor: Actor, at: UserVersion): Promise<User> {
  return onUser(ctx, at, async (user) => {
    refuse(reasonNotToDeactivate(person(actor), user));
    if (!user.isActive) throw new AppError('conflict', 'This account is already inactive.');
    return applyChanges(ctx, actor, { user, changes: { isActive: false }, action: 'deactivated' });
  });
}

export function reactivateUser(ctx: Context, actor: Actor, at: UserVersion): Promise<User> {
  return onUser(ctx, at, async (user) => {
    if (user.isActive) throw new AppError('conflict', 'This account is already active.');
    return applyChanges(ctx, actor, { user, changes: { isActive: true }, action: 'reactivated' });
  });
}

/** One way, and only from administrator. */
export function upgradeToSuperAdmin(ctx: Context, actor: Actor, at: UserVersion): Promise<User> {
  return onUser(ctx, at, async (user) => {
    const changes = { role: 'super_admin' } as const;
    refuse(reasonNotToEdit(person(actor), user, changes));
    if (user.role !== 'admin') throw new AppError('conflict', 'Only an administrator can be upgraded.');
    if (!user.isActive) throw new AppError('conflict', 'An inactive account cannot be upgraded.');
    return applyChanges(ctx, actor, { user, changes, action: 'changed' });
  });
}

export async function userHistory(ctx: Context, id: number) {
  await getUser(ctx, id);
  return listHistory(ctx, subjectOf(id));
}

/**
 * With a version, an earlier change by another user is a conflict. Without one the last write wins, so each attempt
 * checks the rules again.
 */
function onUser(
  ctx: Context,
  { id, version }: UserVersion,
  change: (user: User) => Promise<User | VersionConflict>,
): Promise<User> {
  return retryOnVersionConflict(ctx, async () => {
    const user = await getUser(ctx, id);
    if (version !== null && version !== user.version) throw await staleError(ctx, subjectOf(id), version);
    return change(user);
  });
}

async function applyChanges(
  ctx: Context,
  actor: Actor,
  { user, changes, action }: Pick<AccountChange, 'user' | 'changes' | 'action'>,
): Promise<User | VersionConflict> {
  const fields = Object.keys(changes) as (keyof UserColumns)[];
  if (fields.length === 0) return user;
  const ends = fields.some((field) => ENDS_SESSIONS.includes(field));
  const conflict = await changeAccount(ctx, {
    user,
    changes,
    action,
    actor,
    ...(ends && { endSessions: { exceptId: null } }),
  });
  return conflict ?? getUser(ctx, user.id);
}

const ENDS_SESSIONS: readonly (keyof UserColumns)[] = ['username', 'password', 'role', 'isActive'];

function computeUserDifferences(user: User, changes: Changes): Partial<UserColumns> {
  const entries = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && (field === 'password' || value !== user[field as keyof UserColumns]),
  );
  return Object.fromEntries(entries) as Partial<UserColumns>;
}

const person = (actor: Actor) => ({ id: actor.userId, role: actor.role });

function refuse(reason: string | null) {
  if (reason) throw new AppError('forbidden', reason);
}
