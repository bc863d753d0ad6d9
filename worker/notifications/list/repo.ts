import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import type { Kept } from './ids-only.ts';

/** Letters between two notices, at most, that are told apart in the list. */
export const LETTERS_A_NOTICE = 1000;

/** A message by its id; it may be a notice's. */
const ABOUT = sql`json_extract(message, '$.id')`;

/** Its notice waits no longer, unless it is done, or was sent again since. False: it was written down before. */
export async function insertLetter(
  db: Db,
  letter: { id: string; message: Kept; diedAt: number },
): Promise<boolean> {
  const { id, message, diedAt } = letter;
  const [inserted] = await db.batch([
    // Numbered so that the list finds its place among the notices: right after those that were there.
    db.run(sql`
      INSERT INTO dead_letters (rowid, id, message, died_at)
      VALUES (max(${newest(sql`outbox`)} * ${LETTERS_A_NOTICE}, ${newest(sql`dead_letters`)} + 1),
        ${id}, ${JSON.stringify(message)}, ${diedAt})
      ON CONFLICT (id) DO NOTHING`),
    db.run(sql`
      UPDATE outbox SET dead_at = ${diedAt}
      WHERE id = ${noticeIdOf(message)} AND done_at IS NULL AND dead_at IS NULL
        AND EXISTS (SELECT 1 FROM dead_letters WHERE id = ${id} AND replayed_at IS NULL)`),
  ]);
  // D1 counts what triggers change, too.
  return inserted.meta.changes > 0;
}

const newest = (table: SQL) => sql`(SELECT coalesce(max(rowid), 0) FROM ${table})`;

export function noticeIdOf({ type, id }: Kept): string | null {
  return type === 'outbox' && typeof id === 'string' ? id : null;
}

export type Replay = { id: string; at: number; by: number };

/** Lets a notice wait again; whoever was first is told true. */
export async function reviveNotice(db: Db, { id, at, by }: Replay): Promise<boolean> {
  const [, revived] = await db.batch([
    db.run(sql`
      UPDATE dead_letters SET replayed_at = ${at}, replayed_by = ${by}
      WHERE replayed_at IS NULL AND ${ABOUT} = ${id}
        AND EXISTS (SELECT 1 FROM outbox WHERE id = ${id} AND done_at IS NULL AND dead_at IS NOT NULL)`),
    db.run(sql`
      UPDATE outbox SET dead_at = NULL, attempts = 0
      WHERE id = ${id} AND done_at IS NULL AND dead_at IS NOT NULL`),
  ]);
  return revived.meta.changes === 1;
}

/** Takes back a replay that reached no queue: it is dead as before. */
export async function buryAgain(db: Db, { id, at, by }: Replay) {
  await db.batch([
    db.run(sql`UPDATE outbox SET dead_at = ${at} WHERE id = ${id} AND done_at IS NULL AND dead_at IS NULL`),
    db.run(sql`
      UPDATE dead_letters SET replayed_at = NULL, replayed_by = NULL
      WHERE replayed_at = ${at} AND replayed_by = ${by} AND (id = ${id} OR ${ABOUT} = ${id})`),
  ]);
}

/** Marks a message that stands for no notice as sent again; null: it was, before. */
export async function reviveLetter(db: Db, { id, at, by }: Replay): Promise<boolean> {
  const result = await db.run(sql`
    UPDATE dead_letters SET replayed_at = ${at}, replayed_by = ${by} WHERE id = ${id} AND replayed_at IS NULL`);
  return result.meta.changes === 1;
}

export async function findMessage(db: Db, id: string): Promise<Kept | null> {
  const [row] = await db.all<{ message: string }>(sql`SELECT message FROM dead_letters WHERE id = ${id}`);
  return row ? (JSON.parse(row.message) as Kept) : null;
}

export type LastReplay = { notification: string; at: number; username: string };

/** Who last had which of these sent again. There are few letters: they are read all. */
export async function lastReplays(db: Db, ids: readonly string[]): Promise<Map<string, LastReplay>> {
  const rows = await db.all<LastReplay>(sql`
    SELECT wanted.value AS notification, max(l.replayed_at) AS at, u.username FROM dead_letters l
    JOIN json_each(${JSON.stringify(ids)}) AS wanted ON wanted.value IN (l.id, json_extract(l.message, '$.id'))
    JOIN users u ON u.id = l.replayed_by
    GROUP BY wanted.value`);
  return new Map(rows.map((row) => [row.notification, row]));
}
