import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { UnitPlace } from '#domain/dispatch/places.ts';
import type { DumpsterType } from '#domain/rental/rental.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows } from '#worker/base/db/rows.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import type { ListPage, ListParams } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import { type CurrentLocation, isUnitAt, selectCurrentLocation } from '#worker/fleet/locations/repo.ts';

export type Unit = typeof dumpsters.$inferSelect;
export type UnitFields = Pick<Unit, 'dumpsterNumber' | 'dumpsterType' | 'isAvailable' | 'notes'>;
export type ListedUnit = UnitFields & { id: number; location: CurrentLocation | null };

/** Where a unit of the table dumpsters is now; null: it was never moved. */
export const UNIT_LOCATION = selectCurrentLocation(sql`dumpsters.id`);

const SOURCE = {
  from: sql`dumpsters`,
  fields: {
    id: dumpsters.id,
    dumpsterNumber: dumpsters.dumpsterNumber,
    dumpsterType: dumpsters.dumpsterType,
    isAvailable: dumpsters.isAvailable,
    notes: dumpsters.notes,
    location: UNIT_LOCATION,
  },
  id: sql`id`,
  sorts: {
    id: sql`id`,
    // 'D-9' comes before 'D-10': sorts by the text before the final digits, then by those digits as a number.
    dumpsterNumber: sql`lower(rtrim(dumpster_number, '0123456789')) ||
      printf('%020d', substr(dumpster_number, length(rtrim(dumpster_number, '0123456789')) + 1))`,
    dumpsterType: sql`dumpster_type`,
    isAvailable: sql`is_available`,
  },
  numbers: ['isAvailable'],
  defaultSort: 'dumpsterNumber',
};

export type FleetFilter = {
  search?: string | undefined;
  /** The sizes whose names contain the search text. */
  searchedSizes: readonly string[];
  dumpsterType?: DumpsterType | undefined;
  isAvailable?: boolean | undefined;
  place?: UnitPlace | undefined;
};

/** The units that are not deleted. */
export function pageOfFleet(
  db: Db,
  filter: FleetFilter,
  request: Omit<ListParams, 'where'>,
): Promise<ListPage<ListedUnit>> {
  const where: SQL[] = [sql`deleted_at IS NULL`];
  if (filter.dumpsterType) where.push(sql`dumpster_type = ${filter.dumpsterType}`);
  if (filter.isAvailable !== undefined) where.push(sql`is_available = ${filter.isAvailable ? 1 : 0}`);
  if (filter.place) where.push(isUnitAt(sql`dumpsters.id`, filter.place));
  if (filter.search) where.push(contains(filter.search, filter.searchedSizes));
  return readPage(db, SOURCE, { ...request, where });
}

/** All units that are not deleted, of one size or of all, by size and number. */
export function listFleetUnits(db: Db, size: string | null): Promise<ListedUnit[]> {
  const ofSize = size === null ? sql`` : sql`AND dumpster_type = ${size}`;
  return readRows(
    db,
    SOURCE.fields,
    (columns) => sql`
      SELECT ${columns} FROM dumpsters WHERE deleted_at IS NULL ${ofSize}
      ORDER BY dumpster_type, ${SOURCE.sorts.dumpsterNumber}, id`,
  );
}

/** A search by a part of the number reads at most this many units. */
const MAX_SCANNED = 1000;

/**
 * For a batch: units whose number begins with the text, and of the first thousand those that contain it, in the order of
 * number.
 */
export function unitsByNumber({ text, limit }: { text: string; limit: number }) {
  const number = sql`lower(dumpster_number)`;
  const sought = sql`lower(${text})`;
  return {
    fields: SOURCE.fields,
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM dumpsters WHERE id IN (
        SELECT id FROM (
          SELECT id FROM dumpsters
          WHERE ${number} >= ${sought} AND ${number} < ${sought} || char(1114111) AND deleted_at IS NULL
          ${limitTo(limit)})
        UNION
        SELECT id FROM (SELECT id, dumpster_number FROM dumpsters WHERE deleted_at IS NULL ${limitTo(MAX_SCANNED)})
        WHERE instr(${number}, ${sought}) > 0
      ) ORDER BY ${SOURCE.sorts.dumpsterNumber} ${limitTo(limit)}`,
  };
}

export async function findUnit(db: Db, id: number): Promise<Unit | null> {
  const rows = await db
    .select()
    .from(dumpsters)
    .where(and(eq(dumpsters.id, id), isNull(dumpsters.deletedAt)));
  return rows[0] ?? null;
}

export function insertUnit(db: Db, row: UnitFields & { createdAt: number }) {
  return db.insert(dumpsters).values(row).returning();
}

/** The id of the unit with a number, inside a statement of the same batch. */
export function unitIdOf(dumpsterNumber: string): SQL {
  return sql`(SELECT id FROM dumpsters WHERE lower(dumpster_number) = lower(${dumpsterNumber}) AND deleted_at IS NULL)`;
}

/** For the batch of a change with the guard isAsRead. */
export function updateUnit(
  db: Db,
  unit: Pick<Unit, 'id' | 'version'>,
  changes: Partial<UnitFields & { deletedAt: number }>,
) {
  return db
    .update(dumpsters)
    .set({ ...changes, version: unit.version + 1 })
    .where(eq(dumpsters.id, unit.id))
    .returning();
}

/**
 * True if a unit still has the version that was read and, from `freeFrom` on, has no booking and no hold (null: not
 * checked).
 */
export function isAsRead({ id, version }: Pick<Unit, 'id' | 'version'>, freeFrom: Day | null): SQL {
  const isFree = freeFrom
    ? sql`AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE dumpster_id = ${id} AND end_date >= ${freeFrom})`
    : sql``;
  return sql`EXISTS (SELECT 1 FROM dumpsters WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL) ${isFree}`;
}

/** The bookings that reserve a unit from a day on, by day; null for a hold. */
export async function listCommitments(db: Db, id: number, from: Day): Promise<(number | null)[]> {
  const rows = await db
    .select({ bookingId: dumpsterSchedule.bookingId })
    .from(dumpsterSchedule)
    .where(and(eq(dumpsterSchedule.dumpsterId, id), sql`${dumpsterSchedule.endDate} >= ${from}`))
    .orderBy(dumpsterSchedule.endDate);
  return rows.map(({ bookingId }) => bookingId);
}

/**
 * Finds text anywhere in a unit's number, slug of its size or notes, and the units of some sizes. Not LIKE: D1 limits
 * its patterns to 50 bytes.
 */
function contains(search: string, sizes: readonly string[]): SQL {
  const columns = [sql`dumpster_number`, sql`dumpster_type`, sql`coalesce(notes, '')`];
  const tests = [
    ...columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`),
    sql`dumpster_type IN (SELECT value FROM json_each(${JSON.stringify(sizes)}))`,
  ];
  return sql`(${sql.join(tests, sql` OR `)})`;
}
