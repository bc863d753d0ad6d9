import { Hono } from 'hono';
import type { BookingWork } from '#domain/rental/work-lists.ts';

/** The baseline of Today, calendar, timeline and palette: each is one batch of the statements that the answer needs. */
export const office = new Hono<{ Bindings: { DB: D1Database } }>();

const IS_LIVE = "status <> 'cancelled' AND booking_id IS NOT NULL";
/** The jobs of a type that are due, late, or were late and are done today. */
const toDo = (column: string, type: string) => `
  SELECT ${column} FROM jobs WHERE due_day = ?1 AND type = '${type}' AND ${IS_LIVE}
  UNION ALL SELECT ${column} FROM jobs WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL
    AND due_day < ?1 AND due_day >= date(?1, '-30 days') AND type = '${type}'
  UNION ALL SELECT ${column} FROM jobs WHERE done_at IS NOT NULL AND done_at >= ?2 AND due_day < ?1 AND type = '${type}'
    AND status = 'done' AND booking_id IS NOT NULL`;
const hasJobToDo = (type: string) => `id IN (${toDo('booking_id', type)})`;
/** The lists that Today counts, by name. */
const WORK: Readonly<Record<BookingWork, string>> = {
  deliveries_today: hasJobToDo('delivery'),
  exchanges_today: hasJobToDo('exchange'),
  pickups_today: hasJobToDo('final_pickup'),
  late_deliveries: `id IN (
    SELECT booking_id FROM jobs
    WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL AND due_day < ?1 AND due_day >= date(?1, '-30 days')
      AND type <> 'final_pickup')`,
  on_site: "site_status = 'on_site'",
  overdue: "site_status = 'on_site' AND agreed_pickup_day < ?1",
  unconfirmed: "status = 'pending' AND delivery_date BETWEEN ?1 AND date(?1, '+2 days')",
  balance_due: "balance_due > 0 AND status <> 'cancelled'",
  unpriced: "status = 'completed' AND final_price IS NULL",
  waiting_for_customer: "id IN (SELECT booking_id FROM pay_links WHERE state = 'open')",
  attention: 'id IN (SELECT booking_id FROM attention)',
  bounced_emails: `id IN (
    SELECT k.id FROM email_bounces e CROSS JOIN bookings k ON k.client_email = e.email
    WHERE k.status <> 'cancelled' AND (k.status <> 'completed' OR k.balance_due > 0))`,
};
const COUNTS = Object.entries(WORK)
  .map(
    ([name, where]) => `(SELECT count(*) FROM (SELECT 1 FROM bookings WHERE ${where} LIMIT 1001)) AS ${name}`,
  )
  .join(', ');
const DISPUTES = "dispute_status IN ('needs_response', 'warning_needs_response')";

/** Those jobs as Today lists them. */
const jobsToDo = (type: string) => `
  SELECT j.id, j.booking_id, j.type, j.due_day, j.time_window, j.status, j.done_at, j.done_by, j.version, b.first_name,
    b.last_name, b.company, b.phone, b.address, b.city, b.state, b.zip, b.placement, b.rental_type, b.dumpster_type,
    b.status AS booking_status, b.end_date, b.pickup_day, b.site_status, u.id AS unit_id, u.dumpster_number
  FROM jobs j CROSS JOIN bookings b ON b.id = j.booking_id
  LEFT JOIN dumpster_schedule s ON s.id = (
    SELECT id FROM dumpster_schedule WHERE booking_id = j.booking_id
    ORDER BY start_date <= j.due_day DESC, start_date DESC, id DESC LIMIT 1)
  LEFT JOIN dumpsters u ON u.id = coalesce(j.dumpster_id, s.dumpster_id)
  WHERE j.id IN (
    ${toDo('id', type)})
  ORDER BY j.due_day, j.time_window = 'any', j.time_window, j.booking_id, j.id LIMIT 100`;

office.get('/bare/today', async (c) => {
  const { DB } = c.env;
  const day = c.req.query('day') ?? '';
  const jobsOf = (type: string) => DB.prepare(jobsToDo(type)).bind(day, Date.parse(day));
  const [counts, deliveries, exchanges, pickups, ledger, disputes, failed] = await DB.batch<Found>([
    DB.prepare(`SELECT ${COUNTS}`).bind(day, Date.parse(day)),
    jobsOf('delivery'),
    jobsOf('exchange'),
    jobsOf('final_pickup'),
    DB.prepare(`
      SELECT (SELECT count(*) FROM transactions WHERE ${DISPUTES}) AS disputes,
        (SELECT count(*) FROM transactions WHERE type = 'refund' AND status = 'failed') AS failed_refunds`),
    DB.prepare(`SELECT * FROM transactions WHERE ${DISPUTES} ORDER BY dispute_due_at LIMIT 5`),
    DB.prepare('SELECT count(*) AS failed FROM outbox WHERE done_at IS NULL AND dead_at IS NOT NULL'),
  ]);
  const bookings = Object.entries(counts?.results[0] ?? {}).map(([name, count]) => [
    name,
    Number(count) > 1000 ? '1000+' : count,
  ]);
  return c.json({
    bookings: Object.fromEntries(bookings),
    deliveries: { jobs: deliveries?.results },
    exchanges: { jobs: exchanges?.results },
    pickups: { jobs: pickups?.results },
    transactions: ledger?.results[0],
    disputes: disputes?.results,
    failedNotifications: failed?.results[0]?.failed,
  });
});

office.get('/bare/calendar', async (c) => {
  const { DB } = c.env;
  const { days = '', perDay = '' } = c.req.query();
  const shown = days.split(',');
  const [moves, counts, held, closed] = await DB.batch<Found>([
    DB.prepare(
      `SELECT j.id AS jobId, j.due_day AS day, j.type, j.status, b.id, b.first_name, b.last_name, b.city, b.dumpster_type,
         (SELECT u.dumpster_number FROM dumpster_schedule s JOIN dumpsters u ON u.id = s.dumpster_id
          WHERE s.booking_id = b.id
          ORDER BY j.type <> 'final_pickup' AND s.start_date = j.due_day DESC, s.start_date DESC LIMIT 1) AS unit,
         b.status AS booking_status, b.delivery_date, b.end_date
       FROM json_each(?1) AS d
       JOIN jobs j ON j.id IN (SELECT id FROM jobs WHERE due_day = d.value AND ${IS_LIVE} ORDER BY type, id LIMIT ?2)
       JOIN bookings b ON b.id = j.booking_id ORDER BY d.key, j.type, j.id`,
    ).bind(JSON.stringify(shown), Number(perDay)),
    DB.prepare(
      `SELECT due_day AS day, type, count(*) AS moves FROM jobs WHERE due_day BETWEEN ?1 AND ?2 AND ${IS_LIVE}
       GROUP BY due_day, type`,
    ).bind(shown[0], shown.at(-1)),
    DB.prepare(
      `SELECT due_day, count(*) AS moves FROM jobs
       WHERE checkout_id IS NOT NULL AND +due_day BETWEEN ?1 AND ?2 AND status <> 'cancelled' GROUP BY +due_day`,
    ).bind(shown[0], shown.at(-1)),
    DB.prepare('SELECT day, reason FROM blackout_days WHERE day BETWEEN ? AND ?').bind(
      shown[0],
      shown.at(-1),
    ),
  ]);
  const countOf = (day: string, type: string) =>
    counts?.results.find((row) => row.day === day && row.type === type)?.moves ?? 0;
  return c.json({
    days: shown.map((day) => ({
      day,
      deliveries: countOf(day, 'delivery'),
      pickups: countOf(day, 'final_pickup'),
    })),
    moves: moves?.results,
    held: held?.results,
    closed: closed?.results,
  });
});

office.get('/bare/timeline', async (c) => {
  const { DB } = c.env;
  const [units, bars] = await DB.batch<Found>([
    DB.prepare(
      `SELECT id, dumpster_number, dumpster_type, is_available, notes, version FROM dumpsters WHERE deleted_at IS NULL
       ORDER BY dumpster_type, lower(rtrim(dumpster_number, '0123456789')) ||
         printf('%020d', substr(dumpster_number, length(rtrim(dumpster_number, '0123456789')) + 1)), id`,
    ),
    DB.prepare(
      `SELECT s.id, s.dumpster_id, s.start_date, s.end_date, s.booking_id, b.first_name || ' ' || b.last_name AS customer,
         b.status, b.version
       FROM dumpsters u CROSS JOIN dumpster_schedule s LEFT JOIN bookings b ON b.id = s.booking_id
       WHERE u.deleted_at IS NULL AND s.dumpster_id = u.id AND s.end_date >= ?1 AND s.start_date <= ?2
       ORDER BY u.id, s.end_date`,
    ).bind(c.req.query('from') ?? '', c.req.query('to') ?? ''),
  ]);
  return c.json({ units: units?.results, bars: bars?.results });
});

office.get('/bare/palette', async (c) => {
  const { DB } = c.env;
  const text = c.req.query('q') ?? '';
  const phrase = `"${text}"`;
  const [bookings, clients, units] = await DB.batch<Found>([
    DB.prepare(
      `SELECT b.id, b.first_name, b.last_name, b.phone, b.address, b.city, b.delivery_date, b.status
       FROM bookings_search f CROSS JOIN bookings b WHERE f.bookings_search MATCH ? AND b.id = f.rowid
       ORDER BY f.rowid DESC LIMIT 6`,
    ).bind(phrase),
    DB.prepare(
      `SELECT c.email, c.first_name, c.last_name, c.phone, c.total_bookings
       FROM clients_search f CROSS JOIN clients c WHERE f.clients_search MATCH ? AND c.id = f.rowid % 100000000
       ORDER BY f.rowid DESC LIMIT 6`,
    ).bind(phrase),
    DB.prepare(
      `SELECT id, dumpster_number, dumpster_type, is_available FROM (
         SELECT * FROM dumpsters WHERE deleted_at IS NULL LIMIT 1000)
       WHERE instr(lower(dumpster_number), lower(?)) > 0 ORDER BY dumpster_number LIMIT 6`,
    ).bind(text),
  ]);
  return c.json({ bookings: bookings?.results, clients: clients?.results, units: units?.results });
});

type Found = Record<string, unknown>;
