import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quote } from '#domain/catalog/quote.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { addDays } from '#domain/shared/days.ts';
import { makeCard, makeItem, makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { changedQuote, currentPrice, differingLines, sumOfLines } from './changed-price.ts';
import { changedMoves, daysAfter, refusalOfState, refusalOfTarget, rentalMoves } from './rental-rules.ts';

const card = makeCard({
  rates: [
    makeRate(),
    makeRate({ dumpsterSize: '20-yard', price: 60_000 }),
    makeRate({ dumpsterSize: '30-yard', price: null }),
  ],
  taxRules: [makeTaxRule()],
});
const input = {
  rentalOption: '7-day',
  dumpsterSize: '15-yard',
  material: 'mixed',
  zip: '12207',
  state: 'NY',
  zone: null,
  placementType: 'private' as const,
};
const agreed = quote(card, { ...input, extraDays: 0, items: [] });
const rental = { ...input, depositAmount: 10_000, quote: agreed };

it('the lines of a change add up to the difference of the prices', () => {
  const addition = fc.record({
    id: fc.nat(),
    type: fc.constantFrom('extra_days' as const, 'exchange' as const, 'dump_and_return' as const),
    itemId: fc.constant(null),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitAmount: fc.option(fc.integer({ min: 1, max: 100_000 })),
  });
  fc.assert(
    fc.property(fc.array(addition), fc.array(addition), fc.boolean(), (before, after, isResized) => {
      const price = (additions: typeof before, priced = rental) =>
        currentPrice({ card, rental: priced, billed: { tickets: [], additions, stay: null } }).lines;
      const dumpsterSize = isResized ? '20-yard' : '15-yard';
      const resized = { ...rental, dumpsterSize, quote: changedQuote(card, rental, { dumpsterSize }) };
      const [one, other] = [price(before), price(after, resized)];
      expect(sumOfLines(differingLines(one, other))).toBe(sumOfLines(other) - sumOfLines(one));
      expect(differingLines(one, one)).toEqual([]);
    }),
  );
});

it('another size keeps what was agreed, and a percentage of every bill follows the rental', () => {
  const fees = makeCard({
    ...card,
    chargeItems: [
      makeItem({ id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000, applies: 'mandatory' }),
      makeItem({ id: 'admin', name: 'Office', unit: 'flat', unitPrice: 900, applies: 'mandatory' }),
    ],
  });
  const withFees = { ...rental, quote: quote(fees, { ...input, extraDays: 0, items: [] }) };
  expect(changedQuote(fees, withFees, { dumpsterSize: '20-yard' }).lines).toMatchObject([
    { type: 'rental', amount: 60_000 },
    { label: 'Fuel', amount: 1_500 },
    { label: 'Office', amount: 900 },
    { type: 'tax' },
  ]);
  // What was not agreed is not added.
  expect(changedQuote(fees, rental, { dumpsterSize: '20-yard' }).lines).toHaveLength(2);
});

it('another size keeps an agreed discount, and a deposit is not compared with a price', () => {
  const lines = agreed.lines.map((line) =>
    line.type === 'rental' ? { ...line, unitAmount: 40_000, amount: 40_000 } : line,
  );
  const discounted = { ...rental, quote: { ...agreed, lines } };
  expect(changedQuote(card, discounted, { dumpsterSize: '20-yard' })).toMatchObject({
    lines: [
      { label: '7-Day Rental, 20-Yard', amount: 52_500 },
      { type: 'tax', amount: 4200 },
    ],
    total: 56_700,
    dueNow: 10_000,
    dueLater: 46_700,
  });
  expect(changedQuote(card, discounted, { dumpsterSize: '30-yard' }).lines).toMatchObject([
    { amount: 10_000 },
  ]);
});

const calendar = {
  rules: { ...FIRST_RATE_CARD.calendar, deliveryWeekdays: [1, 2, 3, 4, 5] },
  closedDays: new Set(['2026-12-14']),
};
const state = {
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  pickupDay: '2026-12-07',
  status: 'confirmed' as const,
  isDelivered: true,
  isPickedUp: false,
  exchangeDays: ['2026-12-04'],
  addedJobs: [],
};

it('a rental that moves keeps its length, and its pickup waits for a working day', () => {
  expect(daysAfter({ type: 'reschedule', day: '2026-12-07' }, state, calendar)).toEqual({
    deliveryDate: '2026-12-07',
    endDate: '2026-12-13',
    pickupDay: '2026-12-15',
  });
  expect(daysAfter({ type: 'shorten', day: '2026-12-05' }, state, calendar)).toMatchObject({
    deliveryDate: '2026-12-01',
    endDate: '2026-12-05',
    pickupDay: '2026-12-07',
  });
});

it('counts every move of the rental on the days that get another one', () => {
  const before = rentalMoves(state, state);
  const after = rentalMoves(state, { ...state, exchangeDays: [...state.exchangeDays, state.pickupDay] });
  expect(changedMoves(before, after)).toEqual([
    { type: 'exchange', dueDay: '2026-12-07' },
    { type: 'final_pickup', dueDay: '2026-12-07' },
  ]);
  expect(changedMoves(before, before)).toEqual([]);
  const emptied = { type: 'dump_and_return' as const, dueDay: '2026-12-04' };
  expect(changedMoves(before, rentalMoves(state, { ...state, addedJobs: [emptied] }))).toEqual([
    { type: 'exchange', dueDay: '2026-12-04' },
    emptied,
  ]);
});

it.each([
  ['shorten', -1, 'outside_rental'],
  ['shorten', 0, null],
  ['exchange', 0, 'outside_rental'],
  ['exchange', 1, null],
  ['exchange', 4, 'outside_rental'],
  ['extend', 800, 'beyond_horizon'],
  ['dump_and_return', -4, 'past_day'],
  ['dump_and_return', 3, null],
  ['relocate_on_site', 4, 'outside_rental'],
] as const)('%s to the day %i after an exchange: %s', (type, days, code) => {
  const day = addDays('2026-12-04', days);
  const refusal = refusalOfTarget({ type, day }, state, { today: '2026-12-01', calendar });
  expect(refusal?.code ?? null).toBe(code);
});

it.each([
  ['extend', {}, null],
  ['extend', { isPickedUp: true }, 'over'],
  ['remove_job', { isPickedUp: true }, null],
  ['remove_job', { status: 'cancelled' }, 'over'],
  ['exchange', {}, null],
  ['exchange', { isDelivered: false, deliveryDate: '2026-12-02' }, 'not_delivered'],
  ['reschedule', {}, 'delivered'],
  ['reschedule', { isDelivered: false }, null],
] as const)('%s of a rental with %j: %s', (type, changes, code) => {
  expect(refusalOfState(type, { ...state, ...changes }, '2026-12-02')?.code ?? null).toBe(code);
});
