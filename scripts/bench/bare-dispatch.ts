import { Hono } from 'hono';

/** The baseline of the dispatch board and of a drop on it: the statements that each needs, without the rules of a plan. */
export const dispatch = new Hono<{ Bindings: { DB: D1Database } }>();

const JOB = `j.id, j.booking_id, j.type, j.due_day, j.time_window, j.status, j.done_at,
  CASE WHEN j.done_by IS NULL THEN NULL ELSE (SELECT username FROM users WHERE id = j.done_by) END AS done_by, j.version,
  b.first_name, b.last_name, b.company, b.phone, b.second_phone, b.address, b.city, b.state, b.zip, b.placement, b.notes,
  b.rental_type, b.dumpster_type, b.material_id, b.rate_card_id, b.status AS booking_status, b.end_date, b.pickup_day,
  b.site_status, u.id AS unit_id, u.dumpster_number, l.place AS unit_place, l.booking_id AS unit_booking_id,
  g.lat, g.lng`;
const JOBS = `jobs j CROSS JOIN bookings b ON b.id = j.booking_id
  LEFT JOIN dumpster_schedule s ON s.id = (
    SELECT id FROM dumpster_schedule WHERE booking_id = j.booking_id
    ORDER BY start_date <= j.due_day DESC, start_date DESC, id DESC LIMIT 1)
  LEFT JOIN dumpsters u ON u.id = coalesce(j.dumpster_id, s.dumpster_id)
  LEFT JOIN unit_locations l ON l.id = (
    SELECT id FROM unit_locations WHERE dumpster_id = u.id AND voided_at IS NULL ORDER BY since DESC, id DESC LIMIT 1)
  LEFT JOIN geocodes g ON g.address = lower(b.address || ', ' || b.city || ', ' || b.state || ', ' || b.zip)`;
/** What the checks of a day need of the jobs on other routes. */
const CHECKED_JOB = `j.id, j.booking_id, j.type, j.due_day, j.time_window, j.status, b.version, b.address, b.city, b.state,
  b.zip, b.dumpster_type, b.pickup_day, b.site_status, u.id AS unit_id, u.dumpster_number, l.place AS unit_place,
  l.booking_id AS unit_booking_id, l.truck_id AS unit_truck_id, l.site_id AS unit_site_id, l.since AS unit_since, g.lat, g.lng`;
const ROUTE = `r.id, r.date, r.driver_id, w.username, r.status, r.notes, r.start_site_id, r.end_site_id, r.published_at,
  r.version, t.id AS truck_id, t.name, t.plate, t.capacity`;
const ROUTES = 'driver_routes r JOIN users w ON w.id = r.driver_id LEFT JOIN trucks t ON t.id = r.truck_id';
const STOP = `id, route_id, job_id, booking_id, stop_type, status, site_id, planned_minutes, departed_at, actual_arrival,
  updated_at, outcome_reason, is_pinned, changed_at, estimated_arrival, distance_m`;
const STOPS_OF = (routes: string) =>
  `SELECT job_id FROM driver_route_stops WHERE route_id IN (${routes}) AND removed_at IS NULL AND job_id IS NOT NULL`;
const SAME_DAY =
  'SELECT id FROM driver_routes WHERE date = (SELECT date FROM driver_routes WHERE id = ?1) AND removed_at IS NULL';
const ROUTES_OF_DAY = 'SELECT id FROM driver_routes WHERE date = ?1 AND removed_at IS NULL';

dispatch.get('/bare/dispatch', async (c) => {
  const { DB } = c.env;
  const { day = '', next = '' } = c.req.query();
  const ofDay = (sql: string, ...more: string[]) => DB.prepare(sql).bind(day, ...more);
  const [settings, sites, trucks, drivers, routes, stops, jobs] = await DB.batch<Found>([
    DB.prepare('SELECT stop_minutes, day_start, day_end FROM dispatch_settings'),
    DB.prepare('SELECT id, kind, name, lat, lng, hours FROM sites WHERE deleted_at IS NULL ORDER BY id'),
    DB.prepare('SELECT id, name, plate, capacity FROM trucks WHERE deleted_at IS NULL ORDER BY lower(name)'),
    DB.prepare("SELECT id, username FROM users WHERE role = 'driver' AND is_active ORDER BY lower(username)"),
    ofDay(`SELECT ${ROUTE} FROM ${ROUTES} WHERE r.id IN (${ROUTES_OF_DAY}) ORDER BY r.id`),
    ofDay(
      `SELECT ${STOP} FROM driver_route_stops WHERE route_id IN (${ROUTES_OF_DAY}) AND removed_at IS NULL
       ORDER BY route_id, stop_order`,
    ),
    ofDay(
      `SELECT ${JOB} FROM ${JOBS} WHERE j.id IN (
         ${STOPS_OF(ROUTES_OF_DAY)} UNION SELECT id FROM (
           SELECT id FROM jobs WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL
             AND due_day BETWEEN date(?1, '-30 days') AND ?2 AND status = 'open' LIMIT 500))
       ORDER BY j.due_day, j.time_window = 'any', j.time_window, j.booking_id, j.id`,
      next,
    ),
  ]);
  const open = (jobs?.results ?? []).filter(({ status }) => status === 'open');
  const byId = new Map(jobs?.results.map((job) => [job.id, job]));
  const byRoute = Map.groupBy(stops?.results ?? [], ({ route_id }) => route_id);
  return c.json({
    settings: settings?.results,
    sites: sites?.results,
    trucks: trucks?.results,
    drivers: drivers?.results,
    jobs: open.filter((job) => String(job.due_day) <= day),
    nextJobs: open.filter((job) => String(job.due_day) > day),
    routes: routes?.results.map((route) => ({
      ...route,
      stops: byRoute.get(route.id)?.map((stop) => ({ ...stop, job: byId.get(stop.job_id) })),
    })),
  });
});

/** Gives the stops of a route the order of the jobs. Every drop is checked with the other routes of its day. */
dispatch.put('/bare/dispatch/routes/:id', async (c) => {
  const { DB } = c.env;
  const id = Number(c.req.param('id'));
  const { jobIds } = await c.req.json<{ jobIds: number[] }>();
  const ofRoute = (sql: string) => DB.prepare(sql).bind(id);
  const [routes, stops, jobs] = await DB.batch<Found>([
    ofRoute(`SELECT ${ROUTE} FROM ${ROUTES} WHERE r.id IN (${SAME_DAY}) ORDER BY r.id`),
    ofRoute(
      `SELECT ${STOP} FROM driver_route_stops WHERE route_id IN (${SAME_DAY}) AND removed_at IS NULL
       ORDER BY route_id, stop_order`,
    ),
    ofRoute(`SELECT ${JOB} FROM ${JOBS} WHERE j.id IN (${STOPS_OF('SELECT ?1')})`),
    ofRoute(
      `SELECT ${CHECKED_JOB} FROM ${JOBS} WHERE j.id IN (${STOPS_OF(SAME_DAY)} EXCEPT ${STOPS_OF('SELECT ?1')})`,
    ),
    ofRoute('SELECT * FROM day_absences WHERE day = (SELECT date FROM driver_routes WHERE id = ?)'),
    DB.prepare('SELECT stop_minutes, day_start, day_end FROM dispatch_settings'),
    DB.prepare('SELECT id, kind, name, lat, lng, hours FROM sites ORDER BY id'),
    DB.prepare("SELECT id, published_at FROM rate_cards WHERE status = 'published'"),
    DB.prepare(
      `SELECT u.id, l.place, l.truck_id, l.site_id, l.since FROM dumpsters u JOIN unit_locations l ON l.id = (
         SELECT id FROM unit_locations WHERE dumpster_id = u.id AND voided_at IS NULL ORDER BY since DESC, id DESC LIMIT 1)
       WHERE u.deleted_at IS NULL AND l.place IN ('truck', 'disposal')`,
    ),
  ]);
  const places = jobIds.map((jobId, index) => ({ jobId, order: index + 1 }));
  const nowMs = Date.now();
  await DB.batch([
    DB.prepare('UPDATE driver_routes SET version = version + 1, updated_at = ? WHERE id = ?').bind(nowMs, id),
    DB.prepare(
      `UPDATE driver_route_stops SET stop_order = v.value ->> 'order', updated_at = ?1
       FROM json_each(?2) v WHERE job_id = v.value ->> 'jobId' AND route_id = ?3 AND removed_at IS NULL`,
    ).bind(nowMs, JSON.stringify(places), id),
    DB.prepare(
      `INSERT INTO history (subject, subject_id, action, actor_id, actor_name, after, created_at)
       SELECT 'route', id, 'stops_changed', driver_id, 'bare', ?, ? FROM driver_routes WHERE id = ?`,
    ).bind(JSON.stringify({ moved: jobIds }), nowMs, id),
  ]);
  const byId = new Map(jobs?.results.map((job) => [job.id, job]));
  return c.json({
    route: {
      ...routes?.results.find((route) => route.id === id),
      stops: stops?.results
        .filter((stop) => stop.route_id === id)
        .map((stop) => ({ ...stop, job: byId.get(stop.job_id) })),
    },
  });
});

type Found = Record<string, unknown>;
