import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { applyDeposit } from '#worker/checkout/tasks.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { bookRental } from '#worker/test/changes.ts';
import { holdRequest, ip, KEY } from '#worker/test/checkouts.ts';
import { violate } from '#worker/test/guarded.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { addUnits, inDays, intentIdOf, makeBookingData, pay, rows, startOver } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  captureLog();
});

const CONTACT = { lastName: 'Stone', email: 'stone@example.com', phone: '(518) 555-0142' };
const open = (ctx: Context, changes: Parameters<typeof makeBookingData>[0] = {}, key: string | null = KEY) =>
  openCheckout(ctx, { data: makeBookingData({ ...CONTACT, ...changes }), key, ip });
const openOther = (n: number, changes: Parameters<typeof makeBookingData>[0] = {}) =>
  openCheckout(makeQuietContext(), holdRequest(n, changes));
/** Almost all of the 60 days of a size with one unit that can be held unpaid. */
const holdMostDays = async () => {
  await openOther(1, { rentalType: '30-day', deliveryDate: inDays(40) });
  for (const n of [2, 3, 4, 5]) await openOther(n, { deliveryDate: inDays(60 + 10 * n) });
};
const countCheckouts = async () => (await rows('SELECT id FROM checkouts')).length;
const heldDays = () =>
  rows(
    'SELECT start_date AS start, end_date AS "end" FROM dumpster_schedule WHERE start_date < ?',
    inDays(30),
  );

const REFUSED_HOLDS: [string, { units: number; other: () => Promise<unknown>; outcome: string }][] = [
  ['hold_allowed', { units: 1, other: holdMostDays, outcome: 'too_many' }],
  ['units_left', { units: 1, other: () => openOther(1), outcome: 'sold_out' }],
];
it.each(REFUSED_HOLDS)('a new hold is refused: %s', async (guard, { units, other, outcome }) => {
  await addUnits(units);
  let others = 0;
  const seen = await violate(guard, open, async () => {
    await other();
    others = await countCheckouts();
  });
  expect(seen).toEqual({ failed: [guard], outcome, entries: [] });
  expect(await countCheckouts()).toBe(others);
});

it('a new hold whose last truck move a booking took is refused', async () => {
  await addUnits(3);
  const calendar = { deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0, sameDayCutoff: null };
  await publishCard({ calendar: { ...calendar, horizonDays: 365, maxTruckMovesPerDay: 1 } });
  const seen = await violate('moves_left', open, () => bookRental(1, 10));
  expect(seen).toEqual({ failed: ['moves_left'], outcome: 'sold_out', entries: [] });
  expect(await rows('SELECT checkout_id FROM jobs WHERE checkout_id IS NOT NULL')).toEqual([]);
});

it('of two equal calls with one key one makes the hold', async () => {
  await addUnits(3);
  const data = makeBookingData(CONTACT);
  const act = (ctx: Context) => openCheckout(ctx, { data, key: KEY, ip });
  const seen = await violate('key_free', act, () => act(makeQuietContext()));
  expect(seen).toMatchObject({ failed: ['key_free'], entries: [] });
  expect(await countCheckouts()).toBe(1);
  expect(await heldDays()).toHaveLength(1);
});

const REVISIONS: [
  string,
  { units: number; change: object; other: () => Promise<unknown>; outcome: string },
][] = [
  [
    'claimed',
    {
      units: 1,
      change: { rentalType: '7-day' },
      outcome: 'busy',
      other: () => rows("UPDATE checkouts SET lock_token = 'other'"),
    },
  ],
  ['rental_allowed', { units: 1, change: { rentalType: '7-day' }, other: holdMostDays, outcome: 'too_many' }],
  [
    'caller_allowed',
    {
      units: 5,
      change: { rentalType: '1-day', quantity: 2 },
      outcome: 'too_many',
      other: () => open(makeQuietContext(), { deliveryDate: inDays(40) }, null),
    },
  ],
];
it.each(REVISIONS)('a change of a hold is refused and the hold stays: %s', async (guard, revision) => {
  await addUnits(revision.units);
  await open(makeQuietContext(), { rentalType: '1-day' });
  const before = await heldDays();
  const seen = await violate(guard, (ctx) => open(ctx, revision.change), revision.other);
  expect(seen).toEqual({ failed: [guard], outcome: revision.outcome, entries: [] });
  expect(await heldDays()).toEqual(before);
  expect(await rows('SELECT revision FROM checkout_revisions WHERE revision > 1')).toEqual([]);
});

it('a paid checkout becomes its booking once', async () => {
  await addUnits(1);
  const { clientSecret } = await open(makeQuietContext());
  await pay(clientSecret);
  const apply = async (ctx: Context) =>
    applyDeposit(ctx, await ctx.stripe.retrieveIntent(intentIdOf(clientSecret)));
  const seen = await violate('unpaid', apply, () => apply(makeQuietContext()));
  expect(seen).toEqual({ failed: ['unpaid'], outcome: 'ok', entries: [] });
  expect(await rows('SELECT booking_id IS NOT NULL AS is_booked FROM transactions')).toEqual([
    { is_booked: 1 },
  ]);
  expect(await rows('SELECT id FROM bookings')).toHaveLength(1);
});
