import { env } from 'cloudflare:workers';
import { lastRentalDay } from '#domain/catalog/rental-days.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { isDay } from '#domain/shared/days.ts';
import { ROWS, type Row, type TableName } from './sample-rows.ts';

/** A business as e-mails show it. */
export const EMAIL_BUSINESS = {
  name: 'Ironwood',
  phone: '(717) 555-0100',
  email: 'office@example.com',
  openingHours: '',
  accent: 'yellow',
  logoUrl: null as string | null,
};

/** Tables that migrations or the first start fill; startOver() restores them. */
export const CATALOG_TABLES = [
  'booking_pause',
  'business_profile',
  'catalog_rules',
  'dispatch_settings',
  'dumpster_sizes',
  'materials',
  'rate_cards',
  'rates',
  'rental_options',
];

/** Tables that only a migration fills, and nothing changes. */
export const REFERENCE_TABLES = ['zip_places', 'zip_cities'];

/**
 * Inserts the n-th row of a table with changes; columns that the table does not have (yet) are left out. The reason for
 * attention of a booking is a row of its own.
 */
export async function insertRow(table: TableName, n: number, changes: Row = {}): Promise<Row> {
  const { needs_attention: reason, ...others } = changes;
  if (table !== 'bookings' || !reason) return insertOne(table, n, changes);
  const booking = await insertOne(table, n, others);
  await insertOne('attention', n, {
    booking_id: booking.id ?? n,
    reason,
    created_at: booking.created_at ?? n,
  });
  return { ...booking, needs_attention: reason };
}

async function insertOne(table: TableName, n: number, changes: Row): Promise<Row> {
  const known = await readTableColumns(table);
  const given: Row = { ...ROWS[table](n), ...(await jobOf(table, n)), ...changes };
  const days = table === 'bookings' ? lastDaysOf(given) : {};
  const entries = Object.entries({ ...given, ...days, ...changes }).filter(([name]) => known.includes(name));
  const names = entries.map(([name]) => name).join(', ');
  const places = entries.map(() => '?').join(', ');
  const statement = env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING *`);
  const row = await statement.bind(...entries.map(([, value]) => value)).first<Row>();
  if (!row) throw new Error(`No row of ${table} was inserted`);
  return row;
}

/** A job of the n-th booking: the rows of jobs name no id. */
async function jobOf(table: TableName, n: number): Promise<Row> {
  if (table !== 'arrival_windows') return {};
  const job = await env.DB.prepare('SELECT min(id) AS job_id FROM jobs WHERE booking_id = ?')
    .bind(n)
    .first<Row>();
  return job?.job_id ? job : {};
}

/** The last day and the pickup day that follow from the rental period. */
function lastDaysOf({ rental_type, delivery_date }: Row): Row {
  const period = FIRST_RATE_CARD.rentalOptions.find(({ id }) => id === rental_type);
  if (typeof delivery_date !== 'string' || !isDay(delivery_date)) return {};
  const last = period ? lastRentalDay(period, delivery_date) : delivery_date;
  return { end_date: last, pickup_day: last };
}

export async function readTableColumns(table: string): Promise<string[]> {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
  return results.map((column) => column.name);
}
