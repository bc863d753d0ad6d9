import { sql } from 'drizzle-orm';
import { type ZipSpan, zipText } from '#domain/catalog/zip-ranges.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { Write } from '#worker/base/db/commit.ts';

/** Deletes and inserts only the rows that differ: a zone can have thousands. */
export function replaceZipRows(
  db: Db,
  { zone, before, after }: { zone: string; before: readonly ZipSpan[]; after: readonly ZipSpan[] },
): Write[] {
  const keyOf = ([from, to]: ZipSpan) => `${from}-${to}`;
  const [keysBefore, keysAfter] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const lost = before.filter((range) => !keysAfter.has(keyOf(range))).map(([from]) => zipText(from));
  const gained = after
    .filter((range) => !keysBefore.has(keyOf(range)))
    .map(([from, to]) => [zipText(from), zipText(to)]);
  return [
    db.run(sql`
      DELETE FROM zone_zips WHERE from_zip IN (SELECT value FROM json_each(${JSON.stringify(lost)}))`),
    db.run(sql`
      INSERT INTO zone_zips (from_zip, to_zip, zone)
      SELECT value ->> 0, value ->> 1, ${zone} FROM json_each(${JSON.stringify(gained)})`),
  ];
}
