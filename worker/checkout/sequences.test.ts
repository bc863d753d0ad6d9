import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_RENTAL_TYPES } from '#domain/catalog/first-card.ts';
import { stripeIdOf } from '#domain/money/shares.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import {
  addUnits,
  control,
  inDays,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  stripeState,
} from '#worker/test/world.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';
import { applyDeposit, syncOpenCheckouts } from './tasks.ts';

const CUSTOMERS = 3;
const CARDS = ['4242424242424242', '4000000000000002', '4000002500003155'];

const customer = fc.nat(CUSTOMERS - 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      customer,
      day: fc.nat(8),
      rentalType: fc.constantFrom(...FIRST_RENTAL_TYPES),
      continueHold: fc.boolean(),
      quantity: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), customer, card: fc.constantFrom(...CARDS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('authenticate' as const),
      customer,
      result: fc.constantFrom('succeed', 'fail'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 12, 20, 31) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cron' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('webhook' as const), customer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('status' as const), customer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit Stripe' as const),
      path: fc.constantFrom('/v1/payment_intents', '/v1/payment_intents/'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One random run with a fleet of three: three customers, two of them on one device, book, change, pay and wait. */
async function play(steps: readonly Step[]) {
  await startOver();
  await addUnits(3);
  const { ctx, passMinutes } = makeTestContext();
  const orders = Array.from({ length: CUSTOMERS }, () => makeBookingData());
  const keys = orders.map(() => crypto.randomUUID());
  const secrets: (string | null)[] = orders.map(() => null);

  const take = async (one: Step) => {
    switch (one.do) {
      case 'book': {
        const { rentalType, continueHold, quantity } = one;
        const deviceId = one.customer < 2 ? 'shared-device' : 'another-device';
        const rental = { deliveryDate: inDays(one.day), rentalType, quantity };
        const data = { ...orders[one.customer]!, ...rental, deviceId, continueHold };
        const ip = `203.0.113.${one.customer}`;
        secrets[one.customer] = (
          await openCheckout(ctx, { data, key: keys[one.customer]!, ip })
        ).clientSecret;
        return;
      }
      case 'wait':
        return passMinutes(one.minutes);
      case 'cron':
        return syncOpenCheckouts(ctx, { isForced: false });
      case 'limit Stripe':
        return control('fail-next', { path: one.path, status: 429, when: 'before', times: 1 });
    }
    const clientSecret = secrets[one.customer];
    if (!clientSecret) return;
    const paymentIntent = intentIdOf(clientSecret);
    switch (one.do) {
      case 'pay':
        return pay(clientSecret, one.card);
      case 'authenticate':
        return control('3ds', { paymentIntent, result: one.result }).catch(() => null);
      case 'webhook':
        return applyDeposit(ctx, await ctx.stripe.retrieveIntent(paymentIntent));
      case 'status':
        return bookingStatus(ctx, { paymentIntent, clientSecret });
    }
  };

  for (const one of steps) {
    try {
      await take(one);
    } catch (error) {
      const isForeseen = error instanceof AppError || (error as Error).name === 'ProviderError';
      if (!isForeseen) throw error;
    }
    await expectNoUnitTwice();
    await expectWholeHolds();
  }
  await control('reset');
  await syncOpenCheckouts(ctx, { isForced: true });
}

async function expectNoUnitTwice() {
  const twice = await rows(`
    SELECT a.id, b.id FROM dumpster_schedule a JOIN dumpster_schedule b
    ON a.dumpster_id = b.dumpster_id AND a.id < b.id AND a.start_date <= b.end_date AND b.start_date <= a.end_date
    WHERE a.checkout_id IS NULL OR b.checkout_id IS NULL OR a.checkout_id <> b.checkout_id OR a.revision = b.revision`);
  expect(twice).toEqual([]);
}

/** A revision holds the units and truck moves of all its dumpsters, or nothing. */
async function expectWholeHolds() {
  const partial = await rows(`
    SELECT * FROM (
      SELECT checkout_id, revision, quantity,
        (SELECT count(*) FROM dumpster_schedule s WHERE s.checkout_id = r.checkout_id AND s.revision = r.revision) AS units,
        (SELECT count(*) FROM jobs j WHERE j.checkout_id = r.checkout_id AND j.revision = r.revision) AS moves
      FROM checkout_revisions r)
    WHERE units NOT IN (0, quantity) OR moves <> 2 * units`);
  expect(partial).toEqual([]);
}

it('keeps payments, bookings and units consistent after any sequence of events', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(4, { sample: 14, long: 20 })), async (steps) => {
      await play(steps);
      const { payment_intents } = await stripeState();
      const paid = payment_intents.filter((one) => one.status === 'succeeded' && !seen.has(one.id));
      for (const one of payment_intents) seen.add(one.id);
      const booked = await rows<{ intent: string; amount: number; days: number; flag: string | null }>(`
        SELECT stripe_payment_intent_id AS intent, deposit_amount AS amount, needs_attention AS flag,
          (SELECT count(*) FROM dumpster_schedule s WHERE s.booking_id = bookings.id) AS days
        FROM bookings ORDER BY 1`);
      const intents = [...new Set(booked.map((one) => stripeIdOf(one.intent)))];
      expect(intents).toEqual(paid.map((one) => one.id).sort());
      for (const { id, amount, metadata } of paid) {
        const order = booked.filter((one) => stripeIdOf(one.intent) === id);
        expect(order).toHaveLength(Number(metadata.quantity || 1));
        expect(order.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
      }
      for (const booking of booked) {
        expect(booking.days === 1 || booking.flag !== null).toBe(true);
      }
      const ledger = await rows("SELECT id FROM transactions WHERE status = 'succeeded' ORDER BY 1");
      expect(ledger.map((row) => row.id)).toEqual(booked.map((one) => one.intent));
    }),
    { ...randomRuns({ sample: 15, long: 2000 }), endOnFailure: true },
  );
});
