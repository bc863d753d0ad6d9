import { inArray, type SQL, sql } from 'drizzle-orm';
import { rateLimits } from '#worker/db/schema/system.ts';
import type { Db } from './client.ts';

export type CountWindow = { key: string; windowMs: number; nowMs: number };

/** Adds one call to a key's window, which begins with its first call. Returns the count with this call. */
export async function incrementCount(db: Db, counted: CountWindow) {
  const rows = await db.all<CountRow>(countSql(counted));
  return countResult(rows[0], counted);
}

/** incrementCount for a batch. Pass the row that it returns to `countResult`. */
export function incrementStatement(db: Db, counted: CountWindow) {
  return db.run(countSql(counted));
}

export type CountRow = { count: number; window_started_at: number };

export function countResult(row: CountRow | undefined, { windowMs, nowMs }: CountWindow) {
  return { count: row?.count ?? 1, endsAt: (row?.window_started_at ?? nowMs) + windowMs };
}

/** A condition for a later statement of the batch: the key has at most `allowed` calls in its window. */
export function countAtMost({ key, allowed }: { key: string; allowed: number }): SQL {
  return sql`(SELECT count FROM rate_limits WHERE key = ${key}) <= ${allowed}`;
}

function countSql({ key, windowMs, nowMs }: CountWindow): SQL {
  return sql`
    INSERT INTO rate_limits (key, window_started_at, count) VALUES (${key}, ${nowMs}, 1)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN 1 ELSE count + 1 END,
      window_started_at = CASE WHEN window_started_at <= ${nowMs - windowMs} THEN ${nowMs} ELSE window_started_at END
    RETURNING count, window_started_at`;
}

/** Removes one call, for a call that must not count. */
export async function decrementCount(db: Db, key: string) {
  await db.run(sql`UPDATE rate_limits SET count = max(0, count - 1) WHERE key = ${key}`);
}

export async function resetCount(db: Db, key: string) {
  await db.run(sql`DELETE FROM rate_limits WHERE key = ${key}`);
}

/** For a batch: deletes the windows of these keys. */
export function deleteCounts(db: Db, keys: string[]) {
  return db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
