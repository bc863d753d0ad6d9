import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { knownDevices } from '#worker/db/schema/sessions.ts';
import { users } from '#worker/db/schema/users.ts';

export type User = typeof users.$inferSelect;

export async function findByUsername(db: Db, username: string): Promise<User | null> {
  const rows = await db.select().from(users).where(sql`lower(${users.username}) = lower(${username})`);
  return rows[0] ?? null;
}

export async function findUser(db: Db, id: number): Promise<User | null> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  return rows[0] ?? null;
}

export async function isKnownDevice(db: Db, userId: number, deviceHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)));
  return rows.length > 0;
}

export async function insertKnownDevice(db: Db, row: typeof knownDevices.$inferInsert) {
  await db.insert(knownDevices).values(row).onConflictDoNothing();
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

/** A link that is under way ends with whatever changes who may use it. */
export const NO_RESET = { passwordResetToken: null, passwordResetExpires: null };
const NEXT_VERSION = sql`version + 1`;

/** Sets a password by a token that is good once: it is gone with it. */
export function resetPassword(db: Db, tokenHash: string, password: string) {
  return db
    .update(users)
    .set({ password, ...NO_RESET, version: NEXT_VERSION })
    .where(eq(users.passwordResetToken, tokenHash));
}

/** Replaces the hash of a password, if it is still the one that was verified. */
export function updatePassword(db: Db, id: number, change: { from: string; to: string }) {
  return db
    .update(users)
    .set({ password: change.to, ...NO_RESET, version: NEXT_VERSION })
    .where(and(eq(users.id, id), eq(users.password, change.from)));
}

export function updateUsername(db: Db, id: number, username: string) {
  return db
    .update(users)
    .set({ username, ...NO_RESET, version: NEXT_VERSION })
    .where(eq(users.id, id));
}

/** In the batch of a change: the version that it made. */
export function versionOf(id: number): SQL {
  return sql`(SELECT version FROM users WHERE id = ${id})`;
}

/** True in the batch of a change once the account has this hash: salted, so no other change made it. */
export function hasPassword(id: number, hash: string): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND password = ${hash})`;
}

export function hasUsername(id: number, username: string): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND username = ${username})`;
}
