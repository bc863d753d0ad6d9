import { sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import type { dayAbsences } from '#worker/base/db/schema/dispatch.ts';

type NewAbsence = Omit<typeof dayAbsences.$inferInsert, 'id' | 'note' | 'unitIds'> & {
  note: string;
  unitIds: number[];
};
type Crew = { truckId?: number | null | undefined; driverId?: number | null | undefined };

/** For a batch: the truck or the driver is out, in place of an earlier absence of either. */
export function insertAbsence(db: Db, absence: NewAbsence) {
  const { day, truckId, driverId } = absence;
  return [
    db.run(sql`DELETE FROM day_absences WHERE ${isOfCrew(day, { truckId, driverId })}`),
    db.run(sql`
      INSERT INTO day_absences (day, truck_id, driver_id, from_time, reason, note, unit_ids, units_truck_id, created_at,
        created_by)
      VALUES (${day}, ${truckId ?? null}, ${driverId ?? null}, ${absence.fromTime}, ${absence.reason}, ${absence.note},
        ${JSON.stringify(absence.unitIds)}, ${absence.unitsTruckId ?? null}, ${absence.createdAt}, ${absence.createdBy})`),
  ] as const;
}

const isOfCrew = (day: Day, { truckId, driverId }: Crew) =>
  sql`day = ${day} AND (truck_id = ${truckId ?? null} OR driver_id = ${driverId ?? null})`;

/** An absence with the routes of its day that have the truck or the driver; null: it is over. */
export async function findDayAbsence(db: Db, id: number) {
  const [row] = await readRows(
    db,
    {
      id: sql<number>`a.id`,
      day: sql<Day>`a.day`,
      routeIds: sql<number[]>`(
        SELECT json_group_array(id) FROM driver_routes
        WHERE date = a.day AND removed_at IS NULL AND (truck_id = a.truck_id OR driver_id = a.driver_id))`.mapWith(
        (text: string) => JSON.parse(text) as number[],
      ),
    },
    (columns) => sql`SELECT ${columns} FROM day_absences a WHERE a.id = ${id}`,
  );
  return row ?? null;
}

export function deleteAbsence(db: Db, id: number) {
  return db.run(sql`DELETE FROM day_absences WHERE id = ${id}`);
}

/** How the customers of bookings can be reached. `hasText`: they agreed to texts. */
export function listReachable(db: Db, bookingIds: readonly number[]) {
  return readRows(
    db,
    {
      id: sql<number>`id`,
      hasEmail: sql<boolean>`email IS NOT NULL`.mapWith(Boolean),
      hasText: sql<boolean>`EXISTS (
        SELECT 1 FROM text_consents WHERE booking_id = bookings.id AND is_given = 1)`.mapWith(Boolean),
    },
    (columns) => sql`
      SELECT ${columns} FROM bookings WHERE id IN (SELECT value FROM json_each(${JSON.stringify(bookingIds)}))`,
  );
}
