import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { rateLimits } from '#worker/db/schema/checkouts.ts';

export type Counted = { key: string; windowMs: number; nowMs: number };

/** Counts once in a key's window, which opens with the first count; the result includes this one. */
export async function countOnce(db: Db, { key, windowMs, nowMs }: Counted) {
  const [row] = await db.all<{ count: number; window_started_at: number }>(sql`
    INSERT INTO rate_limits (key, window_started_at, count) VALUES (${key}, ${nowMs}, 1)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN 1 ELSE count + 1 END,
      window_started_at = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN ${nowMs} ELSE window_started_at END
    RETURNING count, window_started_at`);
  return { count: row?.count ?? 1, endsAt: (row?.window_started_at ?? nowMs) + windowMs };
}

/** Takes one count back, where what was counted turned out well. */
export async function uncount(db: Db, key: string) {
  await db.run(sql`UPDATE rate_limits SET count = max(0, count - 1) WHERE key = ${key}`);
}

export async function forget(db: Db, key: string) {
  await db.run(sql`DELETE FROM rate_limits WHERE key = ${key}`);
}

/** For a batch: what was counted under these keys is forgotten. */
export function deleteCounts(db: Db, keys: string[]) {
  return db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
