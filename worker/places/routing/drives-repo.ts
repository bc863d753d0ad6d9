import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { drives } from '#worker/base/db/schema/dispatch.ts';

/** The key of a drive: 'lat,lng' of both ends with 4 decimals, about 10 meters. */
export type DrivePair = { from: string; to: string };
export type StoredDrive = DrivePair & { seconds: number | null; meters: number | null };

const FIELDS = { from: drives.fromPoint, to: drives.toPoint, seconds: drives.seconds, meters: drives.meters };

/** The drives of these pairs that are stored. */
export function listDrivesOfPairs(db: Db, pairs: readonly DrivePair[]): Promise<StoredDrive[]> {
  const wanted = JSON.stringify(pairs.map(({ from, to }) => [from, to]));
  return readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM json_each(${wanted}) w CROSS JOIN drives
      WHERE from_point = w.value ->> 0 AND to_point = w.value ->> 1`,
  );
}

/** The stored drives from each of these points to each of them. */
export function listDrivesBetween(db: Db, points: readonly string[]): Promise<StoredDrive[]> {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(points)}))`;
  return readRows(
    db,
    FIELDS,
    (columns) => sql`SELECT ${columns} FROM drives WHERE from_point IN ${list} AND to_point IN ${list}`,
  );
}

/** Stores what the provider answered, over older answers. */
export async function upsertDrives(
  db: Db,
  answers: readonly StoredDrive[],
  { source, nowMs }: { source: string; nowMs: number },
): Promise<void> {
  for (let first = 0; first < answers.length; first += MAX_ROWS) {
    const part = answers.slice(first, first + MAX_ROWS);
    const values = JSON.stringify(part.map(({ from, to, seconds, meters }) => [from, to, seconds, meters]));
    await db.run(sql`
      INSERT INTO drives (from_point, to_point, seconds, meters, source, checked_at)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${source}, ${nowMs} FROM json_each(${values}) WHERE true
      ON CONFLICT (from_point, to_point) DO UPDATE SET seconds = excluded.seconds, meters = excluded.meters,
        source = excluded.source, checked_at = excluded.checked_at`);
  }
}

/** A row has about 60 bytes; D1 takes values of up to 2 MB. */
const MAX_ROWS = 10_000;
