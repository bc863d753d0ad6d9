import { expect, it } from 'vitest';
import { makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { proposedPrice } from './final-price.ts';
import { quote } from './quote.ts';
import type { RateCard } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';

const ticket = (weight: number, feeAmount: number, voidedAt: string | null = null) => ({
  weight,
  feeAmount,
  voidedAt,
});
const key = { rentalOption: '7-day', dumpsterSize: '15-yard', material: 'mixed' };
const place = { zone: null, zip: '12207', state: 'NY', placementType: 'private' as const };

function rentalOf(card: RateCard) {
  const agreed = quote(card, { ...key, ...place, extraDays: 0, items: [] });
  return { ...key, ...place, depositAmount: agreed.dueNow, quote: agreed };
}
const withRate = (changes: Parameters<typeof makeRate>[0]): RateCard => ({
  ...FIRST_RATE_CARD,
  rates: [makeRate({ ...key, ...changes })],
});

it('a rental without a price costs its deposit and the dump fees; voided tickets do not count', () => {
  const rental = rentalOf(FIRST_RATE_CARD);
  const tickets = [ticket(2400, 8000), ticket(1, 1), ticket(9000, 99_900, '2026-11-21T18:00:00.000Z')];
  expect(proposedPrice(FIRST_RATE_CARD, rental, tickets)?.total).toBe(50_501);
  expect(proposedPrice(FIRST_RATE_CARD, { ...rental, quote: null }, tickets)).toEqual({
    lines: [
      { type: 'rental', label: 'Deposit', quantity: 1, unitAmount: 42_500, amount: 42_500, isTaxable: false },
      { type: 'fees', label: 'Dump fees', quantity: 1, unitAmount: 8001, amount: 8001, isTaxable: false },
    ],
    total: 50_501,
  });
});

it('without a ticket that counts, no price is proposed', () => {
  const rental = rentalOf(FIRST_RATE_CARD);
  expect(proposedPrice(FIRST_RATE_CARD, rental, [])).toBeNull();
  expect(proposedPrice(FIRST_RATE_CARD, rental, [ticket(1, 1, '2026-11-21T18:00:00.000Z')])).toBeNull();
});

it("a price with an allowance bills the extra weight with its tax, and not the tickets' fees", () => {
  const taxed = {
    ...withRate({
      price: 60_000,
      deposit: 10_000,
      includedWeight: 4000,
      overagePerTon: 8000,
      overageUnit: 'half',
    }),
    taxRules: [makeTaxRule({ rateMillionths: 80_000, appliesTo: ['rental', 'overage'] })],
  };
  const proposal = proposedPrice(taxed, rentalOf(taxed), [ticket(5940, 12_345)]);
  expect(proposal?.lines.map(({ type, amount }) => [type, amount])).toEqual([
    ['rental', 60_000],
    ['overage', 8000],
    ['tax', 5440],
  ]);
  expect(proposal?.total).toBe(73_440);
});

it('a price without a price per extra ton bills the fees', () => {
  const card = withRate({ price: 60_000, deposit: 10_000, includedWeight: null, overagePerTon: null });
  expect(proposedPrice(card, rentalOf(card), [ticket(5940, 12_345)])?.total).toBe(72_345);
});
