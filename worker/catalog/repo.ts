import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import type { Db } from '#worker/base/db/client.ts';
import { type RowsQuery, readRows } from '#worker/base/db/rows.ts';
import { declinedZips, termsVersions } from '#worker/base/db/schema/business.ts';
import { rateCards } from '#worker/base/db/schema/catalog.ts';

/** A rate card that is or was published. */
export type CardVersion = { id: number; publishedAt: number };

const VERSION = {
  id: rateCards.id,
  publishedAt: sql<number>`${rateCards.publishedAt}`.mapWith(rateCards.publishedAt),
};

/** The published card, in a list of one; for a batch. */
export function selectPublishedVersion(db: Db) {
  return db.select(VERSION).from(rateCards).where(eq(rateCards.status, 'published'));
}

/** As selectPublishedVersion, for readBatch. */
export const PUBLISHED_VERSION: RowsQuery<typeof VERSION> = {
  fields: VERSION,
  query: (columns) => sql`SELECT ${columns} FROM rate_cards WHERE status = 'published'`,
};

/** Null also for a draft. */
export async function findVersion(db: Db, id: number): Promise<CardVersion | null> {
  const [row] = await db
    .select(VERSION)
    .from(rateCards)
    .where(sql`${rateCards.id} = ${id} AND ${rateCards.snapshot} IS NOT NULL`);
  return row ?? null;
}

/** Throws for a draft, which has no snapshot. */
export async function readSnapshot(db: Db, id: number) {
  const [row] = await db
    .select({ card: rateCards.snapshot, zoneZips: rateCards.zoneZips })
    .from(rateCards)
    .where(eq(rateCards.id, id));
  if (!row?.card) throw new Error(`Rate card ${id} has no snapshot`);
  return { card: row.card, zoneZips: row.zoneZips };
}

/** The newest version of the terms; null while none is stored. */
export async function findCurrentTerms(db: Db, nowMs: number): Promise<string | null> {
  const [row] = await db
    .select({ version: termsVersions.version })
    .from(termsVersions)
    .where(and(eq(termsVersions.type, 'terms'), lte(termsVersions.publishedAt, nowMs)))
    .orderBy(desc(termsVersions.publishedAt))
    .limit(1);
  return row?.version ?? null;
}

/** Counts a ZIP code that was asked for and is not served. */
export async function countDeclinedZip(db: Db, { zip, day }: { zip: string; day: string }) {
  await db
    .insert(declinedZips)
    .values({ zip, day, count: 1 })
    .onConflictDoUpdate({
      target: [declinedZips.zip, declinedZips.day],
      set: { count: sql`${declinedZips.count} + 1` },
    });
}

/** The ZIP codes of the days from `since` on, most often first; `total` counts all of them. */
export async function listDeclined(db: Db, { since, limit }: { since: string; limit: number }) {
  const { zip, day, count } = declinedZips;
  const rows = await db
    .select({
      zip,
      count: sql<number>`sum(${count})`,
      lastDay: sql<string>`max(${day})`,
      total: sql<number>`count(*) OVER ()`,
    })
    .from(declinedZips)
    .where(gte(day, since))
    .groupBy(zip)
    .orderBy(sql`2 DESC, 3 DESC`, zip)
    .limit(limit);
  return { zips: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** The entries of a rate card that have names. */
export type CardEntries = { id: number } & Pick<RateCard, 'rentalOptions' | 'dumpsterSizes' | 'materials'>;

/** Of the cards that are or were published, without prices and ZIP codes. Unknown ids are left out. */
export async function listCardEntries(db: Db, ids: readonly number[]): Promise<CardEntries[]> {
  const rows = await db
    .select({
      id: rateCards.id,
      entries: sql<string>`json_object(
        'rentalOptions', json_extract(${rateCards.snapshot}, '$.rentalOptions'),
        'dumpsterSizes', json_extract(${rateCards.snapshot}, '$.dumpsterSizes'),
        'materials', json_extract(${rateCards.snapshot}, '$.materials'))`,
    })
    .from(rateCards)
    // json_each: a page can have more cards than a statement may have parameters.
    .where(
      sql`${rateCards.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${rateCards.snapshot} IS NOT NULL`,
    );
  return rows.map(({ id, entries }) => ({ id, ...(JSON.parse(entries) as Omit<CardEntries, 'id'>) }));
}

/** The ids among `ids` that a booking has as rental type or size, or a unit as size. */
export async function listUsedEntries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await readRows(
    db,
    { id: sql<string>`value` },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)})
      WHERE EXISTS (SELECT 1 FROM bookings WHERE rental_type = value)
        OR EXISTS (SELECT 1 FROM bookings WHERE dumpster_type = value)
        OR EXISTS (SELECT 1 FROM dumpsters WHERE dumpster_type = value AND deleted_at IS NULL)`,
  );
  return new Set(rows.map(({ id }) => id));
}
