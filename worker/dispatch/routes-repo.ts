import { type SQL, sql } from 'drizzle-orm';
import type { StopType } from '#domain/dispatch/stops.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { driverRoutes } from '#worker/base/db/schema/drivers.ts';
import { type Entry, insertEntry } from '#worker/base/history/repo.ts';
import { jobsFollowStops } from '#worker/fleet/jobs/transitions-repo.ts';

/**
 * For a batch with planGuards: gives the route its next version.
 */
export function raiseRouteVersion(
  db: Db,
  { id, version }: { id: number; version: number },
  { nowMs, changes = {} }: { nowMs: number; changes?: RouteChanges },
) {
  return db
    .update(driverRoutes)
    .set({ ...changes, version: version + 1, updatedAt: nowMs })
    .where(sql`id = ${id}`)
    .returning({ id: driverRoutes.id, version: driverRoutes.version });
}

type RouteValues = Pick<
  typeof driverRoutes.$inferInsert,
  'driverId' | 'truckId' | 'startSiteId' | 'endSiteId' | 'notes' | 'publishedAt' | 'removedAt'
>;
export type RouteChanges = { [K in keyof RouteValues]?: RouteValues[K] | undefined };

type NewRoute = { day: string; driverId: number; truckId: number; actor: Entry['actor']; nowMs: number };

/** For commit(): a new route, with its history. See insertedId. */
export function routeInsertion(db: Db, { day, driverId, truckId, actor, nowMs }: NewRoute) {
  const id = sql`(SELECT id FROM driver_routes WHERE driver_id = ${driverId} AND date = ${day} AND removed_at IS NULL)`;
  return {
    route: db.run(sql`
      INSERT INTO driver_routes (date, driver_id, truck_id, created_by, created_at, updated_at)
      VALUES (${day}, ${driverId}, ${truckId}, ${actor.userId}, ${nowMs}, ${nowMs}) RETURNING id`),
    entry: insertEntry(
      db,
      { subject: 'route', subjectId: id, version: 1 },
      { action: 'created', actor, before: null, after: null, nowMs },
    ),
  };
}

export function insertedId(inserted: D1Result): number {
  const [row] = inserted.results as { id: number }[];
  if (!row) throw new Error('The route was not stored');
  return row.id;
}

const isDriver = (id: number) =>
  sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND role = 'driver' AND is_active)`;
const isUsableTruck = (id: number) =>
  sql`EXISTS (SELECT 1 FROM trucks WHERE id = ${id} AND is_in_service AND deleted_at IS NULL)`;

/** Whether the account is an active driver, the truck is in service, and the yards exist; null counts as yes. */
export async function findMissingCrew(db: Db, crew: Crew): Promise<'driver' | 'truck' | 'site' | null> {
  const [row] = await readRows(db, factsOf(crew), (columns) => sql`SELECT ${columns}`);
  if (!row?.hasDriver) return 'driver';
  if (!row.hasTruck) return 'truck';
  return row.hasSites ? null : 'site';
}

/** What findMissingCrew looks for is there. */
export function isCrewThere(crew: Crew): SQL {
  const { hasDriver, hasTruck, hasSites } = factsOf(crew);
  return sql`${hasDriver} AND ${hasTruck} AND ${hasSites}`;
}

type Crew = { driverId?: number | undefined; truckId?: number | undefined; siteIds: number[] };

function factsOf({ driverId, truckId, siteIds }: Crew) {
  const isYard = (id: number) =>
    sql`EXISTS (SELECT 1 FROM sites WHERE id = ${id} AND kind = 'yard' AND deleted_at IS NULL)`;
  const all = (conditions: SQL[]) => (conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `));
  return {
    hasDriver: sql<number>`${driverId === undefined ? sql`1` : isDriver(driverId)}`,
    hasTruck: sql<number>`${truckId === undefined ? sql`1` : isUsableTruck(truckId)}`,
    hasSites: sql<number>`${all(siteIds.map(isYard))}`,
  };
}

/** Where a job is planned: the driver and the day; null when it is on no route. */
export async function findRouteOfJob(db: Db, jobId: number) {
  const [row] = await readRows(
    db,
    { id: driverRoutes.id, day: driverRoutes.date, driverId: driverRoutes.driverId },
    (columns) => sql`
      SELECT ${columns} FROM driver_routes WHERE id = (
        SELECT route_id FROM driver_route_stops
        WHERE job_id = ${jobId} AND removed_at IS NULL AND status IN ('pending', 'in_transit'))`,
  );
  return row ?? null;
}

/** A route of each day, from `today` on, on which a job of the booking is still to be made. */
export async function listRoutesOfBooking(db: Db, bookingId: number, today: string): Promise<number[]> {
  const found = await readRows(
    db,
    { id: sql<number>`min(r.id)` },
    (columns) => sql`
      SELECT ${columns} FROM jobs j CROSS JOIN driver_route_stops s ON s.job_id = j.id
        JOIN driver_routes r ON r.id = s.route_id
      WHERE j.booking_id = ${bookingId} AND s.removed_at IS NULL AND s.status = 'pending'
        AND r.removed_at IS NULL AND r.date >= ${today} GROUP BY r.date`,
  );
  return found.map(({ id }) => id);
}

/** For a batch: the routes that give stops away have changed. */
export function raiseVersionsOf(db: Db, routeIds: readonly number[], nowMs: number) {
  return db.run(sql`
    UPDATE driver_routes SET version = version + 1, updated_at = ${nowMs}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(routeIds)}))`);
}

/**
 * For a batch: takes pending stops off their routes. One that was published keeps its row for what the driver records;
 * others are deleted. Their jobs are open again.
 */
export function takeOff(db: Db, which: SQL, nowMs: number) {
  const isPublished = sql`id IN (SELECT stop_id FROM stop_publications)`;
  const isTakenOff = sql`${which} AND status = 'pending' AND removed_at IS NULL`;
  return [
    jobsFollowStops(db, 'taken_off', isTakenOff),
    db.run(sql`DELETE FROM driver_route_stops WHERE ${isTakenOff} AND NOT ${isPublished}`),
    db.run(sql`
      UPDATE driver_route_stops SET removed_at = ${nowMs}, changed_at = ${nowMs}, updated_at = ${nowMs}
      WHERE ${isTakenOff}`),
  ] as const;
}

export const isOneOf = (ids: readonly number[]) =>
  sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** For the batch that removes a route: its pending stops keep their rows, so that the route can come back. */
export function removeStops(db: Db, routeId: number, nowMs: number) {
  const isPending = pendingOn(routeId);
  return [
    jobsFollowStops(db, 'taken_off', isPending),
    db.run(sql`
      UPDATE driver_route_stops SET removed_at = ${nowMs}, changed_at = ${nowMs}, updated_at = ${nowMs}
      WHERE ${isPending}`),
  ] as const;
}

const pendingOn = (routeId: number) =>
  sql`route_id = ${routeId} AND status = 'pending' AND removed_at IS NULL`;

/** For a batch, after its stops: the jobs of a route are planned. */
export function planJobs(db: Db, routeId: number) {
  return jobsFollowStops(db, 'planned', pendingOn(routeId));
}

/** A route that was removed; null if it was not. */
export async function findRemovedRoute(db: Db, id: number) {
  const { date: day, version, driverId, truckId, publishedAt } = driverRoutes;
  const [row] = await readRows(
    db,
    { id: driverRoutes.id, day, version, driverId, truckId, publishedAt, removedAt: sql<number>`removed_at` },
    (columns) => sql`SELECT ${columns} FROM driver_routes WHERE id = ${id} AND removed_at IS NOT NULL`,
  );
  return row ?? null;
}
type RemovedRoute = NonNullable<Awaited<ReturnType<typeof findRemovedRoute>>>;

/** For a batch: the stops that were removed with a route, and their jobs. Triggers refuse those whose jobs are taken. */
export function restoreStops(db: Db, { id, removedAt, publishedAt }: RemovedRoute, nowMs: number) {
  return [
    db.run(sql`
      UPDATE driver_route_stops SET
        removed_at = NULL, changed_at = ${publishedAt === null ? null : nowMs}, updated_at = ${nowMs}
      WHERE route_id = ${id} AND removed_at = ${removedAt} AND status = 'pending'`),
    planJobs(db, id),
  ] as const;
}

/** What the plan says about a stop: stored for the driver's phone. */
type StopPlan = {
  order: number;
  arrivalMs: number;
  minutes: number;
  meters: number | null;
  isPinned: boolean;
  /** A dispatcher entered the minutes. */
  areMinutesSet: boolean;
};
export type KeptStop = StopPlan & { id: number; isMoved: boolean };
export type NewStop = StopPlan & {
  type: StopType;
  jobId: number | null;
  bookingId: number | null;
  siteId: number | null;
};

/** For a batch: the new places of stops that stay. What a driver did keeps its time. */
export function updateStops(
  db: Db,
  routeId: number,
  { stops, nowMs }: { stops: readonly KeptStop[]; nowMs: number },
) {
  return db.run(sql`
    UPDATE driver_route_stops SET
      stop_order = v.value ->> 'order',
      estimated_arrival = CASE status WHEN 'pending' THEN v.value ->> 'arrivalMs' ELSE estimated_arrival END,
      planned_minutes = v.value ->> 'minutes',
      are_minutes_set = v.value ->> 'areMinutesSet',
      distance_m = v.value ->> 'meters',
      is_pinned = v.value ->> 'isPinned',
      changed_at = CASE WHEN v.value ->> 'isMoved' THEN ${nowMs} ELSE changed_at END,
      updated_at = CASE status WHEN 'pending' THEN ${nowMs} ELSE updated_at END
    FROM json_each(${JSON.stringify(stops)}) v
    WHERE driver_route_stops.id = v.value ->> 'id' AND route_id = ${routeId} AND removed_at IS NULL`);
}

/** For a batch: adds stops, whose jobs are planned. The first statement returns their ids in order. Triggers refuse a job that cannot be on the route. */
export function insertStops(
  db: Db,
  routeId: number,
  { stops, nowMs, isChange }: { stops: readonly NewStop[]; nowMs: number; isChange: boolean },
) {
  const insert = db.run(sql`
    INSERT INTO driver_route_stops (route_id, stop_order, stop_type, job_id, booking_id, site_id, estimated_arrival,
      planned_minutes, distance_m, is_pinned, are_minutes_set, changed_at, created_at, updated_at)
    SELECT ${routeId}, value ->> 'order', value ->> 'type', value ->> 'jobId', value ->> 'bookingId', value ->> 'siteId',
      value ->> 'arrivalMs', value ->> 'minutes', value ->> 'meters', value ->> 'isPinned',
      value ->> 'areMinutesSet', ${isChange ? nowMs : null}, ${nowMs}, ${nowMs}
    FROM json_each(${JSON.stringify(stops)}) ORDER BY key RETURNING id`);
  return [insert, planJobs(db, routeId)] as const;
}

/** For a batch: the driver of a published route sees its stops. */
export function insertPublications(db: Db, routeId: number, nowMs: number) {
  return db.run(sql`
    INSERT INTO stop_publications (stop_id, driver_id, published_at)
    SELECT s.id, r.driver_id, ${nowMs}
    FROM driver_routes r JOIN driver_route_stops s ON s.route_id = r.id
    WHERE r.id = ${routeId} AND r.published_at IS NOT NULL AND s.removed_at IS NULL
    ON CONFLICT DO NOTHING`);
}

/** For a batch: deletes a route without rows of its own. */
export function deleteRoute(db: Db, id: number) {
  return db.run(sql`
    DELETE FROM driver_routes
    WHERE id = ${id} AND published_at IS NULL AND NOT EXISTS (SELECT 1 FROM driver_route_stops WHERE route_id = ${id})`);
}

/**
 * For a batch: two routes swap drivers or trucks. The unique indexes refuse two routes of a driver or a truck on a day, so
 * the first route gives away its own before the second one takes it.
 */
export function swapCrewOf(
  db: Db,
  [one, other]: readonly [SwappedRoute, SwappedRoute],
  { what, nowMs }: { what: 'driver' | 'truck'; nowMs: number },
) {
  const isDriver = what === 'driver';
  const given = isDriver ? { driverId: one.driverId } : { truckId: one.truckId };
  const taken = isDriver ? sql`driver_id = ${other.driverId}` : sql`truck_id = ${other.truckId}`;
  return [
    raiseRouteVersion(db, one, { nowMs, changes: isDriver ? { removedAt: nowMs } : { truckId: null } }),
    raiseRouteVersion(db, other, { nowMs, changes: given }),
    db.run(sql`UPDATE driver_routes SET ${taken}, removed_at = NULL WHERE id = ${one.id}`),
  ] as const;
}

type SwappedRoute = { id: number; version: number; driverId: number; truckId: number | null };
