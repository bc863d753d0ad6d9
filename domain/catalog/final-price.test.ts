import { describe, expect, it } from 'vitest';
import { makeItem, makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { weightText } from './agreement-texts.ts';
import { additionLine, additionPrices, type PriceAddition, proposedPrice } from './final-price.ts';
import { quote } from './quote.ts';
import type { RateCard } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';

const ticket = (weight: number, feeAmount = 0, fields: object = {}) => ({
  dumpDate: '2026-12-06',
  weight,
  feeAmount,
  voidedAt: null,
  ...fields,
});
const VOIDED = { voidedAt: '2026-11-21T18:00:00.000Z' };
const addition = (type: PriceAddition['type'], fields: Partial<PriceAddition & { id: number }> = {}) => ({
  id: 1,
  type,
  itemId: null,
  quantity: 1,
  unitAmount: null,
  ...fields,
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
const propose = (card: RateCard, billed: Partial<Parameters<typeof proposedPrice>[2]>) =>
  proposedPrice(card, rentalOf(card), { tickets: [], additions: [], stay: null, ...billed });
const amountsOf = (proposal: ReturnType<typeof propose>) =>
  proposal?.lines.map(({ label, amount }) => `${label} ${amount}`);

/** $600 with 4,000 lb, $80 for each further half ton begun, 8 % tax on all of it. */
const BY_WEIGHT: RateCard = {
  ...withRate({
    price: 60_000,
    deposit: 10_000,
    includedWeight: 4000,
    overagePerTon: 8000,
    overageUnit: 'half',
    extraDay: 1500,
    exchangePrice: 40_000,
    dumpAndReturnPrice: 30_000,
  }),
  chargeItems: [
    makeItem({ id: 'mattress', name: 'Mattress', unit: 'each', unitPrice: 3500 }),
    makeItem({ id: 'permit', name: 'Permit', unit: 'flat', unitPrice: 2500, isTaxable: false }),
    makeItem({ id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000 }),
    makeItem({ id: 'tire', name: 'Tire', isActive: false }),
  ],
  taxRules: [makeTaxRule({ rateMillionths: 80_000 })],
};

describe('without an allowance the customer pays the fees:', () => {
  it('a rental without a price costs its deposit and the dump fees; voided tickets do not count', () => {
    const rental = rentalOf(FIRST_RATE_CARD);
    const tickets = [ticket(2400, 8000), ticket(1, 1, { dumpDate: '2026-12-02' }), ticket(9, 99_900, VOIDED)];
    expect(propose(FIRST_RATE_CARD, { tickets })).toMatchObject({ total: 50_501, weight: 'fees' });
    const old = proposedPrice(
      FIRST_RATE_CARD,
      { ...rental, quote: null },
      { tickets, additions: [], stay: null },
    );
    const line = { quantity: 1, isTaxable: false, additionId: null };
    expect(old).toEqual({
      lines: [
        { ...line, type: 'rental', label: 'Deposit', unitAmount: 42_500, amount: 42_500 },
        { ...line, type: 'fees', label: 'Dump ticket of Dec 2, 2026, 1 lb', unitAmount: 1, amount: 1 },
        {
          ...line,
          type: 'fees',
          label: 'Dump ticket of Dec 6, 2026, 2,400 lb',
          unitAmount: 8000,
          amount: 8000,
        },
      ],
      total: 50_501,
      weight: 'fees',
      unpricedWeight: 0,
      hasMoreTicketsThanLoads: false,
      keptDays: null,
    });
  });

  it('nothing is proposed for a deposit while nothing is added to it', () => {
    expect(propose(FIRST_RATE_CARD, {})).toBeNull();
    expect(propose(FIRST_RATE_CARD, { tickets: [ticket(1, 1, VOIDED)] })).toBeNull();
  });

  it('a price without an allowance bills the fees, untaxed, and an amount that staff entered', () => {
    const card = {
      ...BY_WEIGHT,
      rates: [makeRate({ ...key, price: 60_000, includedWeight: null, overagePerTon: null })],
    };
    const additions = [addition('overage', { unitAmount: 5000 })];
    expect(amountsOf(propose(card, { tickets: [ticket(5940, 12_345)], additions }))).toEqual([
      '7-Day Rental, 15-Yard 60000',
      'Extra weight 5000',
      'Dump ticket of Dec 6, 2026, 5,940 lb 12345',
      'NY sales tax 5200',
    ]);
  });
});

describe('with an allowance and no price per extra ton, staff enter an amount for the weight:', () => {
  const asked = withRate({ price: 47_500, includedWeight: 4000, overagePerTon: null });

  it('a load within the allowance costs nothing more, and the fee of its ticket is not billed', () => {
    expect(propose(asked, {})).toMatchObject({ total: 47_500, weight: 'missing' });
    const proposal = propose(asked, { tickets: [ticket(3000, 12_000)] });
    expect(proposal).toMatchObject({ total: 47_500, weight: 'included', unpricedWeight: 0 });
    const { quote: agreed } = rentalOf(asked);
    const text = weightText({ quote: agreed, rate: asked.rates[0] ?? null });
    expect(text).toBe('A load of 2.0 tons is included. Ask us what more weight costs.');
  });

  it('the pounds above it are named, and billed by the amount alone', () => {
    const tickets = [ticket(4940, 12_000)];
    const proposal = propose(asked, { tickets });
    expect(proposal).toMatchObject({ total: 47_500, weight: 'extra', unpricedWeight: 940 });
    const additions = [addition('overage', { unitAmount: 5000 })];
    expect(amountsOf(propose(asked, { tickets, additions }))).toEqual([
      '7-Day Rental, 15-Yard 47500',
      'Extra weight 5000',
    ]);
  });

  it('a deposit with an allowance still adds the fees', () => {
    const deposit = withRate({ price: null, includedWeight: 4000, overagePerTon: null });
    expect(propose(deposit, { tickets: [ticket(3000, 12_000)] })).toMatchObject({
      total: 22_000,
      weight: 'fees',
    });
  });
});

describe("with a price per extra ton the weight is billed, and not the tickets' fees:", () => {
  it('the extra weight is rounded, priced and taxed', () => {
    const proposal = propose(BY_WEIGHT, { tickets: [ticket(5940, 12_345)] });
    expect(amountsOf(proposal)).toEqual([
      '7-Day Rental, 15-Yard 60000',
      'Extra weight: 1,940 lb over, billed as 1.0 ton 8000',
      'NY sales tax 5440',
    ]);
    expect(proposal).toMatchObject({ total: 73_440, weight: 'extra' });
  });

  it('the agreed price alone is proposed until there is a ticket, and with a weight that is included', () => {
    expect(propose(BY_WEIGHT, {})).toMatchObject({ total: 64_800, weight: 'missing' });
    const tickets = [ticket(4000, 12_345)];
    expect(propose(BY_WEIGHT, { tickets })).toMatchObject({ total: 64_800, weight: 'included' });
  });

  it('two tickets of one load share its allowance; an exchange or a dump and return has one of its own', () => {
    const tickets = [ticket(3000), ticket(3000, 0, { dumpDate: '2026-12-09' })];
    const over = (additions: ReturnType<typeof addition>[]) =>
      propose(BY_WEIGHT, { tickets, additions })?.lines.filter(({ type }) => type === 'overage');
    expect(over([])).toMatchObject([{ label: 'Extra weight: 2,000 lb over, billed as 1.0 ton' }]);
    expect(over([addition('exchange')])).toEqual([]);
    expect(over([addition('dump_and_return')])).toEqual([]);
  });

  it('further tickets count for the last load, in the order of their days', () => {
    const last = ticket(4500, 0, { dumpDate: '2026-12-09' });
    const tickets = [last, ticket(4000, 0, { dumpDate: '2026-12-01' }), ticket(1500)];
    const additions = [addition('exchange')];
    expect(amountsOf(propose(BY_WEIGHT, { tickets, additions }))).toContain(
      'Extra weight: 2,000 lb over, billed as 1.0 ton 8000',
    );
  });

  it('it is said when an exchange has fewer loads than tickets, as their order decides', () => {
    const more = (tickets: ReturnType<typeof ticket>[], additions: ReturnType<typeof addition>[]) =>
      propose(BY_WEIGHT, { tickets, additions })?.hasMoreTicketsThanLoads;
    const three = [ticket(1000), ticket(1000), ticket(1000)];
    expect(more(three, [addition('exchange')])).toBe(true);
    expect(more(three, [addition('exchange', { quantity: 2 })])).toBe(false);
    expect(more(three, [addition('exchange'), addition('dump_and_return', { id: 2 })])).toBe(false);
    expect(more(three, [])).toBe(false);
  });
});

describe('additions', () => {
  it('are billed by the rate card after the agreed lines, each named by its id, with their tax', () => {
    const additions = [
      addition('extra_days', { quantity: 3 }),
      addition('exchange', { id: 2 }),
      addition('item', { id: 3, itemId: 'mattress', quantity: 2 }),
      addition('item', { id: 4, itemId: 'permit' }),
      addition('item', { id: 5, itemId: 'fuel' }),
    ];
    const proposal = propose(BY_WEIGHT, { additions });
    expect(proposal?.lines.map(({ additionId, label, amount }) => [additionId, label, amount])).toEqual([
      [null, '7-Day Rental, 15-Yard', 60_000],
      [1, 'Extra days', 4500],
      [2, 'Exchange', 40_000],
      [3, 'Mattress', 7000],
      [4, 'Permit', 2500],
      [5, 'Fuel', 1500],
      // 8 % of all but the permit.
      [null, 'NY sales tax', 9040],
    ]);
    expect(proposal?.total).toBe(124_540);
  });

  it.each([0, 1, 30_000])('bill a dump and return at the price of the card, also at %d cents', (price) => {
    const card = { ...BY_WEIGHT, rates: [makeRate({ ...key, dumpAndReturnPrice: price })] };
    const { lines = [], total } = propose(card, { additions: [addition('dump_and_return')] }) ?? {};
    expect(lines.slice(1)).toMatchObject([
      { additionId: 1, label: 'Dump and return', amount: price },
      { type: 'tax', amount: Math.round((47_500 + price) * 0.08) },
    ]);
    expect(total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
  });

  it('keep the lines that the customer agreed to, also where the rate card says otherwise', () => {
    const rental = rentalOf(BY_WEIGHT);
    const lines = rental.quote.lines.map((line) =>
      line.type === 'rental' ? { ...line, amount: 50_000 } : line,
    );
    const changed = { ...rental, quote: { ...rental.quote, lines } };
    const proposal = proposedPrice(BY_WEIGHT, changed, {
      tickets: [],
      additions: [addition('item', { itemId: 'fuel' })],
      stay: null,
    });
    expect(amountsOf(proposal)).toEqual(['7-Day Rental, 15-Yard 50000', 'Fuel 1250', 'NY sales tax 4100']);
  });

  it('to a deposit are not taxed, and have the amounts that staff entered', () => {
    const additions = [
      addition('extra_days', { quantity: 2, unitAmount: 2000 }),
      addition('exchange', { quantity: 2, unitAmount: 30_000 }),
    ];
    const proposal = propose({ ...FIRST_RATE_CARD, taxRules: BY_WEIGHT.taxRules }, { additions });
    expect(proposal?.total).toBe(42_500 + 4000 + 60_000);
    expect(proposal?.lines.map(({ label, isTaxable }) => [label, isTaxable]).slice(1)).toEqual([
      ['Extra days', false],
      ['Exchanges', false],
    ]);
  });

  it.each([
    ['no_extra_day_price', addition('extra_days')],
    ['no_exchange_price', addition('exchange')],
    ['no_dump_and_return_price', addition('dump_and_return')],
    ['no_overage_price', addition('overage')],
    ['unknown_item', addition('item', { itemId: 'mattress' })],
  ])('without a price are refused: %s', (reason, added) => {
    const rental = rentalOf(FIRST_RATE_CARD);
    expect(() => additionLine(FIRST_RATE_CARD, rental, added)).toThrow(expect.objectContaining({ reason }));
  });

  it('follow the charges of every bill, which are in the agreed price and not offered again', () => {
    const card = {
      ...BY_WEIGHT,
      chargeItems: BY_WEIGHT.chargeItems.map((item) =>
        item.id === 'fuel' ? { ...item, applies: 'mandatory' as const } : item,
      ),
    };
    expect(amountsOf(propose(card, { additions: [addition('exchange')] }))).toEqual([
      '7-Day Rental, 15-Yard 60000',
      'Fuel 1500',
      'Exchange 40000',
      'NY sales tax 8120',
    ]);
    expect(additionPrices(card, key).items.map(({ id }) => id)).toEqual(['mattress', 'permit']);
  });

  it('are offered with the prices of the rate card, without retired items', () => {
    const prices = additionPrices(BY_WEIGHT, key);
    expect(prices).toMatchObject({ extraDay: 1500, exchange: 40_000, dumpAndReturn: 30_000 });
    expect(prices.items.map(({ id }) => id)).toEqual(['mattress', 'permit', 'fuel']);
    expect(additionPrices(FIRST_RATE_CARD, key)).toEqual({
      extraDay: null,
      exchange: null,
      dumpAndReturn: null,
      items: [],
    });
  });
});

it.each([
  ['exchange', 'Exchange, cancellation fee 40000'],
  ['dump_and_return', 'Dump and return, cancellation fee 30000'],
] as const)('a kept charge of a removed %s is a fee, and brings no load with an allowance', (type, line) => {
  const tickets = [ticket(3000), ticket(3000)];
  const made = addition(type);
  expect(propose(BY_WEIGHT, { tickets, additions: [made] })?.weight).toBe('included');
  const kept = propose(BY_WEIGHT, { tickets, additions: [{ ...made, isFee: true }] });
  expect(kept?.weight).toBe('extra');
  expect(amountsOf(kept)).toContain(line);
});
