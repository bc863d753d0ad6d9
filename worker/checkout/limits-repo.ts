import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';

/** Until when the longest of these blocks lasts; null when none is in force. */
export async function blockedUntil(db: Db, keys: readonly string[], nowMs: number): Promise<number | null> {
  const list = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );
  const [row] = await db.all<{ until: number | null }>(
    sql`SELECT max(blocked_until) AS until FROM checkout_blocks WHERE key IN (${list}) AND blocked_until > ${nowMs}`,
  );
  return row?.until ?? null;
}

export function insertBlock(db: Db, key: string, until: number) {
  return db.run(sql`
    INSERT INTO checkout_blocks (key, blocked_until) VALUES (${key}, ${until})
    ON CONFLICT (key) DO UPDATE SET blocked_until = max(blocked_until, excluded.blocked_until)`);
}

/** When the caller's next live hold ends, of those that count against the limits. */
export async function nextHoldEnd(
  db: Db,
  keys: { ipKey: string; emailKey: string; phoneKey: string },
  nowMs: number,
) {
  const [row] = await db.all<{ ends: number | null }>(sql`
    SELECT min(expires_at) AS ends FROM checkouts
    WHERE state = 'open' AND expires_at > ${nowMs}
      AND (ip_key = ${keys.ipKey} OR email_key = ${keys.emailKey} OR phone_key = ${keys.phoneKey})`);
  return row?.ends ?? null;
}
