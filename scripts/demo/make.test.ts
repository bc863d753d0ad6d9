import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { addDays, dayAt, weekdayOf } from '#domain/shared/days.ts';
import { type SpawnedSystem, spawnSystem } from '#scripts/local/processes/spawn-system.ts';
import { askControl } from '../local/control.ts';
import { closedDay, fullDay } from './firm/plan.ts';

type Payment = { id: string; amount: number; createdSeconds: number };

function query<T>({ stateDir }: SpawnedSystem, sql: string): T[] {
  const folder = join(stateDir, 'platform', 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? '';
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }) as T);
  } finally {
    database.close();
  }
}

const ledger = (system: SpawnedSystem) =>
  query<Payment>(
    system,
    "SELECT id, amount, created_at / 1000 AS createdSeconds FROM transactions WHERE id NOT LIKE 'pay!_%' ESCAPE '!' ORDER BY id",
  );

/** The payments and refunds that the emulator has. */
async function stripe({ running }: SpawnedSystem): Promise<Payment[]> {
  const { payment_intents, refunds } = (await (await fetch(`${running.stripe}/__control/state`)).json()) as {
    payment_intents: { id: string; amount_received: number; created: number }[];
    refunds: { id: string; amount: number; created: number }[];
  };
  return [...payment_intents.map((intent) => ({ ...intent, amount: intent.amount_received })), ...refunds]
    .map(({ id, amount, created }) => ({ id, amount, createdSeconds: created }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const setupNames = (system: SpawnedSystem) =>
  query<{ name: string }>(system, 'SELECT name FROM trucks UNION ALL SELECT name FROM sites').map(
    ({ name }) => name,
  );

/** The stops of the published routes of today, in order. */
const stopsOfToday = (system: SpawnedSystem) =>
  query<{ type: string; status: string }>(
    system,
    `SELECT s.stop_type AS type, s.status FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
     WHERE r.published_at IS NOT NULL ORDER BY s.stop_order`,
  );

const get = async <T>({ running }: SpawnedSystem, path: string) =>
  (await (await fetch(`${running.app}/api/${path}`)).json()) as T;

it('creates the past once, and ledger and emulator have the same payments', {
  timeout: 240_000,
}, async () => {
  const offset = untilWednesday();
  const clock = { CLOCK_OFFSET_SECONDS: String(offset) };
  const first = await spawnSystem({ DEMO: '1', ...clock });
  const payments = ledger(first);
  expect(payments.length).toBeGreaterThan(25);
  expect(await stripe(first)).toEqual(payments);
  const ages = payments.map(({ createdSeconds }) => (Date.now() / 1000 + offset - createdSeconds) / 86_400);
  expect(Math.max(...ages)).toBeGreaterThan(80);
  expect(Math.min(...ages)).toBeLessThan(7);
  const statuses = query<{ status: string }>(first, 'SELECT DISTINCT status FROM bookings ORDER BY status');
  expect(statuses.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['completed', 'confirmed', 'pending']),
  );
  expect(query(first, 'SELECT id FROM bookings WHERE needs_attention IS NOT NULL')).toEqual([]);
  expect(setupNames(first)).toEqual(['Truck 1', 'Truck 2', 'Main yard', 'Creek Road Landfill']);
  expect(stopsOfToday(first)).toEqual([
    ...['delivery', 'final_pickup', 'disposal', 'yard', 'delivery'].map((type) => ({
      type,
      status: 'pending',
    })),
  ]);
  expect(first.running.drivers.map(({ username }) => username)).toEqual(['driver1', 'driver2']);
  for (const signIn of first.running.drivers) {
    const path = `${first.running.app}/api/admin/login`;
    const headers = { 'Content-Type': 'application/json', Origin: first.running.app };
    const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(signIn) });
    expect(await reply.json()).toMatchObject({ username: signIn.username, role: 'driver' });
  }
  await askControl(first.stateDir, 'cron', 'outbox');
  expect(await (await fetch(`${first.running.mailbox}/messages`)).json(), 'mails of the past').toEqual([]);
  const catalog = await get<PublicCatalog>(first, 'catalog');
  expect([catalog.version, catalog.area.mode, catalog.taxRules]).toEqual([1, 'everywhere', []]);
  await first.stop();

  const second = await spawnSystem({ DEMO: '1', STATE_DIR: first.stateDir, ...clock });
  expect(ledger(second)).toEqual(payments);
  expect(second.running.drivers).toEqual(first.running.drivers);
  await second.stop();
  rmSync(first.stateDir, { recursive: true, force: true });
});

/** The seconds to the next Wednesday, when trucks drive, the landfill is open and the day after tomorrow is a workday. */
function untilWednesday(): number {
  const weekday = weekdayOf(dayAt(Date.now(), 'America/New_York'));
  return ((3 - weekday + 7) % 7) * 86_400;
}

it('makes a firm with prices whose bookings, payments and truck moves the product has made', {
  timeout: 240_000,
}, async () => {
  const offset = untilWednesday();
  const system = await spawnSystem({ DEMO: 'firm', CLOCK_OFFSET_SECONDS: String(offset) });
  const today = dayAt(Date.now() + offset * 1000, 'America/New_York');
  expect(await stripe(system)).toEqual(ledger(system));

  const catalog = await get<PublicCatalog>(system, 'catalog');
  expect(catalog.materials.map(({ id }) => id)).toEqual(['mixed', 'concrete']);
  expect(catalog.area.zones.map(({ id }) => id)).toEqual(['city', 'hills']);
  expect([catalog.taxRules.length, catalog.projectPresets.length > 0]).toEqual([1, true]);
  expect(catalog.rates.every(({ price, includedWeight }) => price !== null && includedWeight !== null)).toBe(
    true,
  );
  expect(catalog.business.openingHours).toContain('Saturday');

  const coming = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(today, days));
  const reasons = await reasonsOf(system, [...coming, closedDay(today)]);
  expect(reasons[fullDay(today)]).toBe('full');
  expect(reasons[closedDay(today)]).toBe('closed');
  expect(coming.filter((day) => reasons[day] === 'closed')).toEqual(
    coming.filter((day) => weekdayOf(day) === 0),
  );
  const moves = query<{ type: string; count: number }>(
    system,
    `SELECT type, count(*) AS count FROM jobs WHERE due_day = '${today}' AND status <> 'cancelled' AND booking_id IS NOT NULL
     GROUP BY type ORDER BY type`,
  );
  expect(moves).toEqual([
    { type: 'delivery', count: 12 },
    { type: 'exchange', count: 1 },
    { type: 'final_pickup', count: 9 },
  ]);
  const planned = query<{ day: string }>(
    system,
    "SELECT DISTINCT due_day AS day FROM jobs WHERE status <> 'cancelled' AND booking_id IS NOT NULL",
  );
  expect(planned.filter(({ day }) => weekdayOf(day) === 0)).toEqual([]);
  expect(
    query(system, 'SELECT dispute_status AS status FROM transactions WHERE dispute_status IS NOT NULL'),
  ).toEqual([{ status: 'needs_response' }]);
  expect(
    query(
      system,
      'SELECT u.username, m.read_at AS "readAt" FROM message_mentions m JOIN users u ON u.id = m.user_id',
    ),
  ).toEqual([{ username: 'admin', readAt: null }]);
  const [late] = query<{ overdue: number }>(
    system,
    `SELECT count(*) AS overdue FROM bookings WHERE site_status = 'on_site' AND pickup_day < '${today}'`,
  );
  expect(late).toEqual({ overdue: 1 });
  expect(setupNames(system)).toEqual(['Truck 1', 'Truck 2', 'Main yard', 'Rapp Road Landfill']);
  const placed = query<{ id: number }>(
    system,
    `SELECT booking_id AS id FROM unit_locations l WHERE booking_id IS NOT NULL AND id = (
       SELECT id FROM unit_locations WHERE dumpster_id = l.dumpster_id AND voided_at IS NULL
       ORDER BY since DESC, id DESC LIMIT 1) ORDER BY booking_id`,
  );
  expect(stopsOfToday(system).slice(0, 3)).toEqual([
    { type: 'delivery', status: 'delivered' },
    { type: 'final_pickup', status: 'in_transit' },
    { type: 'disposal', status: 'pending' },
  ]);
  expect(query(system, 'SELECT photo_type AS type FROM delivery_photos ORDER BY id')).toEqual([
    { type: 'delivery_placement' },
    { type: 'signature' },
  ]);
  const [next] = query<{ jobs: number }>(
    system,
    `SELECT count(*) AS jobs FROM jobs WHERE status = 'open' AND due_day = '${addDays(today, 1)}'`,
  );
  expect(next?.jobs).toBeGreaterThanOrEqual(4);
  expect(placed.length).toBeGreaterThan(3);
  expect(placed).toEqual(query(system, "SELECT id FROM bookings WHERE site_status = 'on_site' ORDER BY id"));

  const states = query<{ state: string }>(
    system,
    "SELECT DISTINCT status || ' ' || payment_status AS state FROM bookings ORDER BY 1",
  );
  expect(states.map(({ state }) => state)).toEqual(
    expect.arrayContaining([
      'cancelled refunded',
      'completed deposit_paid',
      'completed fully_paid',
      'confirmed deposit_paid',
      'in_transit deposit_paid',
      'pending deposit_paid',
      'pending unpaid',
    ]),
  );
  expect(query(system, 'SELECT reason, count(*) AS count FROM attention GROUP BY reason')).toEqual([
    { reason: 'permit', count: 1 },
  ]);
  const lines = query<{ type: string }>(
    system,
    "SELECT DISTINCT line.value ->> 'type' AS type FROM bookings, json_each(final_price_lines) line ORDER BY 1",
  );
  expect(lines.map(({ type }) => type)).toEqual(['item', 'overage', 'rental', 'tax', 'zone']);
  const messages = (await (await fetch(`${system.running.mailbox}/messages`)).json()) as {
    subject: string;
  }[];
  expect(
    messages.filter(({ subject }) => !subject.includes('ispute')),
    'mails of the past',
  ).toEqual([]);
  await system.stop();
  rmSync(system.stateDir, { recursive: true, force: true });
});

/** Why a week's rental of a 20-yard cannot begin on these days. */
async function reasonsOf(system: SpawnedSystem, days: string[]): Promise<Record<string, string>> {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const replies = await Promise.all(
    months.map((month) =>
      get<{ reasons: Record<string, string> }>(
        system,
        `unavailable-dates?rentalType=7-day&dumpsterType=20-yard&month=${month}`,
      ),
    ),
  );
  return Object.assign({}, ...replies.map(({ reasons }) => reasons));
}
