import { beforeEach, expect, it } from 'vitest';
import { DUMPSTER_SIZES, RENTAL_OPTIONS } from '#domain/rental.ts';
import { insertRow, type Row, type TableName } from '#worker/test/builders.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { dumpsterSizes, rentalOptions } from './schema/catalog.ts';

/** Each table refers only to tables before it. */
const PARENTS = [
  'users',
  'bookings',
  'checkouts',
  'transactions',
  'payment_operations',
  'driver_routes',
] as const;

/** Domain types and the contract check these; a new value must need no migration. */
const VALUES_OF_THE_CODE: [TableName, Row][] = [
  ['bookings', { status: 'on_hold' }],
  ['bookings', { payment_status: 'unpaid' }],
  ['bookings', { needs_attention: 'permit' }],
  ['checkouts', { state: 'waiting' }],
  ['users', { role: 'dispatcher' }],
  ['transactions', { kind: 'credit' }],
  ['transactions', { status: 'voided' }],
  ['payment_operations', { kind: 'cancel', amount: 0 }],
  ['payment_operations', { state: 'waiting' }],
  ['delivery_photos', { photo_type: 'ticket' }],
  ['driver_route_stops', { status: 'attempted', stop_type: 'yard', booking_id: null }],
  ['reconciliation_issues', { difference: 'currency' }],
  ['refund_parts', { state: 'waiting' }],
  ['outbox', { kind: 'weather-warning', user_id: null, booking_id: 1, dedupe_key: 'weather-warning:1' }],
  ['outbox', { kind: 'welcome' }],
  ['history', { subject: 'truck' }],
  ['history', { actor_type: 'driver' }],
  ['history', { actor_type: 'stripe', actor_id: null }],
];

beforeEach(startOver);

it.each(VALUES_OF_THE_CODE)(
  'the database stores a row of %s with a new value: %o',
  async (table, changes) => {
    for (const parent of PARENTS) {
      if (parent === table) break;
      await insertRow(parent, 1);
    }
    expect(await insertRow(table, 1, changes)).toMatchObject(changes);
    expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
  },
);

it('the catalog holds the sizes and rental periods of the code, in order', async () => {
  const sizes = DUMPSTER_SIZES.map((size, index) => ({ ...size, position: index + 1, isActive: true }));
  const { db } = makeTestContext().ctx;
  expect(await db.select().from(dumpsterSizes).orderBy(dumpsterSizes.position)).toEqual(sizes);
  const options = RENTAL_OPTIONS.map(({ deposit: _, ...option }, index) => ({
    ...option,
    position: index + 1,
    isActive: true,
  }));
  expect(await db.select().from(rentalOptions).orderBy(rentalOptions.position)).toEqual(options);
});
