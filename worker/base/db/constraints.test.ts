import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import type { Row, TableName } from '#worker/test/sample-rows.ts';
import { rows, startOver } from '#worker/test/world.ts';

/** Every test has two rows of each. */
const PARENTS = ['users', 'bookings', 'dumpsters', 'checkouts'] as const;

beforeEach(async () => {
  await env.DB.batch(
    ['driver_route_stops', 'driver_routes', 'delivery_photos', 'analytics_events'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await startOver();
  await env.DB.prepare('DELETE FROM users').run();
  for (const table of PARENTS) {
    await insertRow(table, 1);
    await insertRow(table, 2);
  }
});

describe('the days of a unit', () => {
  const taken = { start_date: '2026-12-10', end_date: '2026-12-16' };
  const days = (start_date: string, end_date = start_date) => ({ dumpster_id: 1, start_date, end_date });
  const held = (n: number, revision = 1) => ({ booking_id: null, checkout_id: `checkout-${n}`, revision });
  const schedule = (n: number, changes: Row) => insertRow('dumpster_schedule', n, changes);

  beforeEach(() => schedule(1, { dumpster_id: 1, ...taken }));

  const OVERLAPS: [string, string][] = [
    ['2026-12-10', '2026-12-16'],
    ['2026-12-12', '2026-12-13'],
    ['2026-12-01', '2026-12-31'],
    ['2026-12-04', '2026-12-10'],
    ['2026-12-16', '2026-12-22'],
  ];

  it.each(OVERLAPS)('are not reserved twice: %s to %s, for a booking or a hold', async (start, end) => {
    await expect(schedule(2, days(start, end))).rejects.toThrow('dumpster_overlap');
    await expect(schedule(2, { ...days(start, end), ...held(2) })).rejects.toThrow('dumpster_overlap');
  });

  it.each(OVERLAPS)('nor by moving other days there: %s to %s', async (start, end) => {
    await schedule(2, days('2027-01-01'));
    const move = env.DB.prepare('UPDATE dumpster_schedule SET start_date = ?, end_date = ? WHERE id = 2');
    await expect(move.bind(start, end).run()).rejects.toThrow('dumpster_overlap');
  });

  it('nor by moving another unit here, nor by replacing a row', async () => {
    await schedule(2, { ...days('2026-12-16', '2026-12-20'), dumpster_id: 2 });
    const move = 'UPDATE dumpster_schedule SET dumpster_id = 1 WHERE id = 2';
    await expect(env.DB.prepare(move).run()).rejects.toThrow('dumpster_overlap');
    const replace =
      "INSERT OR REPLACE INTO dumpster_schedule (id, dumpster_id, booking_id, start_date, end_date, created_at) VALUES (2, 1, 2, '2026-12-11', '2026-12-11', 0)";
    await expect(env.DB.prepare(replace).run()).rejects.toThrow('dumpster_overlap');
  });

  it('may touch, and those of another unit may be the same', async () => {
    await schedule(2, days('2026-12-17', '2026-12-20'));
    await env.DB.prepare("UPDATE dumpster_schedule SET start_date = '2026-12-09' WHERE id = 1").run();
    await insertRow('bookings', 3);
    await schedule(3, { dumpster_id: 2, ...taken });
    expect(await rows('SELECT id FROM dumpster_schedule')).toHaveLength(3);
  });

  it('may overlap for the revisions of one checkout, until one becomes a booking', async () => {
    await schedule(2, { ...days('2027-02-01', '2027-02-07'), ...held(1, 1) });
    await schedule(3, { ...days('2027-02-05', '2027-02-11'), ...held(1, 2) });
    await expect(schedule(4, { ...days('2027-02-05'), ...held(2) })).rejects.toThrow('dumpster_overlap');
    const toBooking =
      'UPDATE dumpster_schedule SET booking_id = 2, checkout_id = NULL, revision = NULL WHERE id = 3';
    await expect(env.DB.prepare(toBooking).run()).rejects.toThrow('dumpster_overlap');
    await env.DB.prepare('DELETE FROM dumpster_schedule WHERE id = 2').run();
    expect((await env.DB.prepare(toBooking).run()).success).toBe(true);
  });

  it('belong to exactly one booking or one revision of a checkout', async () => {
    const free = { ...days('2027-03-01'), booking_id: null };
    const owners: Row[] = [
      { booking_id: null },
      { booking_id: 2, checkout_id: 'checkout-2', revision: 1 },
      { booking_id: 2, revision: 1 },
      { booking_id: null, checkout_id: 'checkout-2' },
      { booking_id: null, revision: 1 },
    ];
    for (const owner of owners) {
      await expect(schedule(2, { ...free, ...owner })).rejects.toThrow('dumpster_schedule_owner');
    }
    const both = "UPDATE dumpster_schedule SET checkout_id = 'checkout-1', revision = 1 WHERE id = 1";
    await expect(env.DB.prepare(both).run()).rejects.toThrow('dumpster_schedule_owner');
  });
});

const REFUSED: [string, TableName, Row, string][] = [
  ['a second unit for one booking in one role', 'dumpster_schedule', { booking_id: 1 }, 'UNIQUE'],
  ['days of no unit', 'dumpster_schedule', { dumpster_id: 77 }, 'FOREIGN KEY'],
  ['days of no booking', 'dumpster_schedule', { booking_id: 77 }, 'FOREIGN KEY'],
  [
    'days that end before they start',
    'dumpster_schedule',
    { start_date: '2027-01-02', end_date: '2027-01-01' },
    'dumpster_schedule_order',
  ],
  ['days that are none', 'dumpster_schedule', { start_date: '1/2/2027' }, 'dumpster_schedule_start'],
  ['a rental type that is none', 'bookings', { rental_type: '2-day' }, 'FOREIGN KEY'],
  ['a rental type in capitals', 'bookings', { rental_type: '7-Day' }, 'FOREIGN KEY'],
  ['a size that is none', 'bookings', { dumpster_type: '40-yard' }, 'FOREIGN KEY'],
  ['a delivery date that is none', 'bookings', { delivery_date: '12/24/2026' }, 'bookings_delivery_day'],
  ['a state by name', 'bookings', { state: 'New York' }, 'bookings_state'],
  ['a negative deposit', 'bookings', { deposit_amount: -1 }, 'bookings_amounts'],
  ['a negative final price', 'bookings', { final_price: -1 }, 'bookings_amounts'],
  ['a negative later payment', 'bookings', { additional_payment_amount: -1 }, 'bookings_amounts'],
  ['a negative refund', 'bookings', { refund_amount: -1 }, 'bookings_amounts'],
  [
    "the payer's secret in a booking",
    'bookings',
    { stripe_client_secret: 'pi_1_secret_2' },
    'bookings_client_secret_empty',
  ],
  ['an empty secret in a booking', 'bookings', { stripe_client_secret: '' }, 'bookings_client_secret_empty'],
  ['a unit in a booking', 'bookings', { dumpster_id: 1 }, 'bookings_dumpster_empty'],
  ['a second booking of one intent', 'bookings', { stripe_payment_intent_id: 'pi_booking1' }, 'UNIQUE'],
  ['a unit of a size that is none', 'dumpsters', { dumpster_type: '15-Yard' }, 'FOREIGN KEY'],
  ['a second unit of one number', 'dumpsters', { dumpster_number: 'D-1' }, 'UNIQUE'],
  ['a second unit of one number in another case', 'dumpsters', { dumpster_number: 'd-1' }, 'UNIQUE'],
  ['a second open checkout of one key', 'checkouts', { key: 'key-1' }, 'UNIQUE'],
  ['a second checkout of one intent', 'checkouts', { stripe_payment_intent_id: 'pi_checkout1' }, 'UNIQUE'],
  ['a paid checkout without a booking', 'checkouts', { state: 'paid' }, 'checkouts_paid'],
  ['an open checkout with a booking', 'checkouts', { booking_id: 1 }, 'checkouts_paid'],
  ['a revision of no checkout', 'checkout_revisions', { checkout_id: 'checkout-77' }, 'FOREIGN KEY'],
  [
    'a free revision',
    'checkout_revisions',
    { checkout_id: 'checkout-1', amount: 0 },
    'checkout_revisions_amount',
  ],
  [
    'a revision that ends before it begins',
    'checkout_revisions',
    { checkout_id: 'checkout-1', end_date: '2020-01-01' },
    'checkout_revisions_order',
  ],
  [
    'a revision of no known size',
    'checkout_revisions',
    { checkout_id: 'checkout-1', dumpster_type: '12-yard' },
    'FOREIGN KEY',
  ],
  ['a second user of one name', 'users', { username: 'USER1' }, 'UNIQUE'],
  ['a second user of one e-mail', 'users', { email: 'User1@Example.COM' }, 'UNIQUE'],
  ['a payment of nothing', 'transactions', { amount: 0 }, 'transactions_amount'],
  ['a negative payment', 'transactions', { amount: -1 }, 'transactions_amount'],
  ['a refund of nothing', 'transactions', { type: 'refund', kind: 'refund' }, 'transactions_refund_of'],
  ['a payment that takes one back', 'transactions', { payment_id: 'pi_booking9' }, 'transactions_refund_of'],
  ['a negative operation', 'payment_operations', { amount: -1 }, 'payment_operations_amount'],
  ['a negative fee', 'dump_fees', { fee_amount: -1 }, 'dump_fees_amount'],
  ['an addition of nothing', 'price_additions', { quantity: 0 }, 'price_additions_quantity'],
  ['an addition that takes back', 'price_additions', { unit_amount: -1 }, 'price_additions_amount'],
  ['an addition of no item', 'price_additions', { type: 'item', unit_amount: null }, 'price_additions_type'],
  ['an addition of an unknown type', 'price_additions', { type: 'discount' }, 'price_additions_type'],
  ['an item with another price', 'price_additions', { type: 'item', item_id: 'a' }, 'price_additions_amount'],
  [
    'extra weight without an amount',
    'price_additions',
    { type: 'overage', unit_amount: null, quantity: 1 },
    'price_additions_type',
  ],
  ['a photo from nowhere on earth', 'delivery_photos', { gps_lat: 91 }, 'delivery_photos_gps'],
];

it.each(REFUSED)('the database refuses %s', async (...[, table, changes, reason]) => {
  await insertRow('dumpster_schedule', 1);
  const n = PARENTS.some((parent) => parent === table) ? 3 : 2;
  await expect(insertRow(table, n, changes)).rejects.toThrow(reason);
  expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
});

it.each([
  ...PARENTS,
  'checkout_revisions',
  'dumpster_schedule',
  'transactions',
  'payment_operations',
] as const)('but accepts a valid row of %s', async (table) => {
  await insertRow(table, PARENTS.some((parent) => parent === table) ? 3 : 2);
  expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
});

it('a route may have two stops with one number, so that stops can trade places', async () => {
  await insertRow('driver_routes', 1);
  await insertRow('driver_route_stops', 1);
  expect(await insertRow('driver_route_stops', 2, { route_id: 1 })).toMatchObject({ stop_order: 1 });
});

it('a booking has one unit for each role, so an exchange adds a second one', async () => {
  await insertRow('dumpster_schedule', 1);
  const second = { dumpster_id: 2, booking_id: 1 };
  await expect(insertRow('dumpster_schedule', 2, second)).rejects.toThrow('UNIQUE');
  await insertRow('dumpster_schedule', 2, { ...second, role: 'exchange 1' });
  expect(await rows('SELECT role FROM dumpster_schedule WHERE booking_id = 1 ORDER BY id')).toEqual([
    { role: 'first' },
    { role: 'exchange 1' },
  ]);
});

it('a finished checkout keeps no client secret', async () => {
  const secrets = () => rows("SELECT client_secret FROM checkouts WHERE id = 'checkout-1'");
  await env.DB.prepare("UPDATE checkouts SET state = 'expired' WHERE id = 'checkout-1'").run();
  expect(await secrets()).toEqual([{ client_secret: null }]);
  await env.DB.prepare("UPDATE checkouts SET client_secret = 'pi_1_secret_2' WHERE id = 'checkout-1'").run();
  expect(await secrets()).toEqual([{ client_secret: null }]);
});

it('a booking has one live operation at a time, charge or refund', async () => {
  const operation = (id: number, changes: Row) => insertRow('payment_operations', 1, { id, ...changes });
  await operation(1, { state: 'started' });
  for (const state of ['started', 'confirming', 'unknown']) {
    await expect(operation(2, { state, kind: 'refund' })).rejects.toThrow('UNIQUE');
  }
  await operation(2, { state: 'failed' });
  await env.DB.prepare("UPDATE payment_operations SET state = 'succeeded' WHERE id = 1").run();
  await operation(3, { state: 'unknown', kind: 'refund', idempotency_key: 'once' });
  const live = env.DB.prepare("UPDATE payment_operations SET state = 'started' WHERE id = 1");
  await expect(live.run()).rejects.toThrow('UNIQUE');
  await expect(operation(4, { state: 'failed', idempotency_key: 'once' })).rejects.toThrow('UNIQUE');
});

it('a refund names the payment that it takes back', async () => {
  await insertRow('transactions', 1);
  const refund = { id: 're_1', type: 'refund', kind: 'refund', payment_id: 'pi_booking1' };
  await insertRow('transactions', 1, refund);
  const lost = { ...refund, id: 're_2', payment_id: 'pi_unknown' };
  await expect(insertRow('transactions', 1, lost)).rejects.toThrow('FOREIGN KEY');
});

it('a dump ticket can only be voided, once', async () => {
  await insertRow('dump_fees', 1, { notes: null });
  const only = 'dump_fees_are_voided_only';
  const voiding = 'UPDATE dump_fees SET voided_at = 5, voided_by = 2';
  for (const set of ['weight = 1', 'fee_amount = 1', "notes = 'x'", 'booking_id = 2', 'created_by = 2']) {
    await expect(rows(`UPDATE dump_fees SET ${set}`)).rejects.toThrow(only);
    await expect(rows(`${voiding}, ${set}`)).rejects.toThrow(only);
  }
  await expect(rows('UPDATE dump_fees SET voided_at = 5')).rejects.toThrow(only);
  await expect(rows('DELETE FROM dump_fees')).rejects.toThrow(only);
  const replace = 'INSERT OR REPLACE INTO dump_fees SELECT * FROM dump_fees';
  await expect(rows(replace)).rejects.toThrow(only);
  await rows(voiding);
  await expect(rows(voiding)).rejects.toThrow(only);
  await expect(rows('UPDATE dump_fees SET voided_at = NULL, voided_by = NULL')).rejects.toThrow(only);
});

it('an addition to a price can only be voided, once', async () => {
  await insertRow('price_additions', 1);
  const only = 'price_additions_are_voided_only';
  const voiding = 'UPDATE price_additions SET voided_at = 5, voided_by = 2';
  for (const set of ['quantity = 1', 'unit_amount = 1', "type = 'exchange'", 'booking_id = 2']) {
    await expect(rows(`UPDATE price_additions SET ${set}`)).rejects.toThrow(only);
    await expect(rows(`${voiding}, ${set}`)).rejects.toThrow(only);
  }
  await expect(rows('DELETE FROM price_additions')).rejects.toThrow(only);
  const replace = 'INSERT OR REPLACE INTO price_additions SELECT * FROM price_additions';
  await expect(rows(replace)).rejects.toThrow(only);
  await rows(voiding);
  await expect(rows(voiding)).rejects.toThrow(only);
});

it('the number of a deleted unit and the key of an expired checkout can be used again', async () => {
  await env.DB.prepare('UPDATE dumpsters SET deleted_at = 1 WHERE id = 1').run();
  await insertRow('dumpsters', 3, { dumpster_number: 'D-1' });
  await env.DB.prepare(
    "UPDATE checkouts SET state = 'expired', client_secret = NULL WHERE id = 'checkout-1'",
  ).run();
  await insertRow('checkouts', 3, { key: 'key-1' });
  await insertRow('checkouts', 4, { key: 'key-1', state: 'expired' });
});

it('a row with references is not deleted', async () => {
  await insertRow('dumpster_schedule', 1);
  await insertRow('checkout_revisions', 1);
  await insertRow('transactions', 1);
  for (const table of ['bookings', 'dumpsters', 'checkouts']) {
    await expect(env.DB.prepare(`DELETE FROM ${table}`).run()).rejects.toThrow('FOREIGN KEY');
  }
});

it('several users can have no e-mail address', async () => {
  await insertRow('users', 3, { email: null });
  await insertRow('users', 4, { email: null });
});

it('an id is never used twice, even after the last row is deleted', async () => {
  await insertRow('bookings', 50);
  await env.DB.prepare('DELETE FROM bookings WHERE id = 50').run();
  const row = await insertRow('bookings', 51, { id: null });
  expect(row.id).toBe(51);
});
