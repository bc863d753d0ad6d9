/// <reference types="vite/types/importMeta.d.ts" />
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG_TABLES, insertRow, REFERENCE_TABLES, readTableColumns } from '#worker/test/builders.ts';
import { migrateAgain } from '#worker/test/migrated.ts';
import { ROWS, type Row, type TableName } from '#worker/test/sample-rows.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { dropTables, rows } from '#worker/test/world.ts';
import { SUMMARY_TABLES } from './summaries/rebuild.ts';

const SCHEMA_FILES = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });

/** The stored entities and their fields, by contract name. */
const ENTITIES: Record<string, string> = {
  users:
    'id username password email firstName lastName phone role isActive passwordResetToken passwordResetExpires createdAt createdBy',
  dumpsters: 'id dumpsterNumber dumpsterType isAvailable notes createdAt',
  dumpster_schedule: 'id dumpsterId bookingId startDate endDate createdAt',
  bookings:
    'id firstName lastName email phone address city state zip rentalType depositAmount deliveryDate dumpsterType notes stripePaymentIntentId stripeClientSecret dumpsterId status finalPrice paymentStatus additionalPaymentAmount additionalPaymentDate refundAmount refundDate refundReason createdAt',
  dump_fees: 'id bookingId weight dumpLocation dumpDate feeAmount notes createdAt createdBy',
  messages: 'id bookingId fromUserId toUserId content isRead createdAt',
  analytics_events: 'id eventType eventData userId createdAt',
  delivery_photos: 'id bookingId driverId photoUrl photoType gpsLat gpsLng notes createdAt',
  driver_routes: 'id driverId date status startTime endTime totalMiles notes createdAt createdBy updatedAt',
  driver_route_stops:
    'id routeId bookingId stopOrder stopType status estimatedArrival actualArrival customerSignature notes createdAt updatedAt',
};

/** The default values. */
const DEFAULTS: [TableName, string, string | number][] = [
  ['users', 'role', 'customer'],
  ['users', 'is_active', 1],
  ['dumpsters', 'is_available', 1],
  ['bookings', 'dumpster_type', '15-yard'],
  ['bookings', 'status', 'pending'],
  ['bookings', 'payment_status', 'deposit_paid'],
  ['messages', 'is_read', 0],
  ['driver_routes', 'status', 'pending'],
  ['driver_route_stops', 'status', 'pending'],
];

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
/** The migrations that make the first tables, triggers and rows. */
const BASELINE = 3;
const TABLE_NAMES = Object.keys(ROWS) as TableName[];

beforeEach(async () => {
  await dropTables();
});

describe('the tables that they make', () => {
  beforeEach(migrateAgain);

  it.each(Object.entries(ENTITIES))('%s has every field of the specification', async (table, fields) => {
    expect(await readTableColumns(table)).toEqual(expect.arrayContaining(fields.split(' ').map(snakeCase)));
  });

  it.each(DEFAULTS)('%s.%s is %s by default', async (table, column, value) => {
    const parents = TABLE_NAMES.slice(0, TABLE_NAMES.indexOf(table));
    for (const parent of parents) await insertRow(parent, 1);
    const { [column]: _, ...row } = ROWS[table](1) as Row;
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    const [inserted] = await rows<Row>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) RETURNING *`,
      ...Object.values(row),
    );
    expect(inserted?.[column]).toBe(value);
  });
});

describe('on an empty database', () => {
  beforeEach(() => applyD1Migrations(env.DB, env.MIGRATIONS));

  it('every table is described by the schema, column by column', async () => {
    const described = Object.values(SCHEMA_FILES)
      .flatMap((module) => Object.values(module))
      .filter((value) => value instanceof SQLiteTable)
      .map((table) => {
        const { name, columns } = getTableConfig(table);
        return [
          name,
          columns
            .filter((column) => !column.generated)
            .map((column) => ({ name: column.name, isRequired: column.notNull }))
            .toSorted(byName),
        ];
      });
    const actual = await Promise.all(
      (await tables()).map(async (name) => {
        const columns = await rows<{ name: string; notnull: number }>(`PRAGMA table_info(${name})`);
        return [
          name,
          columns.map((column) => ({ name: column.name, isRequired: column.notnull === 1 })).toSorted(byName),
        ];
      }),
    );
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(described));
  });

  it("no statement uses the database's clock: the only clock is the Worker's", async () => {
    const clock = /current_(time|date|timestamp)|\b(unixepoch|strftime|datetime|julianday)\s*\(/i;
    const statements = await rows<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'd1_migrations'",
    );
    expect(statements.filter(({ sql }) => clock.test(sql))).toEqual([]);
  });

  it('applying them again changes nothing', async () => {
    const before = await rows('SELECT * FROM d1_migrations');
    await applyD1Migrations(env.DB, env.MIGRATIONS);
    expect(await rows('SELECT * FROM d1_migrations')).toEqual(before);
  });
});

it('every table has a sample row for tests, which are emptied by the same list', async () => {
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  // commit_guards has no rows.
  const listed = ['commit_guards', ...TABLE_NAMES, ...SUMMARY_TABLES, ...CATALOG_TABLES, ...REFERENCE_TABLES];
  expect(await tables(), 'add a missing table to worker/test/sample-rows.ts').toEqual(listed.toSorted());
});

it('rows that are written after any migration survive all later ones', async () => {
  const written: { table: TableName; row: Row }[] = [];
  for (let step = BASELINE; step <= env.MIGRATIONS.length; step += 1) {
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, step));
    const present = await tables();
    for (const table of TABLE_NAMES.filter((name) => present.includes(name))) {
      // Set by a trigger after the insert, or by a later migration.
      const row = await insertRow(table, step);
      for (const column of [
        'place',
        'needs_attention',
        'agreed_pickup_day',
        'paid_amount',
        'client_key',
        'balance_due',
      ])
        delete row[column];
      written.push({ table, row });
    }
    expect(await missingOf(written), `lost by migration ${step}`).toEqual([]);
    expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
  }
  // The total counts rows from before it existed.
  await expectExactSummaries({ pieces: [], beginnings: [] });
});

/** The written rows that their tables do not have, compared in the columns that were written. */
async function missingOf(written: { table: TableName; row: Row }[]) {
  const names = [...new Set(written.map(({ table }) => table))];
  const results = await env.DB.batch<Row>(names.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)));
  const found = new Map(names.map((name, index) => [name, results[index]?.results ?? []]));
  return written.filter(({ table, row }) => {
    const columns = Object.entries(row);
    return !found.get(table)?.some((other) => columns.every(([name, value]) => other[name] === value));
  });
}

/** Sorts columns for a comparison: a later migration adds its column at the end of the table. */
function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** The ordinary tables, without the internal tables of SQLite and D1. */
async function tables(): Promise<string[]> {
  const found = await rows<{ name: string; type: string }>('PRAGMA table_list');
  return found
    .filter(({ name, type }) => type === 'table' && !/^(sqlite_|_cf_|d1_migrations$)/.test(name))
    .map(({ name }) => name)
    .toSorted();
}
