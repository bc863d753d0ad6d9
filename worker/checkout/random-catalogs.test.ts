import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BookingData } from '#contract/checkout.ts';
import type { CardContent } from '#domain/catalog/differences.ts';
import { offeredRates, type RateKey } from '#domain/catalog/entries.ts';
import { type Quote, quote } from '#domain/catalog/quote.ts';
import { quoteHash } from '#domain/catalog/quote-hash.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { weekdayOf } from '#domain/shared/days.ts';
import { AppError, type ErrorCode } from '#domain/shared/errors.ts';
import { arbitraryCatalog } from '#domain/test/arbitrary-card.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { getStripeIntent, ip } from '#worker/test/checkouts.ts';
import type { PriceChange } from '#worker/test/prices.ts';
import {
  addUnits,
  inDays,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';
import { openCheckout } from './open.ts';
import { applyDeposit } from './tasks.ts';

/** Enough units of a size for a hold of a year (domain/rental/hold.ts). */
const UNITS = 12;

const SHARED = { rentalOption: '7-day', dumpsterSize: '15-yard', material: 'mixed' } as const;

const DELIVERY_DAY = inDays(1);

/** Random catalogs that all offer one rental on one day, so that its price changes; all else comes and goes. */
const catalog = arbitraryCatalog().map(({ card, zoneZips }): CardContent => {
  const [first] = card.rates;
  if (!first) throw new Error('The catalog has no rate');
  const isShared = (rate: RateKey) =>
    rate.rentalOption === SHARED.rentalOption &&
    rate.dumpsterSize === SHARED.dumpsterSize &&
    rate.material === SHARED.material;
  return {
    card: {
      ...card,
      rentalOptions: withEntry(FIRST_RATE_CARD.rentalOptions, card.rentalOptions, SHARED.rentalOption),
      dumpsterSizes: withEntry(FIRST_RATE_CARD.dumpsterSizes, card.dumpsterSizes, SHARED.dumpsterSize),
      materials: withEntry(FIRST_RATE_CARD.materials, card.materials, SHARED.material),
      calendar: {
        ...card.calendar,
        deliveryWeekdays: [...new Set([...card.calendar.deliveryWeekdays, weekdayOf(DELIVERY_DAY)])],
        leadDays: 0,
        sameDayCutoff: null,
        maxTruckMovesPerDay: null,
      },
      rates: [{ ...first, ...SHARED }, ...card.rates.filter((rate) => !isShared(rate))],
    },
    zoneZips,
  };
});

function withEntry<E extends { id: string }>(from: readonly E[], entries: readonly E[], id: string): E[] {
  return [...from.filter((entry) => entry.id === id), ...entries.filter((entry) => entry.id !== id)];
}

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), index: fc.nat(), zip: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 21, 31) }),
  },
);
/** A catalog is published before most of the steps. */
const step = fc.record({ publication: fc.option(catalog, { freq: 3 }), action });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type ShownPrice = Pick<Quote, 'lines' | 'dueNow' | 'total'> & { rateCardId: number; quoteHash: string };
type Customer = {
  key: string;
  data: BookingData;
  shown: ShownPrice;
  /** Set once the server has accepted the price that is shown. */
  clientSecret: string | null;
};

const counts = { asked: 0, accepted: 0, paid: 0 };

/** One customer after another books on the page while the catalog changes. */
async function play(first: CardContent, steps: readonly Step[]) {
  await startOver();
  const world = makeTestContext();
  await publish(first);
  let customer = await arrive(world, { index: 0, zip: 0 });
  for (const { publication, action: one } of steps) {
    if (publication) await publish(publication);
    switch (one.do) {
      case 'choose': {
        const { data, shown } = await arrive(world, one);
        const details = { ...customer.data, ...rentalOf(data) };
        customer = { ...customer, data: details, shown, clientSecret: null };
        break;
      }
      case 'open':
        await open(world, customer);
        break;
      case 'wait':
        world.passMinutes(one.minutes);
        break;
      case 'pay':
        // A price that changed is accepted by the second call: nothing is published in between.
        if (!customer.clientSecret) await open(world, customer);
        if (!customer.clientSecret && (await open(world, customer)) === 'price_changed') {
          throw new Error('A price that was just shown was not accepted');
        }
        if (!customer.clientSecret) break;
        await payShownPrice(world, customer, customer.clientSecret);
        customer = await arrive(world, { index: 0, zip: 0 });
    }
  }
}

async function publish({ card, zoneZips }: CardContent) {
  await publishCard(card, { zoneZips });
  const stocked = await rows<{ type: string }>('SELECT DISTINCT dumpster_type AS type FROM dumpsters');
  for (const { id } of card.dumpsterSizes) {
    if (!stocked.some(({ type }) => type === id)) await addUnits(UNITS, id);
  }
}

/** What the page shows of the published catalog for one of the offered rates. */
async function arrive({ ctx }: World, pick: { index: number; zip: number }): Promise<Customer> {
  const { id, card, zoneZips } = await getPublishedCard(ctx);
  const rates = offeredRates(card);
  // The first rate is the shared one.
  const rate = rates[pick.index % 3 === 0 ? pick.index % rates.length : 0];
  if (!rate) throw new Error('The catalog offers nothing');
  const listed = Object.values(zoneZips).flat();
  const zip = listed[pick.zip % (listed.length + 1)]?.slice(0, 5) ?? '12207';
  const placementType = pick.index % 4 === 1 ? 'street' : 'private';
  const zone = findZone(zoneZips, zip);
  const price = quote(card, { ...rate, zone, zip, state: 'NY', placementType, extraDays: 0, items: [] });
  const rental = { rentalType: rate.rentalOption, dumpsterType: rate.dumpsterSize, material: rate.material };
  const data = { ...makeBookingData(), ...rental, zip, placementType, deliveryDate: DELIVERY_DAY } as const;
  const shown = { ...price, rateCardId: id, quoteHash: await quoteHash(id, price) };
  return { key: crypto.randomUUID(), data, shown, clientSecret: null };
}

function rentalOf({ rentalType, dumpsterType, material, zip, placementType }: BookingData) {
  return { rentalType, dumpsterType, material, zip, placementType };
}

/** Asks for the payment of the price that is shown. A price that has changed is shown, and accepted with the next call. */
async function open({ ctx }: World, customer: Customer): Promise<'accepted' | ErrorCode> {
  const { data, shown, key } = customer;
  const { rateCardId, quoteHash: hash } = shown;
  customer.clientSecret = null;
  try {
    const order = { ...data, rateCardId, quoteHash: hash };
    customer.clientSecret = (await openCheckout(ctx, { data: order, key, ip })).clientSecret;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'price_changed') return error.code;
    const change = error.extras.body as PriceChange;
    expect(change.quoteHash).not.toBe(hash);
    customer.shown = change;
    counts.asked += 1;
    return error.code;
  }
  counts.accepted += 1;
  const [revision] = await rows<{ quote: string; card: number }>(
    `SELECT r.quote, c.rate_card_id AS card FROM checkouts c
     JOIN checkout_revisions r ON r.checkout_id = c.id AND r.revision = c.current_revision
     WHERE c.stripe_payment_intent_id = ?`,
    intentIdOf(customer.clientSecret),
  );
  expect((JSON.parse(revision?.quote ?? '') as Quote).lines).toEqual(shown.lines);
  expect(revision?.card).toBe(rateCardId);
  expect((await getStripeIntent(customer.clientSecret)).amount).toBe(shown.dueNow);
  return 'accepted';
}

/** The customer pays exactly the lines last shown, or nothing because the hold has ended. */
async function payShownPrice({ ctx }: World, { shown }: Customer, clientSecret: string) {
  const paid = await pay(clientSecret);
  if (paid.status !== 'succeeded') return;
  await applyDeposit(ctx, await ctx.stripe.retrieveIntent(intentIdOf(clientSecret)));
  const [booking] = await rows(
    'SELECT * FROM bookings WHERE stripe_payment_intent_id = ?',
    intentIdOf(clientSecret),
  );
  const { lines, total } = JSON.parse(String(booking?.quote)) as Quote;
  const isFull = total === shown.dueNow && !lines[0]?.label.endsWith('(deposit only)');
  expect({ ...booking, lines }).toMatchObject({
    lines: shown.lines,
    rate_card_id: shown.rateCardId,
    deposit_amount: shown.dueNow,
    final_price: isFull ? total : null,
    payment_status: isFull ? 'fully_paid' : 'deposit_paid',
    needs_attention: null,
  });
  counts.paid += 1;
}

type World = ReturnType<typeof makeTestContext>;

it('a customer pays exactly the price lines last shown, or is asked again, with any catalogs', async () => {
  await fc.assert(fc.asyncProperty(catalog, fc.array(step, runLength(8, { sample: 14, long: 30 })), play), {
    ...randomRuns({ sample: 6, long: 500 }),
    endOnFailure: true,
  });
  expect(Math.min(counts.asked, counts.accepted, counts.paid)).toBeGreaterThan(0);
});
