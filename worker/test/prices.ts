import { expect } from 'vitest';
import type { BookingData } from '#contract/checkout.ts';
import type { Quote, QuoteLine } from '#domain/catalog/quote.ts';
import type { Rate, RateCard } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import type { AppError } from '#domain/shared/errors.ts';
import { makeItem, makeRate, makeTaxRule, makeZone } from '#domain/test/rate-cards.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { applyDeposit } from '#worker/checkout/tasks.ts';
import { publishCard } from './catalog.ts';
import { catchAppError, ip, KEY } from './checkouts.ts';
import { intentIdOf, makeBookingData, makeTestContext, pay, rows } from './world.ts';

const [mixed] = FIRST_RATE_CARD.materials;
if (!mixed) throw new Error('The first rate card has no material');
const concrete = { ...mixed, id: 'concrete', name: 'Concrete', sizes: ['10-yard', '15-yard'] };

/** $475 or $600 for a week, $100 now; a zone with a surcharge, a permit for the street, 8 % tax in New York. */
export const FIRM: Partial<RateCard> = {
  materials: [mixed, concrete],
  rates: [makeRate(), makeRate({ material: 'concrete', price: 60_000 })],
  chargeItems: [makeItem({ id: 'permit', name: 'Street permit', unitPrice: 8_000, isTaxable: false })],
  area: {
    mode: 'listed',
    zones: [
      makeZone({ id: 'near', name: 'Albany', surcharge: 0 }),
      makeZone({
        id: 'far',
        name: 'Troy',
        surcharge: 5_000,
        streetRule: { permitBy: 'business', leadDays: 0, feeItem: 'permit', text: '' },
      }),
    ],
  },
  taxRules: [makeTaxRule()],
};
const ZIPS = { near: ['12207'], far: ['12180-12183'] };

export const publishFirm = (changes: Partial<RateCard> = {}) =>
  publishCard({ ...FIRM, ...changes }, { zoneZips: ZIPS });

/** A customer with one key whose page sends what it was shown. */
export function makeCustomer(details: Parameters<typeof makeBookingData>[0] = {}) {
  const world = makeTestContext();
  const { ctx } = world;
  let data = makeBookingData(details);
  const open = (changes: Partial<BookingData> = {}) => {
    data = { ...data, ...changes };
    return openCheckout(ctx, { data, key: KEY, ip });
  };
  /** Pays the intent; the webhook makes the booking. */
  const payFor = async ({ clientSecret }: { clientSecret: string }) => {
    await pay(clientSecret);
    await applyDeposit(ctx, await ctx.stripe.retrieveIntent(intentIdOf(clientSecret)));
    const [booking] = await rows('SELECT * FROM bookings');
    return booking as Record<string, unknown>;
  };
  return { ...world, open, payFor, ask: (changes?: Partial<BookingData>) => catchAppError(open(changes)) };
}

export type PriceChange = Quote & { rateCardId: number; quoteHash: string; rate: Rate };

/** The price with which a call was refused. */
export async function priceChange(call: Promise<AppError>): Promise<PriceChange> {
  const { code, extras } = await call;
  expect(code).toBe('price_changed');
  return extras.body as PriceChange;
}

export const textsOf = (lines: readonly QuoteLine[]) =>
  lines.map(({ label, amount }) => `${label} ${amount}`);

/** The current revision of the only checkout that has not expired. */
export async function findRevision() {
  const [row] = await rows(`
    SELECT r.*, c.rate_card_id, c.utm FROM checkouts c
    JOIN checkout_revisions r ON r.checkout_id = c.id AND r.revision = c.current_revision WHERE c.state <> 'expired'`);
  return row as Record<string, unknown>;
}
