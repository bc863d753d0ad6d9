import { type Context, Hono } from 'hono';
import { dispatch } from './bare-dispatch.ts';
import { driver } from './bare-driver.ts';
import { office } from './bare-office.ts';

type App = { Bindings: { DB: D1Database } };

/** The baseline of the measurements: Hono and D1 on the same tables and indexes, without the product's rules. */
const app = new Hono<App>();
app.route('/', office);
app.route('/', dispatch);
app.route('/', driver);

app.get('/bare/read', async (c) => {
  const row = await c.env.DB.prepare('SELECT * FROM dumpsters WHERE id = ?').bind(1).first();
  return c.json(row);
});

app.post('/bare/write', async (c) => {
  const { text } = await c.req.json<{ text: string }>();
  const sql =
    'INSERT INTO analytics_events (event_type, event_data, created_at) VALUES (?, ?, ?) RETURNING id';
  const row = await c.env.DB.prepare(sql).bind('bench', text, Date.now()).first();
  return c.json(row);
});

/** What the list returns of a booking: its columns, its units, who made it, and why it needs attention. */
const BOOKING = `b.id, b.first_name, b.last_name, b.company, b.email, b.phone, b.second_phone, b.address, b.city, b.state,
  b.zip, b.placement, b.placement_type, b.zone, b.permit_number, b.permit_expires, b.rental_type, b.dumpster_type,
  b.material_id, b.rate_card_id, b.quote, b.delivery_date, b.end_date, b.pickup_day, b.site_status, b.notes,
  b.internal_notes, b.source, b.created_by, b.cancelled_at, b.deposit_amount, b.final_price, b.paid_amount, b.balance_due,
  b.status, b.payment_status, b.additional_payment_amount, b.additional_payment_date, b.refund_amount, b.refund_date,
  b.refund_reason, b.stripe_payment_intent_id, b.needs_attention, b.terms_version, b.created_at, b.confirmed_email_at,
  b.version, held.dumpster_id, unit.dumpster_number, held.start_date AS held_from, held.end_date AS held_until,
  (SELECT coalesce(first_name || ' ' || last_name, username) FROM users WHERE id = b.created_by) AS created_by_name,
  CASE WHEN b.needs_attention IS NOT NULL THEN (
    SELECT group_concat(reason) FROM attention WHERE booking_id = b.id) END AS attention,
  (SELECT json_group_array(json_object('id', s.dumpster_id, 'number', d.dumpster_number, 'role', s.role,
     'startDate', s.start_date, 'endDate', s.end_date))
   FROM dumpster_schedule s INDEXED BY dumpster_schedule_exchanges JOIN dumpsters d ON d.id = s.dumpster_id
   WHERE s.booking_id = b.id AND s.role <> 'first') AS exchange_units`;
const BOOKINGS = `bookings b
  LEFT JOIN dumpster_schedule held INDEXED BY dumpster_schedule_first ON held.booking_id = b.id AND held.role = 'first'
  LEFT JOIN dumpsters unit ON unit.id = held.dumpster_id`;
/** Totals above this are not counted, as in the product. */
const upTo1000 = (matches: string) => `SELECT count(*) FROM (SELECT 1 FROM ${matches} LIMIT 1001)`;
const BOOKING_COUNT = "SELECT value FROM totals WHERE name = 'bookings'";

const ORDERS: Readonly<Record<string, string>> = {
  id: 'b.id DESC',
  endDate: 'b.end_date, b.id',
  balanceDue: 'b.balance_due DESC, b.id DESC',
};
const FILTERS: Readonly<Record<string, string>> = {
  endDate: 'b.end_date = ?',
  needsAttention: 'b.id IN (SELECT booking_id FROM attention WHERE reason = ?)',
  balanceDueFrom: 'b.balance_due >= ?',
  source: 'b.source = ?',
  unit: `b.id IN (
    SELECT s.booking_id FROM dumpsters d JOIN dumpster_schedule s ON s.dumpster_id = d.id
    WHERE lower(d.dumpster_number) = lower(?) AND d.deleted_at IS NULL)`,
};

app.get('/bare/bookings', (c) =>
  list(
    c,
    `SELECT ${BOOKING}, (${BOOKING_COUNT}) AS total FROM ${BOOKINGS}
     ORDER BY ${ORDERS[c.req.query('sort') ?? 'id']} LIMIT 50`,
  ),
);

app.get('/bare/bookings/by/:filter', (c) => {
  const where = FILTERS[c.req.param('filter')];
  const value = c.req.query('value') ?? '';
  return list(
    c,
    `SELECT ${BOOKING}, (${upTo1000(`bookings b WHERE ${where}`)}) AS total FROM ${BOOKINGS}
     WHERE ${where} ORDER BY ${ORDERS[c.req.query('sort') ?? 'id']} LIMIT 50`,
    value,
    value,
  );
});

/** `match`: a query of the index, as the product writes it for the words of a search. */
const searchRoute = (path: string, index: string) =>
  app.get(path, (c) => {
    const match = c.req.query('match') ?? '';
    return list(
      c,
      `SELECT ${BOOKING}, (${upTo1000(`${index} WHERE ${index} MATCH ?`)}) AS total
       FROM ${index} found CROSS JOIN ${BOOKINGS}
       WHERE found.${index} MATCH ? AND b.id = found.rowid ORDER BY found.rowid DESC LIMIT 50`,
      match,
      match,
    );
  });
searchRoute('/bare/bookings/search', 'bookings_search');
searchRoute('/bare/bookings/words', 'bookings_words');

/** The deliveries and last rental days of a day, and what has its words. */
app.get('/bare/bookings/day', (c) => {
  const day = c.req.query('day') ?? '';
  const values = [c.req.query('match') ?? '', day, day];
  const matches = `(
    SELECT rowid AS id FROM bookings_words WHERE bookings_words MATCH ?
    UNION SELECT id FROM bookings WHERE delivery_date = ? UNION SELECT id FROM bookings WHERE end_date = ?
    ORDER BY 1 DESC LIMIT -1) AS found`;
  return list(
    c,
    `SELECT ${BOOKING}, (${upTo1000(matches)}) AS total FROM ${matches} CROSS JOIN ${BOOKINGS}
     WHERE b.id = found.id ORDER BY found.id DESC LIMIT 50`,
    ...values,
    ...values,
  );
});

app.get('/bare/bookings/filter', (c) => {
  const values = [c.req.query('status') ?? '', c.req.query('day') ?? ''];
  const where = 'b.status = ? AND b.delivery_date = ?';
  return list(
    c,
    `SELECT ${BOOKING}, (${upTo1000(`bookings b WHERE ${where}`)}) AS total FROM ${BOOKINGS}
     WHERE ${where} ORDER BY b.id DESC LIMIT 50`,
    ...values,
    ...values,
  );
});

app.get('/bare/bookings/:id', async (c) => {
  const sql = `SELECT ${BOOKING} FROM ${BOOKINGS} WHERE b.id = ?`;
  const row = await c.env.DB.prepare(sql)
    .bind(Number(c.req.param('id')))
    .first();
  return c.json(row);
});

app.get('/bare/clients', (c) =>
  list(
    c,
    `SELECT c.email, c.first_name, c.last_name, c.phone, b.address, c.city, c.state, b.zip, c.total_bookings,
       c.first_delivery_date, b.id AS last_booking_id, b.delivery_date, b.rental_type, b.status,
       (SELECT value FROM totals WHERE name = 'clients') AS total
     FROM clients c JOIN bookings b ON b.id = c.last_booking_id
     ORDER BY c.last_delivery_date DESC, c.id DESC LIMIT 50`,
  ),
);

const TRANSACTION = `t.id, t.type, t.amount, t.currency, t.status, t.created_at / 1000 AS created,
  t.booking_id AS bookingId, t.receipt_email AS receiptEmail, t.reason, t.payment_method AS paymentMethod`;
/** Read by name; each total is stored. */
const SUMMARY = `SELECT (SELECT value FROM totals WHERE name = 'payments_succeeded_amount') AS total,
  (SELECT value FROM totals WHERE name = 'payments_succeeded') AS count,
  (SELECT value FROM totals WHERE name = 'refunds_succeeded_amount') AS refunded,
  (SELECT value FROM totals WHERE name = 'refunds_succeeded') AS refundCount,
  coalesce((SELECT value FROM totals WHERE name = 'awaiting_amount'), 0) AS pending`;

app.get('/bare/transactions', (c) =>
  ledger(
    c,
    `SELECT ${TRANSACTION}, (SELECT value FROM totals WHERE name = 'transactions') AS total FROM transactions t
     ORDER BY t.place DESC LIMIT 50`,
  ),
);

app.get('/bare/transactions/search', (c) => {
  const phrase = `id : "${c.req.query('id')}"`;
  const matches = 'transactions_search WHERE transactions_search MATCH ?';
  return ledger(
    c,
    `SELECT ${TRANSACTION}, (${upTo1000(matches)}) AS total
     FROM transactions_search found CROSS JOIN transactions t
     WHERE found.transactions_search MATCH ? AND t.place = found.rowid ORDER BY found.rowid DESC LIMIT 50`,
    phrase,
    phrase,
  );
});

app.get('/bare/transactions/filter', (c) => {
  const values = [c.req.query('type') ?? '', c.req.query('status') ?? ''];
  const where = 't.type = ? AND t.status = ?';
  return ledger(
    c,
    `SELECT ${TRANSACTION}, (${upTo1000(`transactions t WHERE ${where}`)}) AS total FROM transactions t
     WHERE ${where} ORDER BY t.place DESC LIMIT 50`,
    ...values,
    ...values,
  );
});

app.get('/bare/dashboard', async (c) => {
  const { results } = await c.env.DB.prepare('SELECT name, value FROM totals').all<Total>();
  const totals = Object.fromEntries(results.map(({ name, value }) => [name, value]));
  return c.json({ ...totals, totalBookings: totals.bookings });
});

type Total = { name: string; value: number };

async function list(c: Context<App>, sql: string, ...values: string[]) {
  const { results } = await c.env.DB.prepare(sql)
    .bind(...values)
    .all<Listed>();
  return c.json(page(c, results, values));
}

/** Reads the summary in the same call to the database. */
async function ledger(c: Context<App>, sql: string, ...values: string[]) {
  const { DB } = c.env;
  const [rows, summary] = await DB.batch<Listed>([DB.prepare(sql).bind(...values), DB.prepare(SUMMARY)]);
  return c.json({ transactions: page(c, rows?.results ?? [], values), summary: summary?.results[0] });
}

type Listed = Record<string, unknown>;

function page(c: Context<App>, rows: Listed[], values: string[]) {
  const total = Number(rows[0]?.total ?? 0);
  c.header('X-Total-Count', total > 1000 && values.length > 0 ? '1000+' : String(total));
  return rows.map(({ total: _, ...row }) => row);
}

export default app;
