import { env } from 'cloudflare:workers';
import { type BookingData, createPaymentIntent } from '#contract/checkout.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { Role } from '#domain/accounts/access.ts';
import { addDays, dayAt } from '#domain/shared/days.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { makeContext } from '#worker/base/context.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { inDropOrder, type SchemaObject } from '#worker/base/db/drop-order.ts';
import type { Env } from '#worker/base/env.ts';
import type { Mail } from '#worker/base/platform/mail.ts';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import { makeSessions } from '#worker/base/sessions/sessions.ts';
import { forgetCardNames } from '#worker/catalog/labels.ts';
import { CATALOG_TABLES } from './builders.ts';
import { pausingDatabase } from './databases.ts';
import { START_EMPTYING } from './guards.ts';
import { ROWS } from './sample-rows.ts';

const unlimited: RateLimit = { limit: async () => ({ success: true }) };
/** The drivers of all tests have the same few ids, and would share the platform's limits. */
export const testEnv: Env = {
  ...(env as unknown as Env),
  DRIVER_SENDS_LIMIT: unlimited,
  DRIVER_READS_LIMIT: unlimited,
};

const MINUTE_MS = 60_000;

type TestContextOptions = { pauseMs?: number; database?: D1Database };

/** A context with a clock that the test can move. `pauseMs`: the delay before each database call. */
export function makeTestContext({ pauseMs = 0, database = testEnv.DB }: TestContextOptions = {}) {
  let offsetMs = 0;
  const base = makeContext(testEnv, { timeouts: 'request' });
  const now = () => Date.now() + offsetMs;
  const mails: Mail[] = [];
  const afterReplies: Promise<void>[] = [];
  const ctx: Context = {
    ...base,
    db: makeDb(pausingDatabase(database, pauseMs), 'first-primary'),
    now,
    sessions: makeSessions(testEnv.SESSIONS, {
      now,
      sockets: base.live,
      claimsSecret: base.settings.stripeSecretKey,
    }),
    mail: {
      send: async (mail) => {
        mails.push(mail);
        return { status: 'sent', messageId: null };
      },
    },
    afterReply: (work) => void afterReplies.push(work()),
    today: () => dayAt(Date.now() + offsetMs, base.settings.timeZone),
  };
  const passMinutes = (minutes: number) => {
    offsetMs += minutes * MINUTE_MS;
  };
  /** Waits for the work that runs after the reply. */
  const finishAfterReplies = async () => void (await Promise.all(afterReplies.splice(0)));
  return { ctx, passMinutes, mails, finishAfterReplies };
}

/**
 * Empties every table of ROWS and restores the first catalog, so that a test begins with only the rows of the
 * migrations; resets the Stripe emulator. The schema stays, and no PRAGMA is set: after each of them,
 * SQLite prepares every statement again.
 */
export async function startOver() {
  await Promise.all([emptyTables(), control('reset')]);
  forgetCardNames();
}

/** `further`: statements after the tables are empty. */
export async function emptyTables(further: readonly string[] = []) {
  const tables = await tablesToEmpty();
  const filled = await findFilled(tables);
  await env.DB.batch(
    [
      START_EMPTYING,
      ...filled.map((table) => `DELETE FROM ${table}`),
      ...further,
      ...catalogInserts(),
      // The guards hold again.
      'DELETE FROM cursors',
    ].map((statement) => env.DB.prepare(statement)),
  );
}

/** Without the e-mails to the business about new bookings, which have tests of their own. */
export async function startOverWithoutOfficeEmails() {
  await startOver();
  await getBusinessProfile(makeTestContext().ctx);
  await rows('UPDATE business_profile SET email_new_bookings = 0');
}

let emptied: readonly string[] | undefined;

/** Each table before the tables that it refers to. The table of the guards is last. */
async function tablesToEmpty(): Promise<readonly string[]> {
  emptied ??= await findTablesToEmpty();
  return emptied;
}

/**
 * The tables with rows, and those into which a trigger can insert while others are emptied, in the same order. Most are
 * empty, and a DELETE compiles all triggers of its table.
 */
async function findFilled(tables: readonly string[]): Promise<string[]> {
  filledByTriggers ??= await findFilledByTriggers();
  const [found] = await rows<{ flags: string }>(`SELECT ${isFilled(tables)} AS flags`);
  return tables.filter((table, index) => found?.flags[index] === '1' || filledByTriggers?.has(table));
}

let filledByTriggers: ReadonlySet<string> | undefined;

async function findFilledByTriggers(): Promise<Set<string>> {
  const triggers = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'trigger'");
  const targets = triggers.flatMap(({ sql }) => [...sql.matchAll(/\b(?:INSERT|REPLACE)[\w ]* INTO (\w+)/g)]);
  return new Set(targets.flatMap(([, table]) => table ?? []));
}

/** An expression with a digit for each table. It halves the list, because SQLite limits the depth of expressions. */
function isFilled(tables: readonly string[]): string {
  if (tables.length === 1) return `EXISTS (SELECT 1 FROM ${tables[0]})`;
  const half = Math.ceil(tables.length / 2);
  return `(${isFilled(tables.slice(0, half))} || ${isFilled(tables.slice(half))})`;
}

async function findTablesToEmpty(): Promise<string[]> {
  const stored = await rows<SchemaObject>("SELECT type, name, sql FROM sqlite_master WHERE type = 'table'");
  const names = [...Object.keys(ROWS).toReversed(), ...CATALOG_TABLES];
  const listed = names.flatMap((name) => stored.filter((table) => table.name === name));
  return inDropOrder(listed)
    .map(({ name }) => name)
    .filter((name) => name !== 'cursors');
}

let inserts: readonly string[] | undefined;

/** The statements of the migrations that fill the catalog. */
function catalogInserts(): readonly string[] {
  inserts ??= findCatalogInserts();
  return inserts;
}

function findCatalogInserts(): string[] {
  const statements = env.MIGRATIONS.flatMap(({ queries }) => queries);
  const isCatalog = new RegExp(`^\\s*(?:--.*\\s+)*INSERT INTO (?:${CATALOG_TABLES.join('|')})\\b`);
  return statements.filter((statement) => isCatalog.test(statement));
}

/** Drops every table, view and trigger, as in a new database. */
export async function dropTables() {
  // Without the internal tables of a search index: they are dropped with it.
  const found = await rows<SchemaObject>(
    `SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view', 'table') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
  );
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = true'),
    ...inDropOrder(found).map(({ type, name }) => env.DB.prepare(`DROP ${type} IF EXISTS "${name}"`)),
  ]);
}

/** Adds an account. Returns its id. Its password hash is cheap, so that signing in is fast. */
export async function addUser(user: { username: string; password: string; role: Role; isActive?: boolean }) {
  const password = await hashPassword(user.password, { N: 2, r: 1, p: 1 });
  const [row] = await rows<{ id: number }>(
    'INSERT INTO users (username, password, email, role, is_active, created_at) VALUES (?, ?, ?, ?, ?, 0) RETURNING id',
    user.username,
    password,
    `${user.username}@example.com`,
    user.role,
    user.isActive === false ? 0 : 1,
  );
  if (!row) throw new Error('No account was made');
  return row.id;
}

/** Adds units of a size to the fleet. */
export async function addUnits(count: number, dumpsterType = '15-yard') {
  const insert = env.DB.prepare(
    'INSERT INTO dumpsters (dumpster_number, dumpster_type, created_at) VALUES (?, ?, 0)',
  );
  await env.DB.batch(
    Array.from({ length: count }, (_, i) => insert.bind(`${dumpsterType}-${i + 1}`, dumpsterType)),
  );
}

export const currentDay = () => dayAt(Date.now(), 'America/New_York');
export const inDays = (days: number) => addDays(currentDay(), days);

type BookingInput = NonNullable<BodyInput<typeof createPaymentIntent>['bookingData']>;
let people = 0;

/** Valid details of a new person on each call, so that the limits by e-mail and phone do not apply. */
export function makeBookingData(changes: Partial<BookingInput> = {}): BookingData {
  people += 1;
  const order = {
    firstName: 'Ada',
    lastName: `Customer${people}`,
    email: `ada${people}@example.com`,
    phone: `555${String(people).padStart(7, '0')}`,
    address: '12 Quarry Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    deliveryDate: inDays(10),
    notes: '',
    rentalType: '7-day',
    dumpsterType: '15-yard',
    terms: true as const,
    ...changes,
  };
  return createPaymentIntent.body.parse({ bookingId: 'pending', bookingData: order })
    .bookingData as BookingData;
}

/** Confirms the payment at Stripe with a card, as the customer's browser does. */
export async function pay(clientSecret: string, card = '4242424242424242') {
  const id = intentIdOf(clientSecret);
  const body = new URLSearchParams({
    key: 'pk_test_local',
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2035',
    'payment_method_data[card][cvc]': '123',
  });
  const response = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body,
  });
  return response.json<{ status?: string; error?: { code: string } }>();
}

export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

/** Calls the control interface of the Stripe emulator. */
export async function control<T = unknown>(call: string, body?: unknown): Promise<T> {
  const isRead = call === 'state' || call === 'requests';
  const response = await fetch(`https://api.stripe.com/__control/${call}`, {
    method: isRead ? 'GET' : 'POST',
    ...(isRead ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
  return response.json<T>();
}

export type StripeState = {
  payment_intents: {
    id: string;
    status: string;
    amount: number;
    description: string;
    metadata: Record<string, string>;
  }[];
  charges: { id: string; paid: boolean; payment_intent: string }[];
  events: { id: string; type: string; data: { object: { id: string } } }[];
};

export const stripeState = () => control<StripeState>('state');

export async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<T>();
  return results;
}
