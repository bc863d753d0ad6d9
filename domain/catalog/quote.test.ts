import { describe, expect, it } from 'vitest';
import { makeCard, makeItem, makeRate, makeTaxRule, makeZone } from '#domain/test/rate-cards.ts';
import { offeredRates } from './entries.ts';
import { overage } from './overage.ts';
import { expectedTotalOf, QuoteError, type QuoteInput, quote } from './quote.ts';
import { quoteHash } from './quote-hash.ts';
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

const amounts = (card = makeCard(), input: Partial<QuoteInput> = {}) =>
  quote(card, { ...INPUT, ...input }).lines.map(({ type, label, quantity, amount }) => [
    type,
    label,
    quantity,
    amount,
  ]);

const reasonOf = (card: ReturnType<typeof makeCard>, input: Partial<QuoteInput>) => {
  try {
    return quote(card, { ...INPUT, ...input });
  } catch (error) {
    return error instanceof QuoteError ? error.reason : error;
  }
};

describe('the expected total', () => {
  it('is the total of a price; a deposit says nothing about it', () => {
    const priced = quote(makeCard(), INPUT);
    expect(expectedTotalOf(priced)).toBe(priced.total);
    expect(expectedTotalOf(quote(FIRST_RATE_CARD, INPUT))).toBeNull();
    expect(expectedTotalOf(null)).toBeNull();
  });
});

describe('a rate with a price', () => {
  it('has the price as its rental line; the deposit is due now, the rest later', () => {
    expect(quote(makeCard(), INPUT)).toEqual({
      lines: [
        {
          type: 'rental',
          label: '7-Day Rental, 15-Yard',
          quantity: 1,
          unitAmount: 47_500,
          amount: 47_500,
          isTaxable: true,
        },
      ],
      total: 47_500,
      dueNow: 10_000,
      dueLater: 37_500,
    });
  });

  it('names the material when the card offers several', () => {
    const base = makeCard();
    const [mixed] = base.materials;
    const concrete = { ...base.materials[0], id: 'concrete', name: 'Concrete', sizes: ['10-yard'] };
    const card = makeCard({
      materials: [mixed, concrete] as typeof base.materials,
      rates: [makeRate(), makeRate({ dumpsterSize: '10-yard', material: 'concrete' })],
    });
    expect(amounts(card)[0]?.[1]).toBe('7-Day Rental, 15-Yard, Mixed household and construction debris');
  });

  it('adds surcharge, street fee, extra days, items, extra weight and tax, in this order', () => {
    const card = makeCard({
      area: {
        mode: 'listed',
        zones: [
          makeZone({
            streetRule: { permitBy: 'business', leadDays: 2, feeItem: 'permit', text: 'A permit' },
          }),
        ],
      },
      chargeItems: [
        makeItem(),
        makeItem({ id: 'permit', name: 'Street permit', unit: 'flat', unitPrice: 6_000, isTaxable: false }),
        makeItem({ id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000 }),
        makeItem({ id: 'far', name: 'Long way', unit: 'mile', unitPrice: 250, isTaxable: false }),
      ],
      taxRules: [makeTaxRule()],
    });
    const input: Partial<QuoteInput> = {
      zone: 'north',
      placementType: 'street',
      extraDays: 3,
      items: [
        { id: 'mattress', quantity: 2 },
        { id: 'fuel', quantity: 7 },
        { id: 'far', quantity: 12 },
      ],
      weights: [3_940, 1_500],
    };
    expect(amounts(card, input)).toEqual([
      ['rental', '7-Day Rental, 15-Yard', 1, 47_500],
      ['zone', 'Delivery to North', 1, 5_000],
      ['street', 'Street permit', 1, 6_000],
      ['extra_days', 'Extra days', 3, 4_500],
      ['item', 'Mattress', 2, 7_000],
      ['item', 'Fuel', 1, 1_188],
      ['item', 'Long way', 12, 3_000],
      ['overage', 'Extra weight: 1,940 lb over, billed as 1.0 ton', 2000, 9_000],
      // 8 % of 741.88.
      ['tax', 'NY sales tax', 1, 5_935],
    ]);
    const { total, dueNow, dueLater } = quote(card, { ...INPUT, ...input });
    expect({ total, dueNow, dueLater }).toEqual({ total: 89_123, dueNow: 10_000, dueLater: 79_123 });
  });

  it('has the charges of every bill once, also when they are picked, and no retired ones', () => {
    const mandatory = { unitPrice: 25_000, unit: 'percent', applies: 'mandatory' } as const;
    const fuel = makeItem({ id: 'fuel', name: 'Fuel', ...mandatory });
    const card = makeCard({
      chargeItems: [
        fuel,
        { ...fuel, id: 'old', isActive: false },
        makeItem({ id: 'dry-run', name: 'Dry run', applies: 'penalty' }),
        makeItem({ id: 'free', name: 'Free', unitPrice: 0, applies: 'mandatory' }),
      ],
    });
    const expected = [
      ['rental', '7-Day Rental, 15-Yard', 1, 47_500],
      ['item', 'Fuel', 1, 1_188],
    ];
    expect(amounts(card)).toEqual(expected);
    expect(amounts(card, { items: [{ id: 'fuel', quantity: 3 }] })).toEqual(expected);
    const deposit = { ...card, rates: [makeRate({ price: null })] };
    expect(quote(deposit, INPUT)).toMatchObject({ dueNow: 10_000, dueLater: 250 });
  });

  it('has no lines for what is not chosen', () => {
    const zone = makeZone({ surcharge: 0, streetRule: null });
    const card = makeCard({ area: { mode: 'everywhere', zones: [zone] }, chargeItems: [makeItem()] });
    const input: Partial<QuoteInput> = {
      zone: 'north',
      placementType: 'street',
      items: [{ id: 'mattress', quantity: 0 }],
      weights: [2000],
    };
    expect(amounts(card, input)).toHaveLength(1);
  });
});

describe('tax', () => {
  const taxOf = (card: ReturnType<typeof makeCard>, input: Partial<QuoteInput> = {}) =>
    amounts(card, input).filter(([type]) => type === 'tax');

  it('is rounded half up, once for each rule', () => {
    // 5 % of 0.50 is 2.5 cents.
    const rates = [makeRate({ deposit: 50, price: 50 })];
    const taxRules = [makeTaxRule({ rateMillionths: 50_000 })];
    expect(taxOf(makeCard({ rates, taxRules }))).toEqual([['tax', 'NY sales tax', 1, 3]]);
  });

  it('follows the most specific rule of each category', () => {
    const taxRules = [
      makeTaxRule(),
      makeTaxRule({
        id: 'wide',
        name: 'Capital district',
        state: null,
        zips: '12200-12299',
        appliesTo: ['rental'],
      }),
      makeTaxRule({ id: 'zip', name: 'Albany', state: null, zips: '12207', appliesTo: ['rental'] }),
    ];
    const card = makeCard({ taxRules, chargeItems: [makeItem({ unitPrice: 1_000 })] });
    const items = [{ id: 'mattress', quantity: 1 }];
    expect(taxOf(card, { items, zip: '12207-1234' })).toEqual([
      ['tax', 'NY sales tax', 1, 80],
      ['tax', 'Albany', 1, 3_800],
    ]);
    expect(taxOf(card, { items, zip: '12299' })).toEqual([
      ['tax', 'NY sales tax', 1, 80],
      ['tax', 'Capital district', 1, 3_800],
    ]);
    expect(taxOf(card, { items, zip: '12300' })).toEqual([['tax', 'NY sales tax', 1, 3_880]]);
    expect(taxOf(card, { items, zip: '05401', state: 'VT' })).toEqual([]);
  });
});

describe('a rate without a price', () => {
  it('is its deposit, due now', () => {
    const { lines, ...sums } = quote(FIRST_RATE_CARD, INPUT);
    expect(sums).toEqual({ total: 42_500, dueNow: 42_500, dueLater: 0 });
    expect(lines).toMatchObject([{ label: '7-Day Rental, 15-Yard (deposit only)', isTaxable: false }]);
  });

  it('has surcharges and items due later, and no tax', () => {
    const card = makeCard({
      rates: [makeRate({ price: null, deposit: 42_500 })],
      area: { mode: 'everywhere', zones: [makeZone()] },
      taxRules: [makeTaxRule()],
    });
    expect(quote(card, { ...INPUT, zone: 'north' })).toMatchObject({
      lines: [
        { type: 'rental', amount: 42_500 },
        { type: 'zone', amount: 5_000, isTaxable: false },
      ],
      total: 47_500,
      dueNow: 42_500,
      dueLater: 5_000,
    });
  });
});

describe('no price', () => {
  const [mixed] = makeCard().materials;
  it.each([
    ['not_offered', makeCard(), { dumpsterSize: '20-yard' }],
    ['not_offered', makeCard({ rates: [makeRate({ isOffered: false })] }), {}],
    ['not_offered', makeCard({ dumpsterSizes: [] }), {}],
    ['not_offered', makeCard({ materials: mixed ? [{ ...mixed, sizes: ['10-yard'] }] : [] }), {}],
    ['unknown_zone', makeCard(), { zone: 'north' }],
    ['unknown_item', makeCard(), { items: [{ id: 'piano', quantity: 1 }] }],
    ['no_extra_day_price', makeCard({ rates: [makeRate({ extraDay: null })] }), { extraDays: 1 }],
    ['no_overage_price', makeCard({ rates: [makeRate({ overagePerTon: null })] }), { weights: [2_001] }],
    ['invalid_quantity', makeCard(), { extraDays: -1 }],
    ['invalid_quantity', makeCard(), { extraDays: 1.5 }],
    [
      'invalid_quantity',
      makeCard({ chargeItems: [makeItem()] }),
      { items: [{ id: 'mattress', quantity: -1 }] },
    ],
  ])('%s (%#)', (reason, card, input) => {
    expect(reasonOf(card, input)).toBe(reason);
  });
});

it.each([
  [2_000, 'tenth', { over: 0, billedWeight: 0, amount: 0, text: 'Within the included weight' }],
  [
    3_940,
    'tenth',
    { over: 1_940, billedWeight: 2_000, amount: 9_000, text: '1,940 lb over, billed as 1.0 ton' },
  ],
  [2_001, 'tenth', { over: 1, billedWeight: 200, amount: 900, text: '1 lb over, billed as 0.1 ton' }],
  [2_001, 'pound', { over: 1, billedWeight: 1, amount: 5, text: '1 lb over, billed by the pound' }],
  [
    4_300,
    'quarter',
    { over: 2_300, billedWeight: 2_500, amount: 11_250, text: '2,300 lb over, billed as 1.25 tons' },
  ],
  [
    4_300,
    'half',
    { over: 2_300, billedWeight: 3_000, amount: 13_500, text: '2,300 lb over, billed as 1.5 tons' },
  ],
  [
    4_300,
    'whole',
    { over: 2_300, billedWeight: 4_000, amount: 18_000, text: '2,300 lb over, billed as 2.0 tons' },
  ],
] as const)('a load of %i lb, one ton included, by the %s', (weight, overageUnit, expected) => {
  expect(overage(weight, makeRate({ overageUnit }))).toEqual(expected);
});

it('a rate without an allowance or a price per ton has no amount for extra weight', () => {
  expect(overage(9_000, makeRate({ includedWeight: null }))).toMatchObject({ over: 0, amount: null });
  expect(overage(9_000, makeRate({ overagePerTon: null }))).toMatchObject({ over: 7_000, amount: null });
});

it('every offered rate of the first card has the specified deposit', () => {
  const totals = offeredRates(FIRST_RATE_CARD).map(
    (rate) => quote(FIRST_RATE_CARD, { ...INPUT, ...rate }).total,
  );
  expect(totals).toEqual([32_500, 42_500, 52_500].flatMap((deposit) => Array(4).fill(deposit)));
});

it('the hash of a quote changes with a line, the deposit and the rate card', async () => {
  const price = quote(makeCard(), INPUT);
  const hash = await quoteHash(1, price);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await quoteHash(1, structuredClone(price))).toBe(hash);
  const [rental] = price.lines;
  const others = await Promise.all([
    quoteHash(2, price),
    quoteHash(1, { ...price, dueNow: 10_001 }),
    quoteHash(1, { ...price, lines: rental ? [{ ...rental, label: '7-Day Rental' }] : [] }),
  ]);
  expect(new Set([hash, ...others]).size).toBe(4);
});
