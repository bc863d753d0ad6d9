import { Hono } from 'hono';

/** The baseline of the calls of drivers' phones: the rows that each reads and writes, without the rules. */
export const driver = new Hono<{ Bindings: { DB: D1Database } }>();

const ROUTE = `r.id, r.date, r.status, r.notes, r.version, t.id AS truck_id, t.name, t.plate, p.name AS start_name,
  p.address AS start_address, p.lat, p.lng, e.name AS end_name, e.address AS end_address`;
const MOVED = `(SELECT id FROM dumpster_schedule WHERE booking_id = s.booking_id
  ORDER BY start_date <= j.due_day DESC, start_date DESC, id DESC LIMIT 1)`;
const STOP = `s.id, s.route_id, s.booking_id, s.stop_type, s.status, s.estimated_arrival, s.actual_arrival, s.departed_at,
  s.planned_minutes, s.outcome, s.outcome_reason, s.changed_at, s.notes AS dispatcher_notes, s.removed_at, s.stop_order,
  j.id AS job_id, j.type AS job_type, j.status AS job_status, j.version AS job_version, j.time_window, b.first_name,
  b.last_name, b.phone, b.address, b.city, b.state, b.zip, b.placement, b.notes, b.rental_type, b.dumpster_type,
  b.material_id, b.rate_card_id, p.name AS site_name, p.address AS site_address, u.id AS unit_id, u.dumpster_number`;
/** Where a stop is, which the times of today depend on. */
const POINTS = `LEFT JOIN geocodes g ON g.address = coalesce((SELECT address FROM booking_places WHERE booking_id = b.id),
  lower(b.address || ', ' || b.city || ', ' || b.state || ', ' || substr(b.zip, 1, 5)))`;
const STOPS = `driver_route_stops s LEFT JOIN jobs j ON j.id = s.job_id LEFT JOIN bookings b ON b.id = s.booking_id
  LEFT JOIN sites p ON p.id = s.site_id
  LEFT JOIN dumpsters u ON u.id = coalesce(j.dumpster_id, (SELECT dumpster_id FROM dumpster_schedule WHERE id = ${MOVED}))`;
const ROUTES_OF = `SELECT id FROM driver_routes
  WHERE driver_id = ?1 AND date BETWEEN ?2 AND ?3 AND published_at IS NOT NULL AND removed_at IS NULL`;
const STOPS_OF = `SELECT id FROM driver_route_stops WHERE route_id IN (${ROUTES_OF}) AND removed_at IS NULL`;

const INSPECTION = 'a.id, a.stop_id, a.payload, a.corrected_time, m.result, m.name, m.note, m.created_at';
const INSPECTIONS = `SELECT ${INSPECTION} FROM driver_actions a LEFT JOIN truck_repairs m ON m.inspection_id = a.id
  WHERE a.stop_id IN (${STOPS_OF}) AND a.type = 'inspection' AND a.result = 'applied' ORDER BY a.corrected_time`;
/** The last report of defects of each truck that the driver has. */
const LAST_REPORTS = `SELECT ${INSPECTION}
  FROM (SELECT DISTINCT truck_id AS id FROM driver_routes WHERE id IN (${ROUTES_OF}) AND truck_id IS NOT NULL) t
    JOIN driver_actions a ON a.id = (SELECT id FROM driver_actions
      WHERE type = 'inspection' AND result = 'applied' AND approval IS NOT 'rejected'
        AND payload ->> '$.truckId' = t.id AND json_array_length(payload, '$.defects') > 0
      ORDER BY corrected_time DESC LIMIT 1)
    LEFT JOIN truck_repairs m ON m.inspection_id = a.id`;

driver.get('/bare/driver/routes', async (c) => {
  const { DB } = c.env;
  const { driver: id = '', from = '', to = '' } = c.req.query();
  const ofDriver = (sql: string) => DB.prepare(sql).bind(Number(id), from, to);
  const [routes, stops, actions, photos, settings, business, users, fleet, ...more] = await DB.batch<Found>([
    ofDriver(`SELECT ${ROUTE} FROM driver_routes r LEFT JOIN trucks t ON t.id = r.truck_id
      LEFT JOIN sites p ON p.id = r.start_site_id LEFT JOIN sites e ON e.id = r.end_site_id
      WHERE r.id IN (${ROUTES_OF}) ORDER BY r.date, r.id`),
    ofDriver(
      `SELECT ${STOP}, g.lat, g.lng FROM ${STOPS} ${POINTS} WHERE s.id IN (${STOPS_OF}) ORDER BY s.route_id, s.stop_order`,
    ),
    ofDriver(`SELECT stop_id, type, payload FROM driver_actions
      WHERE stop_id IN (${STOPS_OF}) AND result = 'applied' ORDER BY corrected_time`),
    ofDriver(`SELECT stop_id, upload_id, photo_type FROM delivery_photos WHERE stop_id IN (${STOPS_OF})`),
    DB.prepare(
      `SELECT required_items, stop_minutes, day_start, day_end, has_inspections, inspection_items FROM dispatch_settings`,
    ),
    DB.prepare('SELECT name, phone FROM business_profile'),
    DB.prepare('SELECT id, username, first_name, last_name FROM users WHERE id = ?').bind(Number(id)),
    DB.prepare(
      `SELECT group_concat(dumpster_number, char(10)) AS numbers FROM (
         SELECT dumpster_number FROM dumpsters WHERE deleted_at IS NULL ORDER BY dumpster_number)`,
    ),
    DB.prepare('SELECT id, kind, name, address, lat, lng, hours FROM sites ORDER BY id'),
    ofDriver(`SELECT x.route_id, m.id, m.content, m.created_at FROM route_messages x JOIN messages m ON m.id = x.message_id
      WHERE x.route_id IN (${ROUTES_OF}) ORDER BY m.id`),
    ofDriver(INSPECTIONS),
    ofDriver(LAST_REPORTS),
  ]);
  const byRoute = Map.groupBy(stops?.results ?? [], ({ route_id }) => route_id);
  return c.json({
    driver: users?.results[0],
    business: business?.results[0],
    settings: settings?.results[0],
    actions: actions?.results,
    photos: photos?.results,
    fleet: fleet?.results[0],
    more: more.map(({ results }) => results),
    routes: routes?.results.map((route) => ({ ...route, stops: byRoute.get(route.id) })),
  });
});

/** Records that a driver arrived at a stop. */
driver.post('/bare/driver/actions', async (c) => {
  const { DB } = c.env;
  const { id, stopId, driverId } = await c.req.json<{ id: string; stopId: number; driverId: number }>();
  const [stops] = await DB.batch<Found>([
    DB.prepare(`SELECT ${STOP} FROM ${STOPS} WHERE s.id = ?`).bind(stopId),
    DB.prepare('SELECT id, type, payload FROM driver_actions WHERE stop_id = ?').bind(stopId),
    DB.prepare('SELECT upload_id, photo_type FROM delivery_photos WHERE stop_id = ?').bind(stopId),
    DB.prepare('SELECT required_items FROM dispatch_settings'),
    DB.prepare(
      'SELECT * FROM bookings WHERE id = (SELECT booking_id FROM driver_route_stops WHERE id = ?)',
    ).bind(stopId),
  ]);
  const { booking_id: bookingId, job_id: jobId, route_id: routeId } = stops?.results[0] ?? {};
  const nowMs = Date.now();
  await DB.batch([
    DB.prepare(
      `INSERT INTO driver_actions (id, driver_id, stop_id, type, payload, device_time, corrected_time, received_at, result)
       VALUES (?1, ?2, ?3, 'arrived', '{}', ?4, ?4, ?4, 'applied')`,
    ).bind(id, driverId, stopId, nowMs),
    DB.prepare(
      'UPDATE driver_route_stops SET actual_arrival = coalesce(actual_arrival, ?1), updated_at = ?1 WHERE id = ?2',
    ).bind(nowMs, stopId),
    DB.prepare(
      "UPDATE jobs SET status = 'in_progress', version = version + 1 WHERE id = ? AND status = 'planned'",
    ).bind(jobId),
    DB.prepare(
      `INSERT INTO history (subject, subject_id, action, actor_id, actor_name, after, created_at)
       VALUES ('booking', ?, 'driver_arrived', ?, 'bare', '{}', ?)`,
    ).bind(bookingId, driverId, nowMs),
    DB.prepare(
      "UPDATE driver_routes SET status = 'started', version = version + 1, updated_at = ? WHERE id = ?",
    ).bind(nowMs, routeId),
  ]);
  return c.json({ results: [{ id, result: 'applied' }] });
});

type Found = Record<string, unknown>;
