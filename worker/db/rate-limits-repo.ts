import { inArray, type SQL, sql } from 'drizzle-orm';
import { rateLimits } from '#worker/db/schema/checkouts.ts';
import type { Db } from './client.ts';

export type Counted = { key: string; windowMs: number; nowMs: number };

/** Counts once in a key's window, which opens with the first count; the result includes this one. */
export async function countOnce(db: Db, counted: Counted) {
  const rows = await db.all<CountRow>(countSql(counted));
  return countOf(rows[0], counted);
}

/** For a batch: counts once; `countOf` reads the row that it returns. */
export function countStatement(db: Db, counted: Counted) {
  return db.run(countSql(counted));
}

export type CountRow = { count: number; window_started_at: number };

export function countOf(row: CountRow | undefined, { windowMs, nowMs }: Counted) {
  return { count: row?.count ?? 1, endsAt: (row?.window_started_at ?? nowMs) + windowMs };
}

/** True in a batch as long as a key was counted at most so often. */
export function countAtMost({ key, allowed }: { key: string; allowed: number }): SQL {
  return sql`(SELECT count FROM rate_limits WHERE key = ${key}) <= ${allowed}`;
}

function countSql({ key, windowMs, nowMs }: Counted): SQL {
  return sql`
    INSERT INTO rate_limits (key, window_started_at, count) VALUES (${key}, ${nowMs}, 1)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN 1 ELSE count + 1 END,
      window_started_at = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN ${nowMs} ELSE window_started_at END
    RETURNING count, window_started_at`;
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
