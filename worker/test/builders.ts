import { env } from 'cloudflare:workers';
import { lastRentalDay } from '#domain/catalog/rental-days.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { isDay } from '#domain/days.ts';

/** A business as e-mails show it. */
export const EMAIL_BUSINESS = {
  name: 'Ironwood',
  phone: '(717) 555-0100',
  email: 'office@example.com',
  openingHours: '',
  accent: 'yellow',
  logoUrl: null as string | null,
};

export type Row = Record<string, string | number | null>;

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10);

const person = (n: number) => ({
  first_name: 'Ada',
  last_name: `Customer${n}`,
  email: `ada${n}@example.com`,
  phone: `555${String(n).padStart(7, '0')}`,
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
});

const rental = (n: number) => ({ rental_type: '1-day', dumpster_type: '15-yard', delivery_date: day(n) });

/** Tables that migrations or the first start fill; startOver() restores them. */
export const CATALOG_TABLES = [
  'booking_pause',
  'business_profile',
  'catalog_rules',
  'dumpster_sizes',
  'materials',
  'rate_cards',
  'rates',
  'rental_options',
];

/**
 * The list of tables for all tests: a valid row of each, the n-th of each belonging to the n-th of the others, parents
 * before children. A test names a table that is in none of the three lists.
 */
export const ROWS = {
  users: (n) => ({
    id: n,
    username: `user${n}`,
    password: 'scrypt$1$1$1$c2FsdA$aGFzaA',
    email: `user${n}@example.com`,
    role: 'admin',
    created_at: n,
  }),
  bookings: (n) => ({
    id: n,
    ...person(n),
    ...rental(n),
    deposit_amount: 32_500,
    stripe_payment_intent_id: `pi_booking${n}`,
    created_at: n,
  }),
  dumpsters: (n) => ({ id: n, dumpster_number: `D-${n}`, dumpster_type: '15-yard', created_at: n }),
  checkouts: (n) => ({
    id: `checkout-${n}`,
    key: `key-${n}`,
    stripe_payment_intent_id: `pi_checkout${n}`,
    client_secret: `pi_checkout${n}_secret`,
    ip_key: '203.0.113.7',
    email_key: `ada${n}@example.com`,
    phone_key: `555${n}`,
    terms_version: '2026-11',
    terms_accepted_at: n,
    terms_ip: '203.0.113.7',
    expires_at: n + 1,
    created_at: n,
  }),
  checkout_revisions: (n) => ({
    checkout_id: `checkout-${n}`,
    revision: 1,
    fingerprint: `fingerprint-${n}`,
    ...person(n),
    ...rental(n),
    end_date: day(n),
    pickup_day: day(n),
    notes: '',
    amount: 32_500,
    created_at: n,
  }),
  dumpster_schedule: (n) => ({
    id: n,
    dumpster_id: n,
    booking_id: n,
    start_date: day(n),
    end_date: day(n),
    created_at: n,
  }),
  attention: (n) => ({ booking_id: n, reason: 'no_unit', created_at: n }),
  // No id, and no delivery or pickup: a migration and triggers insert jobs, too.
  jobs: (n) => ({ booking_id: n, type: 'exchange', due_day: day(n), created_at: n }),
  known_devices: (n) => ({ user_id: n, device_hash: `device-${n}`, created_at: n }),
  history: (n) => ({
    id: n,
    subject: 'user',
    subject_id: n,
    version: 2,
    action: 'changed',
    actor_id: n,
    actor_name: `user${n}`,
    created_at: n,
  }),
  outbox: (n) => ({ id: `outbox-${n}`, kind: 'end-sessions', user_id: n, created_at: n }),
  transactions: (n) => ({
    id: `pi_booking${n}`,
    type: 'payment',
    kind: 'deposit',
    booking_id: n,
    checkout_id: `checkout-${n}`,
    amount: 32_500,
    currency: 'usd',
    status: 'succeeded',
    created_at: n,
    updated_at: n,
  }),
  stripe_events: (n) => ({
    id: `evt_${n}`,
    type: 'payment_intent.succeeded',
    object_id: `pi_booking${n}`,
    created: n,
    received_at: n,
    processed_at: n,
  }),
  payment_operations: (n) => ({
    id: n,
    booking_id: n,
    kind: 'refund',
    amount: 10_000,
    created_by: n,
    created_at: n,
    updated_at: n,
  }),
  refund_parts: (n) => ({
    id: `part-${n}`,
    operation_id: n,
    payment_id: `pi_booking${n}`,
    amount: 10_000,
    created_at: n,
  }),
  pay_links: (n) => ({
    id: `link-${n}`,
    booking_id: n,
    stripe_payment_intent_id: `pi_link${n}`,
    amount: 10_000,
    state: 'withdrawn',
    expires_at: n + 1,
    created_at: n,
    ended_at: n,
  }),
  pay_link_tokens: (n) => ({ token_hash: `token-${n}`, pay_link_id: `link-${n}`, created_at: n }),
  reconciliation_issues: (n) => ({
    id: n,
    object_id: `pi_booking${n}`,
    difference: 'status',
    booking_id: n,
    found_at: n,
  }),
  cursors: (n) => ({ name: `cursor-${n}`, reached_at: n }),
  dump_fees: (n) => ({
    id: n,
    booking_id: n,
    weight: 2400,
    dump_location: 'County landfill',
    dump_date: day(n),
    fee_amount: 8000,
    created_at: n,
    created_by: n,
  }),
  price_additions: (n) => ({
    id: n,
    booking_id: n,
    type: 'extra_days',
    quantity: 2,
    unit_amount: 1500,
    created_at: n,
    created_by: n,
  }),
  messages: (n) => ({
    id: n,
    booking_id: n,
    from_user_id: n,
    to_user_id: n,
    content: 'Hello',
    created_at: n,
  }),
  analytics_events: (n) => ({ id: n, event_type: 'viewed', event_data: '{}', user_id: n, created_at: n }),
  delivery_photos: (n) => ({
    id: n,
    booking_id: n,
    driver_id: n,
    photo_url: 'https://photos.example.com/1',
    photo_type: 'delivery_placement',
    gps_lat: 42.65,
    gps_lng: -73.75,
    created_at: n,
  }),
  driver_routes: (n) => ({ id: n, driver_id: n, date: day(n), created_at: n, updated_at: n }),
  driver_route_stops: (n) => ({
    id: n,
    route_id: n,
    booking_id: n,
    stop_order: 1,
    stop_type: 'delivery',
    created_at: n,
    updated_at: n,
  }),
  restores: (n) => ({ id: n, source: 'backup', restored_at_ms: n, restored_to_ms: n, finished_at_ms: n }),
  restore_steps: (n) => ({ restore_id: n, step: 'raise-numbers', done_at_ms: n }),
  cron_runs: (n) => ({ task: `task-${n}`, expected_since: n }),
  removals: (n) => ({ id: `removal-${n}`, email_hash: 'hash', removed_at: n, finished_at: n }),
  health_alerts: (n) => ({ check_name: `check-${n}`, failing_since: n }),
  rate_limits: (n) => ({ key: `ip:${n}`, window_started_at: n, count: 1 }),
  backup_runs: (n) => ({ id: n, state: 'succeeded', requested_at: n, finished_at: n }),
  project_presets: (n) => ({
    id: `preset-${n}`,
    kind: 'project',
    name: 'Kitchen remodel',
    material: 'mixed',
    volume_low: 8,
    volume_high: 14,
    weight_low: 2000,
    weight_high: 4000,
    position: n,
  }),
  charge_items: (n) => ({
    id: `item-${n}`,
    name: 'Mattress',
    unit: 'each',
    unit_price: 3500,
    is_taxable: 1,
    position: n,
  }),
  zones: (n) => ({ id: `zone-${n}`, name: 'North', position: n }),
  zone_zips: (n) => ({ from_zip: String(12_000 + n), to_zip: String(12_000 + n), zone: `zone-${n}` }),
  tax_rules: (n) => ({
    id: `tax-${n}`,
    name: 'Sales tax',
    state: 'NY',
    rate_millionths: 82_500,
    applies_to: '["rental"]',
    position: n,
  }),
  catalog_sections: (n) => ({ section: `section-${n}`, version: 1, changed_by: n, changed_at: n }),
  business_logos: (n) => ({ hash: `hash-${n}`, media_type: 'image/png', content: 'x', created_at: n }),
  terms_versions: (n) => ({
    type: 'terms',
    version: `v${n}`,
    markdown: 'Text',
    html: '<p>Text</p>',
    published_at: n,
    published_by: n,
  }),
  blackout_days: (n) => ({ day: day(n), reason: 'Holiday', created_at: n, created_by: n }),
  declined_zips: (n) => ({ zip: '90210', day: day(n), count: n }),
  checkout_blocks: (n) => ({ key: `network:${n}`, blocked_until: n }),
} satisfies Record<string, (n: number) => Row>;

export type TableName = keyof typeof ROWS;

/** Inserts the n-th row of a table with changes; columns that the table does not have (yet) are left out. */
export async function insertRow(table: TableName, n: number, changes: Row = {}): Promise<Row> {
  const known = await columnsOf(table);
  const given: Row = { ...ROWS[table](n), ...changes };
  const days = table === 'bookings' ? lastDaysOf(given) : {};
  const entries = Object.entries({ ...days, ...given }).filter(([name]) => known.includes(name));
  const names = entries.map(([name]) => name).join(', ');
  const places = entries.map(() => '?').join(', ');
  const statement = env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING *`);
  const row = await statement.bind(...entries.map(([, value]) => value)).first<Row>();
  if (!row) throw new Error(`No row of ${table} was inserted`);
  return row;
}

/** Set as this release sets them: without them, triggers take the row for one of an earlier release and add jobs. */
function lastDaysOf({ rental_type, delivery_date }: Row): Row {
  const period = FIRST_RATE_CARD.rentalOptions.find(({ id }) => id === rental_type);
  if (!period || typeof delivery_date !== 'string' || !isDay(delivery_date)) return {};
  const last = lastRentalDay(period, delivery_date);
  return { end_date: last, pickup_day: last };
}

export async function columnsOf(table: string): Promise<string[]> {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
  return results.map((column) => column.name);
}
