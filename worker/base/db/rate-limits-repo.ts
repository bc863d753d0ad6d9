import { inArray, type SQL, sql } from 'drizzle-orm';
import { rateLimits } from '#worker/base/db/schema/system.ts';
import type { Db } from './client.ts';

export type CountWindow = { key: string; windowMs: number; nowMs: number };

/** Adds one call to a key's window, which begins with its first call. Returns the count with this call. */
export async function incrementCount(db: Db, counted: CountWindow) {
  return countResult(await incrementStatement(db, counted), counted);
}

/** incrementCount for a batch. Pass the rows that it returns to `countResult`. */
export const incrementStatement = (db: Db, counted: CountWindow) => incrementWhen(db, counted, sql`1`);

export type LimitedWindow = CountWindow & { allowed: number };

/** For a batch: counts a call in each window, in their order, up to one that has more calls than are allowed. */
export function incrementStatements(db: Db, windows: readonly LimitedWindow[]) {
  return windows.map((window, at) =>
    incrementWhen(db, window, sql.join([sql`1`, ...windows.slice(0, at).map(countAtMost)], sql` AND `)),
  );
}

function incrementWhen(db: Db, { key, windowMs, nowMs }: CountWindow, when: SQL) {
  const { windowStartedAt, count } = rateLimits;
  const isOver = sql`${windowStartedAt} <= ${nowMs - windowMs}`;
  return db
    .insert(rateLimits)
    .select(sql`SELECT ${key}, ${nowMs}, 1 WHERE ${when}`)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${count} + 1 END`,
        windowStartedAt: sql`CASE WHEN ${isOver} THEN ${nowMs} ELSE ${windowStartedAt} END`,
      },
    })
    .returning({ windowStartedAt, count });
}

type CountRow = Pick<typeof rateLimits.$inferSelect, 'windowStartedAt' | 'count'>;

/** The count, and the end of its window in milliseconds. Throws without a row: an increment always returns one. */
export function countResult([row]: readonly CountRow[], { key, windowMs }: CountWindow) {
  if (!row) throw new Error(`The count of ${key} was not returned`);
  return { count: row.count, endsAt: row.windowStartedAt + windowMs };
}

/** A condition for a later statement of the batch: the key has at most `allowed` calls in its window. */
export function countAtMost({ key, allowed }: { key: string; allowed: number }): SQL {
  return sql`(SELECT count FROM rate_limits WHERE key = ${key}) <= ${allowed}`;
}

/** Removes one call, for a call that must not count. Also for a batch. */
export function decrementCount(db: Db, key: string) {
  return db.run(sql`UPDATE rate_limits SET count = max(0, count - 1) WHERE key = ${key}`);
}

/** Also for a batch. */
export function resetCount(db: Db, key: string) {
  return db.run(sql`DELETE FROM rate_limits WHERE key = ${key}`);
}

/** For a batch: deletes the windows of all keys that begin with the prefix and a colon. */
export function deleteCountsBelow(db: Db, prefix: string) {
  return db.run(sql`DELETE FROM rate_limits WHERE key > ${`${prefix}:`} AND key < ${`${prefix};`}`);
}

/** For a batch: deletes the windows of these keys. */
export function deleteCounts(db: Db, keys: string[]) {
  return db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}
