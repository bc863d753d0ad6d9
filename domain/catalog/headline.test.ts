import { describe, expect, it } from 'vitest';
import { makeCard, makeItem, makeRate, makeTaxRule, makeZone } from '#domain/test/rate-cards.ts';
import { billWith, headlineOf, startingPrice } from './headline.ts';
import { itemFacts, rateFacts } from './price-texts.ts';
import { type QuoteInput, quote } from './quote.ts';
import type { Rate } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';

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

const other = (fields: Partial<Rate>) => makeRate({ dumpsterSize: '20-yard', ...fields });

describe('step 1 shows', () => {
  it.each([
    [
      'a deposit that is the same for all sizes',
      FIRST_RATE_CARD,
      { type: 'deposit', amount: 42_500, isFrom: false },
    ],
    [
      'the lowest of different deposits',
      makeCard({ rates: [makeRate({ price: null }), other({ price: null, deposit: 9_000 })] }),
      { type: 'deposit', amount: 9_000, isFrom: true },
    ],
    [
      'the lowest price, with the deposit due today',
      makeCard({ rates: [makeRate(), other({ price: 52_500 })] }),
      { type: 'price', amount: 47_500, isFrom: true, dueToday: { amount: 10_000, isFrom: false } },
    ],
    [
      'one amount when the price is paid at once',
      makeCard({ rates: [makeRate({ deposit: 47_500 })] }),
      { type: 'price', amount: 47_500, isFrom: false, dueToday: null },
    ],
    [
      'the deposit due today when tax is added to the price',
      makeCard({ rates: [makeRate({ deposit: 47_500 })], taxRules: [makeTaxRule()] }),
      { type: 'price', dueToday: { amount: 47_500, isFrom: false }, isTaxExtra: true },
    ],
    [
      'the deposit when only some sizes have a price',
      makeCard({ rates: [makeRate(), other({ price: null, deposit: 42_500 })] }),
      { type: 'deposit', amount: 10_000, isFrom: true, dueToday: null },
    ],
  ] as const)('%s', (_, card, expected) => {
    expect(startingPrice(card, '7-day')).toMatchObject(expected);
  });

  it('nothing for a rental that is not offered', () => {
    expect(startingPrice(makeCard(), '1-day')).toBeNull();
  });
});

it.each([
  [
    'the deposit of a deposit-only rate',
    makeRate({ price: null }),
    { label: 'Deposit', amount: 10_000, dueToday: null },
  ],
  [
    'the price that is paid now',
    makeRate({ deposit: 47_500 }),
    { label: 'Price', amount: 47_500, dueToday: null },
  ],
  ['the total with what is due today', makeRate(), { label: 'Total', amount: 47_500, dueToday: 10_000 }],
])('the headline of a quote is %s', (_, rate, expected) => {
  expect(headlineOf(quote(makeCard({ rates: [rate] }), INPUT))).toEqual(expected);
});

it('a price with a tax has the tax in its headline, and the deposit due today', () => {
  const card = makeCard({ rates: [makeRate({ deposit: 47_500 })], taxRules: [makeTaxRule()] });
  expect(headlineOf(quote(card, INPUT))).toEqual({ label: 'Total', amount: 51_300, dueToday: 47_500 });
});

it('a surcharge does not hide that a rate is deposit-only', () => {
  const area = { mode: 'everywhere' as const, zones: [makeZone()] };
  const card = makeCard({ rates: [makeRate({ price: null })], area });
  expect(headlineOf(quote(card, { ...INPUT, zone: 'north' })).label).toBe('Deposit');
});

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

it('the facts of a rate say what is included and what more costs', () => {
  expect(rateFacts(makeRate())).toEqual([
    { term: 'Included weight', value: '2,000 lb (1.0 ton)' },
    { term: 'Each extra ton', value: '$90, rounded up to the next 0.1 ton' },
    { term: 'Each extra day', value: '$15' },
  ]);
  expect(rateFacts(makeRate({ includedWeight: 1_001, overageUnit: 'pound', extraDay: null }))).toEqual([
    { term: 'Included weight', value: '1,001 lb' },
    { term: 'Each extra ton', value: '$90, billed by the pound' },
    { term: 'Each extra day', value: 'Ask us' },
  ]);
  expect(rateFacts(makeRate({ includedWeight: null, overagePerTon: null }))[0]).toEqual({
    term: 'Dump fees',
    value: 'Added at the end of your rental',
  });
});

it('the items that cost extra have their prices; retired ones are left out', () => {
  const chargeItems = [
    makeItem(),
    makeItem({ name: 'Dry run', unit: 'flat', unitPrice: 12_550 }),
    makeItem({ name: 'Wait', unit: 'minute', unitPrice: 150 }),
    makeItem({ name: 'Far', unit: 'mile', unitPrice: 400 }),
    makeItem({ name: 'Fuel', unit: 'percent', unitPrice: 25_000 }),
    makeItem({ name: 'Old', isActive: false }),
  ];
  expect(itemFacts({ chargeItems }).map(({ term, value }) => `${term}: ${value}`)).toEqual([
    'Mattress: $35 each',
    'Dry run: $125.50',
    'Wait: $1.50 a minute',
    'Far: $4 a mile',
    'Fuel: 2.5% of the rental',
  ]);
});
