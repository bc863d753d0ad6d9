import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { makeCard, makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { type PriceAddition, proposedPrice } from './final-price.ts';
import { findKeptDays, keptDaysLabel, type Stay } from './kept-days.ts';
import { quote } from './quote.ts';

const STAY: Stay = {
  deliveryDate: '2026-11-12',
  endDate: '2026-11-18',
  agreedPickupDay: '2026-11-18',
  collectedDay: '2026-11-23',
  askedDay: null,
  isRemoved: false,
};
const labelOf = (fields: Partial<Stay>) => {
  const kept = findKeptDays({ ...STAY, ...fields });
  return kept && kept.days > 0 ? keptDaysLabel(kept) : null;
};

it('a unit that is not collected, or was on the agreed day, was not kept longer', () => {
  expect(findKeptDays({ ...STAY, collectedDay: null })).toBe(null);
  expect(findKeptDays({ ...STAY, collectedDay: STAY.agreedPickupDay })).toBe(null);
});

describe('the days for which a unit was kept longer', () => {
  it.each<[string, Partial<Stay>, string | null]>([
    ['count from the day after the agreed pickup to its own', {}, 'Kept 5 days longer (Nov 19 to 23)'],
    ['can be one', { collectedDay: '2026-11-19' }, 'Kept 1 day longer (Nov 19)'],
    ['can end in another month', { collectedDay: '2026-12-02' }, 'Kept 14 days longer (Nov 19 to Dec 2)'],
    [
      'begin after the agreed pickup, not after the last day',
      { agreedPickupDay: '2026-11-22' },
      'Kept 1 day longer (Nov 23)',
    ],
    [
      'end on the day that the customer asked for',
      { askedDay: '2026-11-20' },
      'Kept 2 days longer (Nov 19 to 20, until the pickup day that was asked for)',
    ],
    [
      'are none when the customer asked for the agreed day or an earlier one',
      { askedDay: '2026-11-15' },
      null,
    ],
    [
      'end with the pickup when the customer asked for a later day',
      { askedDay: '2026-11-30' },
      'Kept 5 days longer (Nov 19 to 23)',
    ],
    ['are none before the pickup', { collectedDay: null }, null],
    ['are none for a pickup in time', { collectedDay: '2026-11-18' }, null],
  ])('%s', (_what, fields, label) => expect(labelOf(fields)).toBe(label));

  it('the days of a late pickup that do not count are known', () => {
    expect(findKeptDays({ ...STAY, askedDay: '2026-11-20' })).toMatchObject({ days: 2, lateDays: 3 });
    expect(findKeptDays({ ...STAY, askedDay: '2026-11-18' })).toMatchObject({ days: 0, lateDays: 5 });
  });
});

const key = { rentalOption: '7-day', dumpsterSize: '15-yard', material: 'mixed' };
const place = { zone: null, zip: '12207', state: 'NY', placementType: 'private' as const };

function propose(
  stay: Stay,
  {
    extraDay = 1500,
    price = 47_500,
    additions = [],
  }: { extraDay?: number | null; price?: number | null; additions?: Partial<PriceAddition>[] } = {},
) {
  const card = makeCard({ rates: [makeRate({ extraDay, price })], taxRules: [makeTaxRule()] });
  const agreed = quote(card, { ...key, ...place, extraDays: 0, items: [] });
  const rental = { ...key, ...place, depositAmount: agreed.dueNow, quote: agreed };
  const added = additions.map((fields, id) => ({
    id,
    type: 'extra_days' as const,
    itemId: null,
    quantity: 1,
    unitAmount: null,
    ...fields,
  }));
  return proposedPrice(card, rental, { tickets: [], additions: added, stay });
}
const linesOf = (proposal: ReturnType<typeof propose>) =>
  proposal?.lines.map(({ label, amount }) => `${label} ${amount}`);

describe('the proposed price', () => {
  it('has the days at the price of the card, with tax', () => {
    expect(linesOf(propose(STAY))).toEqual([
      '7-Day Rental, 15-Yard 47500',
      'Kept 5 days longer (Nov 19 to 23) 7500',
      'NY sales tax 4400',
    ]);
  });

  it('adds them to a deposit, too', () => {
    expect(propose(STAY, { price: null })).toMatchObject({ total: 17_500 });
    expect(propose({ ...STAY, collectedDay: null }, { price: null })).toBeNull();
  });

  it('leaves them out once staff removed them', () => {
    expect(propose({ ...STAY, isRemoved: true })).toMatchObject({ total: 51_300, keptDays: { charged: 0 } });
  });

  it('does not count days that staff billed as extra days again', () => {
    const additions = [{ quantity: 2 }];
    expect(linesOf(propose(STAY, { additions }))?.slice(1, 3)).toEqual([
      'Extra days 3000',
      'Kept 5 days longer (Nov 19 to 23), 2 of them billed as extra days 4500',
    ]);
    expect(linesOf(propose(STAY, { additions: [{ quantity: 9 }] }))?.slice(1, 2)).toEqual([
      'Extra days 13500',
    ]);
  });

  it('says that the card has no price for them until staff add an amount', () => {
    const unpriced = { extraDay: null };
    expect(propose(STAY, unpriced)).toMatchObject({
      total: 51_300,
      keptDays: { charged: 5, isUnpriced: true },
    });
    expect(propose(STAY, { ...unpriced, price: null })).toMatchObject({ keptDays: { isUnpriced: true } });
    const additions = [{ quantity: 5, unitAmount: 2000 }];
    expect(propose(STAY, { ...unpriced, additions })).toMatchObject({
      total: 62_100,
      keptDays: { charged: 0, isUnpriced: false },
    });
  });

  it('counts each day once: extended, billed by hand, or kept longer', () => {
    const days = fc.nat(9);
    fc.assert(
      fc.property(
        fc.record({
          extended: days,
          pickupLater: fc.nat(3),
          kept: days,
          manual: days,
          asked: fc.option(days),
        }),
        ({ extended, pickupLater, kept, manual, asked }) => {
          const endDate = addDays(STAY.endDate, extended);
          const agreedPickupDay = addDays(endDate, pickupLater);
          const collectedDay = addDays(agreedPickupDay, kept);
          const askedDay = asked === null ? null : addDays(agreedPickupDay, asked);
          const additions = [extended, manual]
            .filter((quantity) => quantity > 0)
            .map((quantity) => ({ quantity }));
          const proposal = propose(
            { ...STAY, endDate, agreedPickupDay, collectedDay, askedDay },
            { additions },
          );
          const counted = proposal?.lines
            .filter(({ type }) => type === 'extra_days')
            .reduce((sum, { quantity }) => sum + quantity, 0);
          const late = asked === null ? kept : Math.min(kept, asked);
          expect(counted).toBe(daysBetween(STAY.endDate, endDate) + Math.max(manual, late));
        },
      ),
      randomRuns({ sample: 200, long: 5000 }),
    );
  });
});
