import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { driverLinks } from '#worker/base/db/schema/drivers.ts';

/** For the batch with the history entry. */
export function insertDriverLink(db: Db, row: typeof driverLinks.$inferInsert) {
  return db.insert(driverLinks).values(row);
}

/** Uses a link up, once. Returns the id of its driver; null if it was used, has ended, or is unknown. */
export async function redeemLink(
  db: Db,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Promise<number | null> {
  const [used] = await db
    .update(driverLinks)
    .set({ usedAt: nowMs })
    .where(sql`token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${nowMs}`)
    .returning({ userId: driverLinks.userId });
  return used?.userId ?? null;
}

/** Ends the links of a driver, also one that is just being used. */
export function endDriverLinks(db: Db, { userId, nowMs }: { userId: number; nowMs: number }) {
  return db
    .update(driverLinks)
    .set({ expiresAt: nowMs })
    .where(sql`user_id = ${userId} AND expires_at > ${nowMs}`);
}

/**
 * Ends the links that the driver got before this one. Only the newest link signs in: an older one may be in a text that
 * another person reads.
 */
export async function endOlderDriverLinks(
  db: Db,
  { tokenHash, userId, nowMs }: { tokenHash: string; userId: number; nowMs: number },
): Promise<void> {
  await db.run(sql`
    UPDATE driver_links SET expires_at = ${nowMs} WHERE user_id = ${userId} AND expires_at > ${nowMs}
      AND rowid < (SELECT rowid FROM driver_links WHERE token_hash = ${tokenHash})`);
}

export async function isLinkEnded(
  db: Db,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Promise<boolean> {
  const [live] = await db
    .select({ userId: driverLinks.userId })
    .from(driverLinks)
    .where(sql`token_hash = ${tokenHash} AND expires_at > ${nowMs}`);
  return !live;
}
