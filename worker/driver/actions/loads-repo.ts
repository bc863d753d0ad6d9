import { type SQL, sql } from 'drizzle-orm';
import { LOAD_TYPES, type RouteLoad, type TicketRoute } from '#domain/dispatch/loads.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import { currentLocationId } from '#worker/fleet/locations/repo.ts';

/** How long a load can stay on a truck. */
const EARLIER_DAYS = 7;

/** A fee that names no load was entered by staff, for a load of its day or before. */
const IS_BILLED = sql`EXISTS (
  SELECT 1 FROM dump_fees f WHERE f.voided_at IS NULL AND (f.load_stop_id = s.id
    OR (f.load_stop_id IS NULL AND f.booking_id = s.booking_id AND f.dump_date >= r.date)))`;
// The unit of a dump and return is emptied before its stop is done: the driver ends that when the unit is back.
const IS_LOADED = sql`s.stop_type = 'dump_and_return' AND s.status = 'in_transit' AND s.actual_arrival IS NOT NULL
  AND s.removed_at IS NULL`;
const STATE = sql`CASE WHEN s.status IN ('delivered', 'completed') OR (${IS_LOADED}) THEN 'done'
  WHEN s.status IN ('pending', 'in_transit') AND s.removed_at IS NULL AND r.removed_at IS NULL THEN 'live'
  ELSE 'not_made' END`;
const DONE_AT = sql`CASE WHEN s.status IN ('delivered', 'completed') THEN coalesce(
  (SELECT min(corrected_time) FROM driver_actions
    WHERE stop_id = s.id AND type = 'done' AND result = 'applied' AND approval IS NOT 'rejected'),
  (SELECT done_at FROM jobs WHERE id = s.job_id), s.updated_at) WHEN ${IS_LOADED} THEN s.actual_arrival END`;

const LOAD = {
  stopId: sql<number>`s.id`,
  bookingId: sql<number>`s.booking_id`,
  stopOrder: sql<number>`s.stop_order`,
  state: sql<RouteLoad['state']>`${STATE}`,
  doneAtMs: sql<number | null>`${DONE_AT}`,
  isBilled: sql<boolean>`${IS_BILLED}`.mapWith(Boolean),
};
const IS_LOAD = sql`s.booking_id IS NOT NULL AND s.stop_type IN (SELECT value FROM json_each(${JSON.stringify(LOAD_TYPES)}))`;

/** A dump fee that has a ticket number and is not voided. */
const TICKET = {
  bookingId: sql<number>`f.booking_id`,
  number: sql<string>`f.ticket_number`,
  weight: sql<number>`f.weight`,
  feeAmount: sql<number>`f.fee_amount`,
  loadStopId: sql<number | null>`f.load_stop_id`,
  /** Where a driver recorded it; null for one that staff entered. */
  stopId: sql<number | null>`(SELECT stop_id FROM driver_actions WHERE id = f.action_id)`,
};

type RouteKey = { routeId: number; truckId: number | null; day: Day };

/** The loads of a route and of its truck, and the tickets of their bookings and of its stops. */
export async function readTicketRoute(db: Db, { routeId, truckId, day }: RouteKey) {
  const loadsWhere = (where: SQL, order: SQL) => (columns: SQL) =>
    sql`
    SELECT ${columns} FROM driver_route_stops s CROSS JOIN driver_routes r ON r.id = s.route_id
    WHERE ${where} AND ${IS_LOAD} ORDER BY ${order}`;
  // The unit that the job put on the truck is still there.
  const isOnTruck = sql`EXISTS (
    SELECT 1 FROM unit_locations l WHERE l.job_id = s.job_id AND l.place = 'truck' AND l.truck_id = ${truckId}
      AND l.voided_at IS NULL AND l.id = ${currentLocationId(sql`l.dumpster_id`)})`;
  const earlier = sql`r.truck_id = ${truckId} AND r.date >= ${addDays(day, -EARLIER_DAYS)} AND r.date < ${day}
    AND s.job_id IS NOT NULL AND ${isOnTruck}`;
  const [loads, earlierLoads, disposals, tickets] = await readBatch(db, [
    { fields: LOAD, query: loadsWhere(sql`s.route_id = ${routeId}`, sql`s.stop_order, s.id`) },
    { fields: LOAD, query: loadsWhere(earlier, sql`r.date DESC, s.stop_order DESC, s.id DESC`) },
    {
      fields: { stopOrder: sql<number>`s.stop_order` },
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_route_stops s
        WHERE s.route_id = ${routeId} AND s.removed_at IS NULL AND s.stop_type = 'disposal'`,
    },
    {
      fields: TICKET,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM dump_fees f
        WHERE f.voided_at IS NULL AND f.ticket_number IS NOT NULL AND (
          f.booking_id IN (SELECT booking_id FROM driver_route_stops WHERE route_id = ${routeId})
          OR f.action_id IN (
            SELECT a.id FROM driver_route_stops s CROSS JOIN driver_actions a ON a.stop_id = s.id
            WHERE s.route_id = ${routeId} AND a.type = 'ticket'))`,
    },
  ]);
  const route: TicketRoute = {
    loads,
    earlierLoads,
    disposalOrders: disposals.map(({ stopOrder }) => stopOrder),
  };
  return { route, tickets };
}
