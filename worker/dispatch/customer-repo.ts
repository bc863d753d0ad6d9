import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { deliveryPhotos, driverRouteStops } from '#worker/base/db/schema/drivers.ts';
import { isUnitUnsettled } from '#worker/fleet/locations/typed-units-repo.ts';

/** A stop as e-mails about it need it; null when it was taken off its route. */
export async function findVisit(db: Db, stopId: number) {
  const [stop] = await readRows(
    db,
    {
      routeId: driverRouteStops.routeId,
      type: driverRouteStops.stopType,
      status: driverRouteStops.status,
      actualArrival: driverRouteStops.actualArrival,
    },
    (columns) => sql`SELECT ${columns} FROM driver_route_stops WHERE id = ${stopId} AND removed_at IS NULL`,
  );
  return stop ?? null;
}

/** The newest photo of the placement that drivers took for a job and that is still stored; null without one. */
export async function findPlacementPhoto(db: Db, jobId: number) {
  const { key, mediaType, sizeBytes } = deliveryPhotos;
  const [photo] = await readRows(
    db,
    { key, mediaType, sizeBytes },
    (columns) => sql`
      SELECT ${columns} FROM delivery_photos
      WHERE stop_id IN (SELECT id FROM driver_route_stops WHERE job_id = ${jobId})
        AND photo_type = 'delivery_placement' AND key IS NOT NULL
      ORDER BY id DESC LIMIT 1`,
  );
  return photo ?? null;
}

/** Whether a driver has reported that a job is done. Staff mark it later than it happened. */
export async function isReportedByDriver(db: Db, jobId: number): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM driver_route_stops
    WHERE job_id = ${jobId} AND removed_at IS NULL AND status IN ('delivered', 'completed') LIMIT 1`);
  return found.length > 0;
}

/** Which units of a job are not settled: a driver typed one that the records are against. */
export async function findUnsettledUnits(db: Db, jobId: number) {
  const [row] = await readRows(
    db,
    {
      isBroughtUnsettled: sql<boolean>`${isUnitUnsettled(sql`${jobId}`, 'brought')}`.mapWith(Boolean),
      isCollectedUnsettled: sql<boolean>`${isUnitUnsettled(sql`${jobId}`, 'collected')}`.mapWith(Boolean),
    },
    (columns) => sql`SELECT ${columns}`,
  );
  return row ?? { isBroughtUnsettled: false, isCollectedUnsettled: false };
}

/** The units of a booking in the order in which it got them, by their numbers. */
export async function listUnitNumbers(db: Db, bookingId: number): Promise<string[]> {
  const found = await readRows(
    db,
    { number: sql<string>`d.dumpster_number` },
    (columns) => sql`
      SELECT ${columns} FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id
      WHERE s.booking_id = ${bookingId} ORDER BY s.start_date, s.id`,
  );
  return found.map(({ number }) => number);
}
