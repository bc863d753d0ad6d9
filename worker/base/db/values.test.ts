import { beforeEach, expect, it } from 'vitest';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row, TableName } from '#worker/test/sample-rows.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { dumpsterSizes, materials, rates, rentalOptions } from './schema/catalog.ts';

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

it('the database begins with the first rate card, as draft and as published', async () => {
  const { ctx } = makeTestContext();
  expect(await getPublishedCard(ctx)).toEqual({
    id: FIRST_RATE_CARD_ID,
    publishedAt: 0,
    card: FIRST_RATE_CARD,
    zoneZips: {},
  });
  const withPosition = (entries: object[]) =>
    entries.map((entry, index) => ({ ...entry, position: index + 1 }));
  const { db } = ctx;
  const { rentalOptions: options, dumpsterSizes: sizes, materials: kinds } = FIRST_RATE_CARD;
  expect(await db.select().from(dumpsterSizes).orderBy(dumpsterSizes.position)).toEqual(withPosition(sizes));
  expect(await db.select().from(rentalOptions).orderBy(rentalOptions.position)).toEqual(
    withPosition(options),
  );
  expect(await db.select().from(materials)).toEqual(withPosition(kinds));
  const first = ({ rentalOption, dumpsterSize }: Rate) => `${rentalOption} ${dumpsterSize}`;
  const inOrder = (list: Rate[]) => list.toSorted((a, b) => first(a).localeCompare(first(b)));
  expect(inOrder(await db.select().from(rates))).toEqual(inOrder(FIRST_RATE_CARD.rates));
});
