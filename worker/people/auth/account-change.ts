import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded, type Write } from '#worker/base/db/commit.ts';
import {
  type ConstraintErrors,
  constraintError,
  withConstraintErrors,
} from '#worker/base/db/constraint-errors.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import { VersionConflict } from '#worker/base/history/version-conflict.ts';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { type AccountNotificationInput, insertAccountNotification } from '#worker/notify/outbox/repo.ts';
import {
  findByEmail,
  findByUsername,
  hasOtherSuperAdmin,
  isUserAt,
  type User,
  type UserColumns,
  updateAccount,
} from './repo.ts';
import { deleteSignInLinks } from './sign-in-links-repo.ts';

export type AccountChange = {
  /** The account at the version that was read. */
  user: User;
  /** The new values. A new password is not hashed yet. */
  changes: Partial<UserColumns>;
  action: 'changed' | 'reset' | 'deactivated' | 'reactivated';
  actor: { userId: number; username: string };
  /**
   * The sessions of the account that end: all except one, or all (null). Absent: none. Those of a driver who is
   * deactivated become submit-only.
   */
  endSessions?: { exceptId: string | null };
  /** The field names in the call, if they differ from those of the account. */
  paths?: { username?: string; email?: string };
  /** Further statements of the same transaction. */
  also?: readonly Write[];
};

/**
 * Changes an account in one transaction with its history, and e-mails every change of identity to the old address.
 * Sessions end first: if that fails, nothing changes. Throws conflict when a value is taken. Returns a
 * VersionConflict when the account was changed since it was read; then nothing is written.
 */
export async function changeAccount(ctx: Context, change: AccountChange): Promise<VersionConflict | null> {
  const { user, changes, action, actor, endSessions, also = [] } = change;
  const fields = Object.keys(changes) as (keyof UserColumns)[];
  const { password } = changes;
  const stored = password === undefined ? changes : { ...changes, password: await hashPassword(password) };
  const clashes = clashesOf(change);
  await assertNoClash(ctx, change, clashes);
  const nowMs = ctx.now();
  if (endSessions) {
    const isActive = changes.isActive ?? user.isActive;
    const after = {
      ...user,
      isActive,
      deactivatedAt: changes.isActive === false ? nowMs : user.deactivatedAt,
    };
    await endSessionsOf(ctx, after, endSessions);
  }
  const version = user.version + 1;
  const entry = {
    action,
    actor,
    nowMs,
    before: withoutPassword(user, fields),
    after: withoutPassword(changes, fields),
  };
  const notifications = notificationsOf(ctx, change, fields);
  const isMade = await withConstraintErrors(clashes, () =>
    unlessGuarded(
      ['version'],
      commit(ctx, {
        guards: { version: isUserAt(user) },
        writes: {
          user: updateAccount(ctx.db, user, { changes: stored, nowMs }),
          links: deleteSignInLinks(ctx.db, user.id),
          entry: insertEntry(ctx.db, { ...subjectOf(user.id), version }, entry),
          notifications: notifications.map((one) => insertAccountNotification(ctx.db, one)),
          also,
        },
      }),
    ),
  );
  if (isMade === null) return new VersionConflict(subjectOf(user.id), user.version);
  for (const { id } of notifications) await enqueueOutboxRow(ctx, id);
  return null;
}

const SUBMIT_ONLY_MS = 24 * 60 * 60_000;

/**
 * Ends sessions of an account. The phone of a driver who was deactivated can hold what was done before that: its
 * sessions stay for 24 hours, only to send it.
 */
export async function endSessionsOf(
  ctx: Context,
  { id, role, isActive, deactivatedAt }: Pick<User, 'id' | 'role' | 'isActive' | 'deactivatedAt'>,
  { exceptId }: { exceptId: string | null },
): Promise<void> {
  if (role !== 'driver' || isActive || deactivatedAt === null) {
    return ctx.sessions.endAll(id, { exceptId });
  }
  return ctx.sessions.restrict(id, { atMs: deactivatedAt, untilMs: deactivatedAt + SUBMIT_ONLY_MS });
}

export const subjectOf = (id: number) => ({ subject: 'user' as const, subjectId: id });

const IDENTITY: readonly (keyof UserColumns)[] = ['email', 'username', 'password', 'role'];

/**
 * The outbox rows of a change. Sessions end again after the commit, because a login can succeed between the two. A
 * change of identity is e-mailed.
 */
function notificationsOf(
  ctx: Context,
  { user, endSessions }: AccountChange,
  fields: readonly (keyof UserColumns)[],
): AccountNotificationInput[] {
  const about = () => ({ id: ctx.newId(), userId: user.id, createdAt: ctx.now() });
  const notifications: AccountNotificationInput[] = [];
  if (endSessions) {
    notifications.push({ ...about(), kind: 'end-sessions', exceptSessionId: endSessions.exceptId });
  }
  if (user.email && fields.some((field) => IDENTITY.includes(field))) {
    const sent = { recipient: user.email, version: user.version + 1 };
    notifications.push({ ...about(), kind: 'account-changed', ...sent });
  }
  return notifications;
}

/** Checks the constraints before sessions are ended. In a race the constraints of the database decide. */
async function assertNoClash(ctx: Context, { user, changes }: AccountChange, clashes: AccountClashes) {
  const { username, email, role, isActive } = changes;
  const named = username === undefined ? null : await findByUsername(ctx.db, username);
  if (named && named.id !== user.id) throw constraintError(clashes.users_username);
  const addressed = email ? await findByEmail(ctx.db, email) : null;
  if (addressed && addressed.id !== user.id) throw constraintError(clashes.users_email);
  const stepsDown = isActive === false || (role !== undefined && role !== 'super_admin');
  if (!stepsDown || user.role !== 'super_admin' || !user.isActive) return;
  if (!(await hasOtherSuperAdmin(ctx.db, user.id))) throw constraintError(clashes.last_super_admin);
}

type AccountClashes = ReturnType<typeof clashesOf>;

/** The errors for a taken username or e-mail address and for the last super administrator, by constraint. */
export function clashesOf({ paths = {} }: Pick<AccountChange, 'paths'>) {
  return {
    users_username: { message: 'This username is already taken.', path: paths.username ?? 'username' },
    users_email: { message: 'This e-mail address is already in use.', path: paths.email ?? 'email' },
    last_super_admin: { message: 'The last active super administrator has to stay.' },
  } satisfies ConstraintErrors;
}

/** The values for the history. A password is null: the history shows only that it changed. */
function withoutPassword(
  values: Partial<UserColumns>,
  fields: readonly (keyof UserColumns)[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, field === 'password' ? null : values[field]]));
}
