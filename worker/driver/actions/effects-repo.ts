import { type SQL, sql } from 'drizzle-orm';
import type { StopStatus } from '#domain/dispatch/stops.ts';
import { METERS_PER_MILE } from '#domain/dispatch/travel.ts';
import type { Db } from '#worker/base/db/client.ts';
import { currentLocationId } from '#worker/fleet/locations/repo.ts';

type StopUpdate = {
  id: number;
  nowMs: number;
  status?: StopStatus;
  departedAt?: number;
  actualArrival?: number;
  outcome?: 'done' | 'attempted' | 'conflict';
  outcomeReason?: string | null;
  signatureKey?: string;
};

/** What is left out stays. The first departure and arrival count. */
export function updateStop(db: Db, { id, nowMs, ...change }: StopUpdate) {
  const { status, departedAt, actualArrival, outcome, outcomeReason, signatureKey } = change;
  return db.run(sql`
    UPDATE driver_route_stops SET
      status = coalesce(${status ?? null}, status),
      departed_at = coalesce(departed_at, ${departedAt ?? null}),
      actual_arrival = coalesce(actual_arrival, ${actualArrival ?? null}),
      outcome = coalesce(${outcome ?? null}, outcome),
      outcome_reason = CASE WHEN ${outcome ?? null} IS NULL THEN outcome_reason ELSE ${outcomeReason ?? null} END,
      customer_signature = coalesce(${signatureKey ?? null}, customer_signature),
      updated_at = ${nowMs}
    WHERE id = ${id}`);
}

/**
 * For the end of a batch: the route has started. It is finished when no stop is left; its miles are then the planned
 * drives from the start to the last stop, null if no address is on the map.
 */
export function updateRouteProgress(db: Db, id: number, { atMs, nowMs }: { atMs: number; nowMs: number }) {
  const isOver = sql`NOT EXISTS (
    SELECT 1 FROM driver_route_stops
    WHERE route_id = ${id} AND removed_at IS NULL AND status IN ('pending', 'in_transit'))`;
  return db.run(sql`
    UPDATE driver_routes SET
      status = CASE WHEN ${isOver} THEN 'finished' ELSE 'started' END,
      start_time = min(coalesce(start_time, ${atMs}), ${atMs}),
      end_time = CASE WHEN ${isOver} THEN ${atMs} END,
      total_miles = CASE WHEN ${isOver} THEN (
        SELECT round(sum(distance_m) / ${METERS_PER_MILE}, 1) FROM driver_route_stops
        WHERE route_id = ${id} AND removed_at IS NULL) END,
      version = version + 1, updated_at = ${nowMs}
    WHERE id = ${id}`);
}

/** The job takes the unit, if it names one. */
export function updateJobUnit(db: Db, id: number | null, dumpsterId: number) {
  return db.run(sql`
    UPDATE jobs SET dumpster_id = ${dumpsterId}, version = version + 1
    WHERE id = ${id} AND dumpster_id IS NOT NULL AND dumpster_id <> ${dumpsterId}`);
}

type Unloading = {
  truckId: number;
  routeId: number;
  stopOrder: number;
  siteId: number | null;
  actionId: string;
  atMs: number;
  nowMs: number;
};

/** The units on a truck are at a disposal site. */
export function unloadAtDisposal(db: Db, input: Unloading) {
  return unload(db, input, { place: 'disposal', from: isLoaded(input) });
}

/** The units on a truck, and those that it emptied on this route, are in the yard. */
export function unloadAtYard(db: Db, input: Unloading) {
  const isEmptied = sql`l.place = 'disposal' AND l.action_id IN (
    SELECT a.id FROM driver_actions a JOIN driver_route_stops s ON s.id = a.stop_id
    WHERE s.route_id = ${input.routeId} AND a.corrected_time <= ${input.atMs})`;
  return unload(db, input, { place: 'yard', from: sql`(${isLoaded(input)} OR ${isEmptied})` });
}

/**
 * True if the unit of row l was on the truck. Staff can mark a pickup later than the driver made it: then the order of
 * the stops decides.
 */
function isLoaded({ truckId, routeId, stopOrder, atMs }: Unloading): SQL {
  return sql`l.truck_id = ${truckId} AND (l.since <= ${atMs} OR (l.action_id IS NULL AND l.job_id IN (
    SELECT job_id FROM driver_route_stops WHERE route_id = ${routeId} AND removed_at IS NULL AND stop_order < ${stopOrder})))`;
}

/**
 * For a unit that a stop of a route took away: what the stops of the route that were done later unloaded. A stop can be
 * reported after them, for example when a photo was missing.
 */
export function unloadLater(
  db: Db,
  input: { routeId: number; dumpsterId: number; sinceMs: number; nowMs: number },
) {
  const { routeId, dumpsterId, sinceMs, nowMs } = input;
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, site_id, since, action_id, created_at)
    SELECT ${dumpsterId}, CASE s.stop_type WHEN 'yard' THEN 'yard' ELSE 'disposal' END, s.site_id, a.corrected_time, a.id, ${nowMs}
    FROM driver_route_stops s CROSS JOIN driver_actions a ON a.stop_id = s.id
    WHERE s.route_id = ${routeId} AND s.stop_type IN ('disposal', 'yard') AND s.status = 'completed'
      AND a.type = 'done' AND a.result = 'applied' AND coalesce(a.approval, 'approved') = 'approved'
      AND a.corrected_time >= ${sinceMs} AND NOT EXISTS (
        SELECT 1 FROM unit_locations l
        WHERE l.dumpster_id = ${dumpsterId} AND l.voided_at IS NULL AND l.since > ${sinceMs} AND l.since <= a.corrected_time)
    ORDER BY a.corrected_time`);
}

function unload(
  db: Db,
  { siteId, actionId, atMs, nowMs }: Unloading,
  { place, from }: { place: 'yard' | 'disposal'; from: SQL },
) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, site_id, since, action_id, created_at)
    SELECT l.dumpster_id, ${place}, ${siteId}, max(l.since, ${atMs}), ${actionId}, ${nowMs}
    FROM unit_locations l
    WHERE l.voided_at IS NULL AND ${from} AND l.id = ${currentLocationId(sql`l.dumpster_id`)}`);
}

/** The photos of the ticket belong to the booking that pays for it. */
export function assignTicketPhotos(db: Db, { stopId, bookingId }: { stopId: number; bookingId: number }) {
  return db.run(sql`
    UPDATE delivery_photos SET booking_id = ${bookingId}
    WHERE stop_id = ${stopId} AND photo_type = 'ticket' AND booking_id IS NULL`);
}
