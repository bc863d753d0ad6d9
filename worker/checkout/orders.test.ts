import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import {
  catchAppError,
  countAnswers,
  findRefusal,
  getStripeIntent,
  holdRequest,
  ip,
  KEY,
} from '#worker/test/checkouts.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import {
  addUnits,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOverWithoutOfficeEmails,
} from '#worker/test/world.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';
import { applyDeposit, syncOpenCheckouts } from './tasks.ts';

const DEPOSIT = 42_500;
const forced = { isForced: true };
beforeEach(startOverWithoutOfficeEmails);

type World = ReturnType<typeof makeTestContext>;

/** The same customer in every call. */
const CONTACT = { lastName: 'Stone', email: 'ada@example.com', phone: '(518) 555-0142' };

const order = ({ ctx }: World, quantity: number, key = KEY) =>
  openCheckout(ctx, { data: makeBookingData({ ...CONTACT, quantity }), key, ip });

const held = () =>
  rows(
    `SELECT count(*) AS units, count(DISTINCT dumpster_id) AS others, (SELECT count(*) FROM jobs WHERE checkout_id IS NOT NULL) AS moves
     FROM dumpster_schedule WHERE checkout_id IS NOT NULL`,
  );
const NOTHING_HELD = [{ units: 0, others: 0, moves: 0 }];

const bookings = () =>
  rows(
    `SELECT b.deposit_amount, b.paid_amount, b.status, b.needs_attention, t.id = b.stripe_payment_intent_id AS is_own_share,
       (SELECT count(*) FROM dumpster_schedule WHERE booking_id = b.id) AS units,
       (SELECT count(*) FROM jobs WHERE booking_id = b.id) AS moves
     FROM bookings b JOIN transactions t ON t.booking_id = b.id ORDER BY b.id`,
  );
const BOOKED = {
  deposit_amount: DEPOSIT,
  paid_amount: DEPOSIT,
  status: 'pending',
  needs_attention: null,
  is_own_share: 1,
  units: 1,
  moves: 2,
};

it('an order of three holds three units with their truck moves and one payment for all', async () => {
  const world = makeTestContext();
  await addUnits(3);
  const { clientSecret } = await order(world, 3);
  expect(await held()).toEqual([{ units: 3, others: 3, moves: 6 }]);
  expect(await getStripeIntent(clientSecret)).toMatchObject({
    amount: 3 * DEPOSIT,
    metadata: { quantity: '3', revision: '1' },
    description: expect.stringMatching(/^3 x /),
  });
  expect((await order(world, 3)).clientSecret).toBe(clientSecret);
  expect(await rows('SELECT count(*) AS n FROM checkout_revisions')).toEqual([{ n: 1 }]);
});

it('a call without a quantity books one, with the intent as before', async () => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(CONTACT), key: KEY, ip });
  const intent = await getStripeIntent(clientSecret);
  expect([intent.amount, 'quantity' in intent.metadata]).toEqual([DEPOSIT, false]);
  expect(await held()).toEqual([{ units: 1, others: 1, moves: 2 }]);
  const one = await openCheckout(ctx, { data: makeBookingData({ ...CONTACT, quantity: 1 }), key: KEY, ip });
  expect(one.clientSecret).toBe(clientSecret);
});

it('a paid order becomes a booking for each dumpster, once for webhook, status call and cron at the same time', async () => {
  const world = makeTestContext({ pauseMs: 5 });
  const { ctx } = world;
  await addUnits(3);
  const { clientSecret } = await order(world, 3);
  await pay(clientSecret);
  const paymentIntent = intentIdOf(clientSecret);
  const byWebhook = async () => applyDeposit(ctx, await ctx.stripe.retrieveIntent(paymentIntent));
  await Promise.all(
    Array.from({ length: 3 }, () => [
      byWebhook(),
      bookingStatus(ctx, { paymentIntent, clientSecret }),
      syncOpenCheckouts(ctx, forced),
    ]).flat(),
  );
  await byWebhook();
  expect(await bookings()).toEqual([BOOKED, BOOKED, BOOKED]);
  expect(await rows('SELECT sum(amount) AS paid, count(*) AS n FROM transactions')).toEqual([
    { paid: 3 * DEPOSIT, n: 3 },
  ]);
  expect(await rows('SELECT count(DISTINCT dumpster_id) AS n FROM dumpster_schedule')).toEqual([{ n: 3 }]);
  const ids = (await rows<{ id: number }>('SELECT id FROM bookings ORDER BY id')).map(({ id }) => id);
  const status = await bookingStatus(ctx, { paymentIntent, clientSecret, withReceipt: true });
  expect(status).toMatchObject({ booking: { id: ids[0] }, orderNumbers: ids, hasUnit: true });
  expect((await catchAppError(order(world, 3))).extras.body).toMatchObject({ orderNumbers: ids });
  await expectExactSummaries({ pieces: [], beginnings: [] });
});

it('one e-mail has all numbers, the sums of all and a calendar file for each dumpster', async () => {
  const world = makeTestContext();
  world.ctx.send = () => Promise.resolve();
  await addUnits(2);
  const { clientSecret } = await order(world, 2);
  await pay(clientSecret);
  await syncOpenCheckouts(world.ctx, forced);
  await processPendingRows(world.ctx, { includeRecent: true });
  const [one, two] = (await rows<{ id: number }>('SELECT id FROM bookings ORDER BY id')).map(({ id }) => id);
  expect(world.mails).toHaveLength(1);
  const [mail] = world.mails;
  expect(mail?.subject).toBe(`Bookings #${one} and #${two} at Ironwood Dumpsters: your deposit is paid`);
  expect(mail?.text).toContain(`Bookings: #${one} and #${two}\nDumpsters: 2 x 15-Yard\n`);
  expect(mail?.text).toContain('Deposit paid: $850.00');
  expect(mail?.text).toContain(`and name bookings #${one} and #${two}.`);
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
    `booking-${one}.ics`,
    `booking-${two}.ics`,
  ]);
});

it('too many dumpsters are refused as a whole, with how many are left', async () => {
  const world = makeTestContext();
  await addUnits(2);
  const refusal = await catchAppError(order(world, 3));
  expect([refusal.code, refusal.message, refusal.extras.body]).toEqual([
    'sold_out',
    'We have only 2 of our 15-Yard dumpsters left for these days. Please choose fewer dumpsters or another delivery day.',
    { reason: 'sold_out', left: 2 },
  ]);
  expect(await held()).toEqual(NOTHING_HELD);
  expect(await rows('SELECT * FROM checkouts')).toEqual([]);
});

it('of concurrent orders, only as many hold units as there are units for whole orders', async () => {
  const world = makeTestContext({ pauseMs: 5 });
  await addUnits(5);
  const requests = Array.from({ length: 10 }, (_, n) =>
    holdRequest(n, { quantity: 2, email: `n${n}@example.com`, phone: `555010${1000 + n}` }),
  );
  expect(await countAnswers(world, requests)).toEqual({ ok: 2, sold_out: 8 });
  expect(await held()).toEqual([{ units: 4, others: 4, moves: 8 }]);
});

it('a changed quantity is a revision: more units, then fewer, and the payment follows', async () => {
  const world = makeTestContext();
  await addUnits(3);
  const { clientSecret } = await order(world, 1);
  await order(world, 3);
  expect(await held()).toEqual([{ units: 3, others: 3, moves: 6 }]);
  expect((await getStripeIntent(clientSecret)).amount).toBe(3 * DEPOSIT);
  expect((await catchAppError(order(world, 4))).code).toBe('sold_out');
  expect(await held()).toEqual([{ units: 3, others: 3, moves: 6 }]);
  await order(world, 1);
  expect((await getStripeIntent(clientSecret)).metadata.quantity || null).toBeNull();
  await order(world, 2);
  expect(await held()).toEqual([{ units: 2, others: 2, moves: 4 }]);
  expect((await getStripeIntent(clientSecret)).metadata.quantity).toBe('2');
  await pay(clientSecret);
  await syncOpenCheckouts(world.ctx, forced);
  expect(await bookings()).toEqual([BOOKED, BOOKED]);
  expect(await held()).toEqual(NOTHING_HELD);
});

it('the dumpsters of an order count against the limit of unfinished bookings, also when they are added later', async () => {
  const world = makeTestContext();
  await addUnits(9);
  const second = '1d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a11';
  await order(world, 5);
  const other = (quantity: number) => order(world, quantity, second);
  expect((await catchAppError(other(1))).code).toBe('too_many');
  await order(world, 1);
  await other(1);
  expect((await catchAppError(other(2))).code).toBe('too_many');
  expect(await held()).toEqual([{ units: 2, others: 2, moves: 4 }]);
});

it('an order that ends unpaid releases all its units and moves', async () => {
  const world = makeTestContext();
  await addUnits(3);
  await order(world, 3);
  world.passMinutes(31);
  await syncOpenCheckouts(world.ctx, forced);
  expect(await held()).toEqual(NOTHING_HELD);
});

it('a paid order whose units are gone still becomes all its bookings, flagged', async () => {
  const world = makeTestContext();
  await addUnits(3);
  const { clientSecret } = await order(world, 3);
  await rows('DELETE FROM dumpster_schedule');
  await rows('UPDATE dumpsters SET is_available = 0 WHERE id <> (SELECT min(id) FROM dumpsters)');
  await pay(clientSecret);
  await syncOpenCheckouts(world.ctx, forced);
  const flagged = { ...BOOKED, needs_attention: 'no_unit', units: 0 };
  expect(await bookings()).toEqual([BOOKED, flagged, flagged]);
});

it('a payment of another amount is divided without losing a cent, and all bookings are flagged', async () => {
  const world = makeTestContext();
  await addUnits(3);
  const { clientSecret } = await order(world, 3);
  await rows('UPDATE checkout_revisions SET amount = amount + 1');
  await pay(clientSecret);
  const intent = await world.ctx.stripe.retrieveIntent(intentIdOf(clientSecret));
  await applyDeposit(world.ctx, { ...intent, amount_received: 100_000 });
  expect(await rows('SELECT paid_amount AS paid, needs_attention AS flag FROM bookings ORDER BY id')).toEqual(
    [33_334, 33_333, 33_333].map((paid) => ({ paid, flag: 'payment_mismatch' })),
  );
});

it('the database refuses a part of an order, an impossible quantity and two dumpsters on one unit', async () => {
  const world = makeTestContext();
  await addUnits(2);
  await order(world, 2);
  await insertRow('bookings', 1, { stripe_payment_intent_id: 'pi_part' });
  await expect(
    rows("UPDATE checkouts SET state = 'paid', booking_id = 1, stripe_payment_intent_id = 'pi_part'"),
  ).rejects.toThrow('order_incomplete');
  await expect(rows('UPDATE checkout_revisions SET quantity = 1')).rejects.toThrow('quantity_is_fixed');
  await expect(
    rows('UPDATE dumpster_schedule SET dumpster_id = (SELECT min(id) FROM dumpsters)'),
  ).rejects.toThrow('dumpster_overlap');
  await expect(
    rows(`INSERT INTO checkout_revisions (checkout_id, revision, fingerprint, first_name, last_name, email, phone, address,
        city, state, zip, rental_type, dumpster_type, delivery_date, notes, end_date, pickup_day, material_id, amount, created_at, quantity)
      SELECT checkout_id, 9, fingerprint, first_name, last_name, email, phone, address, city, state, zip, rental_type,
        dumpster_type, delivery_date, notes, end_date, pickup_day, material_id, amount, created_at, 6 FROM checkout_revisions`),
  ).rejects.toThrow('quantity_out_of_range');
});

describe('with a limit of truck moves a day', () => {
  const withMoves = async (maxTruckMovesPerDay: number) => {
    await addUnits(6);
    await publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay } });
    return makeTestContext();
  };
  const refusalOf = async (world: World, quantity: number, rentalType: string) => {
    const data = makeBookingData({ ...CONTACT, quantity, rentalType });
    const { code, extras } = await catchAppError(openCheckout(world.ctx, { data, key: KEY, ip }));
    return [code, extras.body];
  };

  it('an order takes the moves of all its dumpsters', async () => {
    const world = await withMoves(10);
    await order(world, 5);
    expect(await held()).toEqual([{ units: 5, others: 5, moves: 10 }]);
    const refusal = await findRefusal(world, holdRequest(1, { rentalType: '7-day', quantity: 2 }));
    expect(refusal?.extras.body).toEqual({ reason: 'sold_out', left: 1 });
  });

  it('more than the day has left is refused, with how many fit', async () => {
    const world = await withMoves(4);
    expect(await refusalOf(world, 5, '7-day')).toEqual(['sold_out', { reason: 'full', left: 3 }]);
    expect(await held()).toEqual(NOTHING_HELD);
  });

  it('more than the share of unpaid holds is refused with how many fit, because waiting does not help', async () => {
    const world = await withMoves(10);
    expect(await refusalOf(world, 5, '1-day')).toEqual(['sold_out', { reason: 'sold_out', left: 3 }]);
    expect(await held()).toEqual(NOTHING_HELD);
  });
});
