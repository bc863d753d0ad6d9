import { and, asc, countDistinct, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { MAX_LISTED_VERSIONS } from '#contract/catalog-publish.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { Write } from '#worker/base/db/commit.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { rateCards } from '#worker/base/db/schema/catalog.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import { COUNTED_MOVE } from '#worker/fleet/jobs/moves-repo.ts';
import type { DraftState } from './draft-repo.ts';
import type { Change } from './sections-repo.ts';
import { isComing } from './usage-repo.ts';

/** The number that every change of the draft raises. */
export function computeDraftRevision({ versions }: Pick<DraftState, 'versions'>): number {
  return [...versions.values()].reduce((sum, version) => sum + version, 0);
}

/**
 * True in a statement while the draft and the published version are as they were read, and no booking or checkout has one
 * of these rental periods.
 */
export function isUnchanged(
  state: Pick<DraftState, 'versions' | 'publishedId'>,
  unbooked: readonly string[] = [],
): SQL {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(unbooked)}))`;
  return sql`(SELECT coalesce(sum(version), 0) FROM catalog_sections) = ${computeDraftRevision(state)}
    AND EXISTS (SELECT 1 FROM rate_cards WHERE id = ${state.publishedId} AND status = 'published')
    AND NOT EXISTS (SELECT 1 FROM bookings WHERE rental_type IN ${ids})
    AND NOT EXISTS (SELECT 1 FROM checkout_revisions WHERE rental_type IN ${ids})`;
}

type Publication = Change & { draftId: number; state: DraftState; note: string };

/** For a batch: the published version is superseded, and the draft is published. */
export function publishStatements(db: Db, { draftId, state, note, userId, nowMs }: Publication): Write[] {
  return [
    db.run(sql`UPDATE rate_cards SET status = 'superseded' WHERE id = ${state.publishedId}`),
    db.run(sql`
      UPDATE rate_cards SET status = 'published', snapshot = ${JSON.stringify(state.card)},
        zone_zips = ${JSON.stringify(state.zoneZips)}, note = ${note}, published_at = ${nowMs}, published_by = ${userId}
      WHERE id = ${draftId}`),
  ];
}

/** True while this version is published. */
export function isPublished(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM rate_cards WHERE id = ${id} AND status = 'published')`;
}

/** True while this version is the draft. */
export function isDraft(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM rate_cards WHERE id = ${id} AND status = 'draft')`;
}

/** Publishes the content of the published version under a new number, which becomes the base of its draft. */
export function republishStatements(
  db: Db,
  { publishedId, nowMs }: { publishedId: number; nowMs: number },
): Write[] {
  const next = sql`(SELECT id FROM rate_cards WHERE status = 'published' AND base_id = ${publishedId})`;
  return [
    db.run(sql`UPDATE rate_cards SET status = 'superseded' WHERE id = ${publishedId}`),
    db.run(sql`
      INSERT INTO rate_cards (status, base_id, snapshot, zone_zips, note, created_at, published_at)
      SELECT 'published', id, snapshot, zone_zips, note || ' (published again after a restore)', ${nowMs}, ${nowMs}
      FROM rate_cards WHERE id = ${publishedId}`),
    db.run(sql`
      UPDATE rate_cards SET base_id = ${next}
      WHERE status = 'draft' AND base_id = ${publishedId}`),
  ];
}

/** Creates a draft that was started from a published version. */
export function insertDraft(db: Db, { baseId, nowMs }: { baseId: number; nowMs: number }): Write {
  return db.run(
    sql`INSERT INTO rate_cards (status, base_id, created_at) VALUES ('draft', ${baseId}, ${nowMs})`,
  );
}

export function updateBase(db: Db, baseId: number): Write {
  return db.run(sql`UPDATE rate_cards SET base_id = ${baseId} WHERE status = 'draft'`);
}

export function deleteDraft(db: Db): Write {
  return db.run(sql`DELETE FROM rate_cards WHERE status = 'draft'`);
}

/** Bookings whose dumpster is not picked up before `today`, in the order of their deliveries. Cancelled ones are left out. */
export function listComingBookings(db: Db, today: string) {
  return db
    .select({
      id: bookings.id,
      deliveryDate: bookings.deliveryDate,
      pickupDay: bookings.pickupDay,
      zip: bookings.zip,
      customerName: sql<string>`${bookings.firstName} || ' ' || ${bookings.lastName}`,
    })
    .from(bookings)
    .where(isComing(today))
    .orderBy(asc(bookings.deliveryDate), asc(bookings.id));
}

/** The truck moves of each day from `today` on: all of them, and those of bookings with the number of the booking. */
export async function listTruckDays(
  db: Db,
  today: string,
): Promise<Map<string, { moves: number; bookingIds: number[] }>> {
  const rows = await db
    .select({
      day: jobs.dueDay,
      moves: countDistinct(COUNTED_MOVE),
      bookingIds: sql<string>`json_group_array(DISTINCT ${jobs.bookingId}) FILTER (WHERE ${jobs.bookingId} IS NOT NULL)`,
    })
    .from(jobs)
    .where(sql`${jobs.dueDay} >= ${today} AND ${jobs.status} <> 'cancelled'`)
    .groupBy(jobs.dueDay)
    .orderBy(asc(jobs.dueDay));
  return new Map(
    rows.map(({ day, moves, bookingIds }) => [
      day,
      { moves, bookingIds: JSON.parse(bookingIds) as number[] },
    ]),
  );
}

const VERSION = {
  id: rateCards.id,
  status: rateCards.status,
  note: rateCards.note,
  publishedAt: sql<number>`${rateCards.publishedAt}`.mapWith(rateCards.publishedAt),
  publishedBy: sql<string | null>`${nameOf(sql`${rateCards.publishedBy}`)}`,
  bookings: sql<number>`coalesce(counts.n, 0)`,
};
const BOOKINGS_BY_CARD = sql`(SELECT rate_card_id, count(*) AS n FROM bookings GROUP BY rate_card_id) AS counts`;

/** The versions that were published, latest first. */
export function listCardVersions(db: Db) {
  return db
    .select(VERSION)
    .from(rateCards)
    .leftJoin(BOOKINGS_BY_CARD, sql`counts.rate_card_id = ${rateCards.id}`)
    .where(isNotNull(rateCards.publishedAt))
    .orderBy(desc(rateCards.id))
    .limit(MAX_LISTED_VERSIONS);
}

/** The version that was published before; null for the first one. */
export async function findPreviousVersionId(db: Db, id: number): Promise<number | null> {
  const [row] = await db
    .select({ id: rateCards.id })
    .from(rateCards)
    .where(and(lt(rateCards.id, id), isNotNull(rateCards.publishedAt)))
    .orderBy(desc(rateCards.id))
    .limit(1);
  return row?.id ?? null;
}

export async function findListedVersion(db: Db, id: number) {
  const [row] = await db
    .select(VERSION)
    .from(rateCards)
    .leftJoin(BOOKINGS_BY_CARD, sql`counts.rate_card_id = ${rateCards.id}`)
    .where(sql`${eq(rateCards.id, id)} AND ${isNotNull(rateCards.publishedAt)}`);
  return row ?? null;
}
