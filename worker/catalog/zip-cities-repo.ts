import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';

/** The latest bookings whose cities are counted. */
const MAX_BOOKINGS = 100;
/** A city that only one booking has can be misspelled. */
const MIN_BOOKINGS = 2;
const CITY = { city: sql<string>`city` };

/** The city of the postal service; null for an unknown ZIP code. Without the names that customers entered. */
export async function findPostalCity(db: Db, zip: string): Promise<string | null> {
  const [, prefix, rest] = /^(\d{2})(\d{3})/.exec(zip) ?? [];
  if (prefix === undefined || rest === undefined) return null;
  const [row] = await readRows(
    db,
    CITY,
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT entry.key AS city FROM zip_cities, json_each(cities) AS entry
        WHERE prefix = ${prefix} AND ' ' || entry.value || ' ' LIKE ${`% ${rest} %`}
        ORDER BY city LIMIT 1)`,
  );
  return row?.city ?? null;
}

/**
 * The cities of a ZIP code: the one of the postal service first, then other names that customers of this business use
 * for it. Empty for an unknown ZIP code.
 */
export async function listCitiesOfZip(db: Db, zip: string): Promise<string[]> {
  const [, prefix, rest] = /^(\d{2})(\d{3})/.exec(zip) ?? [];
  if (prefix === undefined || rest === undefined) return [];
  const rows = await readRows(
    db,
    CITY,
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT entry.key AS city, 1 AS is_official, 0 AS count FROM zip_cities, json_each(cities) AS entry
        WHERE prefix = ${prefix} AND ' ' || entry.value || ' ' LIKE ${`% ${rest} %`}
        UNION ALL
        SELECT trim(city), 0, count(*) FROM (
          SELECT b.city, b.zip FROM bookings_words CROSS JOIN bookings b ON b.id = bookings_words.rowid
          WHERE bookings_words MATCH ${`address : "${prefix}${rest}"`}
          ORDER BY bookings_words.rowid DESC LIMIT ${sql.raw(String(MAX_BOOKINGS))})
        WHERE substr(zip, 1, 5) = ${prefix + rest}
        GROUP BY lower(trim(city)) HAVING count(*) >= ${MIN_BOOKINGS})
      ORDER BY is_official DESC, count DESC, city`,
  );
  const named = new Map(
    rows.map(({ city }) => [city.toLowerCase(), city]).toReversed() as [string, string][],
  );
  return [...new Set(rows.map(({ city }) => named.get(city.toLowerCase()) ?? city))];
}
