import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { knownDevices, users } from '#worker/base/db/schema/users.ts';

export type User = typeof users.$inferSelect;
export type UserColumns = Pick<
  User,
  'username' | 'email' | 'firstName' | 'lastName' | 'phone' | 'role' | 'password' | 'isActive'
>;

export async function findByUsername(db: Db, username: string): Promise<User | null> {
  const rows = await db.select().from(users).where(sql`lower(${users.username}) = lower(${username})`);
  return rows[0] ?? null;
}

export async function findUser(db: Db, id: number): Promise<User | null> {
  const rows = await selectUser(db, id);
  return rows[0] ?? null;
}

/** For a batch: the account, if there is one. */
export function selectUser(db: Db, id: number) {
  return db.select().from(users).where(eq(users.id, id));
}

/** Whether the account of a username signed in before on a device; false for an unknown username. */
export async function isKnownDevice(db: Db, username: string, deviceHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(sql`lower(${users.username}) = lower(${username})`, eq(knownDevices.deviceHash, deviceHash)));
  return rows.length > 0;
}

export function insertKnownDevice(db: Db, row: typeof knownDevices.$inferInsert) {
  return db.insert(knownDevices).values(row).onConflictDoNothing();
}

export async function findByEmail(db: Db, email: string): Promise<User | null> {
  const rows = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`);
  return rows[0] ?? null;
}

export async function findByResetToken(db: Db, tokenHash: string): Promise<User | null> {
  const rows = await db.select().from(users).where(eq(users.passwordResetToken, tokenHash));
  return rows[0] ?? null;
}

export async function storeResetToken(db: Db, id: number, token: { hash: string; expiresAt: number }) {
  await db
    .update(users)
    .set({ passwordResetToken: token.hash, passwordResetExpires: token.expiresAt })
    .where(eq(users.id, id));
}

/** Cleared by every change of a field in ENDS_LINK: the reset link ends. */
const NO_RESET = { passwordResetToken: null, passwordResetExpires: null };

/** Changes an account that is still at the version that was read; a reset link under way ends with its address. */
export function updateAccount(
  db: Db,
  user: Pick<User, 'id' | 'version'>,
  { changes, nowMs }: { changes: Partial<UserColumns>; nowMs: number },
) {
  const { isActive } = changes;
  const deactivation = isActive === undefined ? {} : { deactivatedAt: isActive ? null : nowMs };
  const endsLink = ENDS_LINK.some((field) => changes[field] !== undefined);
  return db
    .update(users)
    .set({ ...changes, ...deactivation, ...(endsLink ? NO_RESET : {}), version: user.version + 1 })
    .where(eq(users.id, user.id));
}

const ENDS_LINK = ['username', 'password', 'email', 'isActive'] as const;

/** Whether another active super administrator exists. */
export async function hasOtherSuperAdmin(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.isActive, true), ne(users.id, id)))
    .limit(1);
  return rows.length > 0;
}

/** True while the account has this version. */
export function isUserAt({ id, version }: Pick<User, 'id' | 'version'>): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND version = ${version})`;
}
