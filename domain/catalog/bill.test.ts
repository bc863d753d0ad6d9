import { describe, expect, it } from 'vitest';
import { makeCard, makeItem, makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { billWith, highestBill } from './bill.ts';
import { formatItemPrice } from './price-texts.ts';
import type { QuoteInput } from './quote.ts';
import type { Material, ProjectPreset, Rate } from './rate-card.ts';

const INPUT: QuoteInput = {
  rentalOption: '7-day',
  dumpsterSize: '15-yard',
  material: 'mixed',
  zone: null,
  zip: '12207',
  state: 'NY',
  placementType: 'private',
  extraDays: 0,
  items: [],
};

describe('a bill', () => {
  const extras = { weight: 3_940, extraDays: 2, items: [{ id: 'mattress', quantity: 1 }] };
  const billOf = (fields: Partial<Rate>) =>
    billWith(makeCard({ rates: [makeRate(fields)], chargeItems: [makeItem()] }), INPUT, extras);

  it('is the quote with the weight, the days and the items', () => {
    expect(billOf({})).toMatchObject({
      type: 'price',
      quote: { total: 47_500 + 9_000 + 2 * 1_500 + 3_500, dueNow: 10_000 },
    });
  });

  it.each<[string, Partial<Rate>]>([
    ['dump_fees', { price: null }],
    ['dump_fees', { includedWeight: null, overagePerTon: null }],
    ['extra_weight', { overagePerTon: null }],
    ['extra_days', { extraDay: null }],
  ])('needs the business for %s (%j)', (about, fields) => {
    expect(billOf(fields)).toEqual({ type: 'ask', about });
  });

  it('of a rental that is not offered is an error', () => {
    expect(() => billWith(makeCard({ rates: [] }), INPUT, extras)).toThrow('does not offer');
  });
});

describe('the highest bill', () => {
  const cardWith = (material: Partial<Material>) => {
    const card = makeCard({ taxRules: [makeTaxRule()] });
    return { ...card, materials: card.materials.map((entry) => ({ ...entry, ...material })) };
  };
  // The 15-Yard is 54 inches high.
  it.each<[string | null, number]>([
    [null, 6_000],
    ['to 12 inches below the rim', 4_667],
    ['no higher than 13.5-inch from the top', 4_500],
    ['18" under the rim', 4_000],
    // Not a distance from the rim, so all of it counts.
    ['to the painted line, 40 inches high', 6_000],
    ['60 inches below the rim', 6_000],
  ])('is that of the heaviest load up to the fill line: %s', (fillLine, weight) => {
    const card = cardWith({ densityHigh: 400, fillLine });
    expect(highestBill(card, INPUT)).toEqual({
      weight,
      bill: billWith(card, INPUT, { weight, extraDays: 0, items: [] }),
    });
  });

  it.each<[Partial<ProjectPreset>, number]>([
    [{ weightHigh: 8_000 }, 8_000],
    [{ weightHigh: 8_000, size: null }, 8_000],
    [{ weightHigh: 5_000 }, 6_000],
    [{ weightHigh: 0, volumeHigh: 18 }, 7_200],
    [{ weightHigh: 8_000, size: null, volumeHigh: 16 }, 6_000],
    [{ weightHigh: 8_000, size: '20-yard' }, 6_000],
    // Not offered, so that 'Help me choose' names the smallest size that holds it.
    [{ weightHigh: 8_000, size: '30-yard' }, 8_000],
    [{ weightHigh: 8_000, material: 'concrete' }, 6_000],
    // Proposed for a larger size when that costs less.
    [{ weightHigh: 8_000, size: '10-yard', volumeHigh: 20 }, 8_000],
  ])('covers the heaviest project for its size and material: %j', (fields, weight) => {
    const roof: ProjectPreset = {
      id: 'roof',
      kind: 'project',
      name: 'Roof',
      material: 'mixed',
      size: '15-yard',
      volumeLow: 6,
      volumeHigh: 10,
      weightLow: 5_000,
      weightHigh: 8_000,
    };
    const card = {
      ...cardWith({ densityHigh: 400, fillLine: null }),
      rates: ['10-yard', '15-yard', '20-yard'].map((dumpsterSize) => makeRate({ dumpsterSize })),
      projectPresets: [{ ...roof, ...fields }],
    };
    expect(highestBill(card, INPUT)).toEqual({
      weight,
      bill: billWith(card, INPUT, { weight, extraDays: 0, items: [] }),
    });
  });

  it('is not exceeded by a lighter load', () => {
    const card = cardWith({ densityHigh: 400, fillLine: null });
    const totalOf = (weight: number) => {
      const bill = billWith(card, INPUT, { weight, extraDays: 0, items: [] });
      return bill.type === 'price' ? bill.quote.total : Number.POSITIVE_INFINITY;
    };
    const highest = highestBill(card, INPUT);
    const weights = Array.from({ length: 61 }, (_, step) => step * 100);
    expect(Math.max(...weights.map(totalOf))).toBe(totalOf(highest.weight));
  });
});

it.each([
  [{}, '$35 each'],
  [{ unit: 'flat', unitPrice: 12_550 }, '$125.50'],
  [{ unit: 'minute', unitPrice: 150 }, '$1.50 a minute'],
  [{ unit: 'mile', unitPrice: 400 }, '$4 a mile'],
  [{ unit: 'percent', unitPrice: 25_000 }, '2.5% of the rental'],
] as const)('the price of an item %j is %s', (fields, text) => {
  expect(formatItemPrice(makeItem(fields))).toBe(text);
});
