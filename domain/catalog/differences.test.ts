import { describe, expect, it } from 'vitest';
import { makeCard, makeItem, makeRate, makeTaxRule, makeZone } from '#domain/test/rate-cards.ts';
import { brokenRules, overfullDays } from './broken-bookings.ts';
import { type CardContent, differences } from './differences.ts';
import type { RateCard, ZoneZips } from './rate-card.ts';

const textsOf = (
  before: Partial<RateCard>,
  after: Partial<RateCard>,
  [zipsBefore, zipsAfter]: [ZoneZips, ZoneZips] = [{}, {}],
) => {
  const contents: [CardContent, CardContent] = [
    { card: makeCard(before), zoneZips: zipsBefore },
    { card: makeCard(after), zoneZips: zipsAfter },
  ];
  return differences(...contents).map(({ text }) => text);
};

const sizes = makeCard().dumpsterSizes;
const [ten, fifteen, twenty, thirty] = sizes;

describe('rates', () => {
  it('name each amount that changes', () => {
    const after = makeRate({ price: 49_550, includedWeight: null, overagePerTon: null });
    expect(textsOf({}, { rates: [after] })).toEqual([
      '7-Day, 15-Yard: price changed from $475 to $495.50; included weight changed from 2,000 lb to none; ' +
        'price for each extra ton changed from $90 to none',
    ]);
  });

  it('are offered or not', () => {
    const other = makeRate({ rentalOption: '1-day', price: null });
    expect(textsOf({}, { rates: [makeRate({ isOffered: false }), other] })).toEqual([
      '7-Day, 15-Yard: no longer offered',
      '1-Day, 15-Yard: now offered, deposit $100, no price',
    ]);
    expect(textsOf({ rates: [makeRate(), other] }, {})).toEqual(['1-Day, 15-Yard: no longer offered']);
  });

  it('are no longer offered when their size is retired', () => {
    const dumpsterSizes = sizes.map((size) => ({ ...size, isActive: size.id !== '15-yard' }));
    expect(textsOf({}, { dumpsterSizes })).toEqual([
      'Size 15-Yard: status changed from offered to retired',
      '7-Day, 15-Yard: no longer offered',
    ]);
  });
});

it('entries are new, changed, removed or in another order', () => {
  if (!ten || !fifteen || !twenty || !thirty) throw new Error('The first card has four sizes');
  const twelve = { ...ten, id: '12-yard', name: '12-Yard' };
  expect(textsOf({}, { dumpsterSizes: [fifteen, { ...ten, lengthIn: 150 }, twelve, thirty] })).toEqual([
    'Size 10-Yard: length changed from 144 in to 150 in',
    'New size 12-Yard',
    'Size 20-Yard removed',
    'New order: 15-Yard, 10-Yard, 12-Yard, 30-Yard',
  ]);
});

it('what is new in other sections is named with what it costs', () => {
  const fourteen = {
    id: '14-day',
    title: '14-Day Rental',
    label: '14-Day',
    days: 14,
    features: [],
    isActive: true,
  };
  const fuel = makeItem({ id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000 });
  expect(
    textsOf(
      { chargeItems: [makeItem()] },
      {
        rentalOptions: [...makeCard().rentalOptions, fourteen],
        chargeItems: [makeItem({ unit: 'flat', unitPrice: 4_000 }), fuel],
        taxRules: [makeTaxRule({ rateMillionths: 82_500 })],
        calendar: {
          ...makeCard().calendar,
          deliveryWeekdays: [1, 2, 3, 4, 5, 6],
          sameDayCutoff: '14:00',
          leadDays: 1,
        },
        policy: {
          cancellation: { freeHours: 24, fee: { type: 'percent', percent: 50 } },
          acceptedWaste: ['Furniture'],
          prohibitedWaste: makeCard().policy.prohibitedWaste.slice(0, -1),
        },
      },
    ),
  ).toEqual([
    'New rental 14-Day Rental: 14 days',
    'Extra Mattress: price changed from $35 each to $40',
    'New extra Fuel: 2.5% of the rental',
    'New tax rule NY sales tax: 8.25% in NY',
    'Calendar: delivery weekdays changed from Sun, Mon, Tue, Wed, Thu, Fri, Sat to Mon, Tue, Wed, Thu, Fri, Sat; ' +
      'lead time changed from 0 days to 1 day; same-day cut-off changed from none to 14:00',
    'Cancellation: changed from none to free until 24 hours before the delivery day, then 50% of the deposit',
    'Accepted waste added: Furniture',
    'Prohibited waste removed: televisions and monitors where local rules forbid it',
  ]);
});

it('ZIP codes are counted for each zone, ranges by their codes', () => {
  const streetRule = { permitBy: 'customer' as const, leadDays: 3, feeItem: 'mattress', text: 'City permit' };
  const chargeItems = [makeItem()];
  const before: Partial<RateCard> = { chargeItems, area: { mode: 'everywhere', zones: [makeZone()] } };
  const after: Partial<RateCard> = {
    chargeItems,
    area: { mode: 'listed', zones: [makeZone({ streetRule }), makeZone({ id: 'south', name: 'South' })] },
  };
  const zips: [ZoneZips, ZoneZips] = [
    { north: ['12207', '12208', '12209'] },
    { north: ['12200-12319'], south: ['13000', '13001'] },
  ];
  expect(textsOf(before, after, zips)).toEqual([
    'Delivery only to listed ZIP codes, no longer everywhere',
    'Zone North: street rule changed from none to permit by the customer, 3 days of lead time, fee Mattress, ' +
      "'City permit'",
    'New zone South: surcharge $50',
    'ZIP codes of North: 117 added',
    'ZIP codes of South: 2 added',
  ]);
  expect(textsOf(after, before, [zips[1], zips[0]])).toContain('ZIP codes of North: 117 removed');
});

describe('future bookings', () => {
  const monday = { id: 7, deliveryDate: '2026-11-30', pickupDay: '2026-12-06', zip: '12207' };
  const contentOf = (sections: Partial<RateCard>, zoneZips: ZoneZips = {}) => ({
    card: makeCard(sections),
    zoneZips,
  });
  const closedOn = (...weekdays: number[]) => {
    const { calendar } = makeCard();
    const deliveryWeekdays = calendar.deliveryWeekdays.filter((weekday) => !weekdays.includes(weekday));
    return contentOf({ calendar: { ...calendar, deliveryWeekdays } });
  };

  it('break the rules that a publication adds', () => {
    expect(brokenRules(contentOf({}), closedOn(0, 1), [monday])).toEqual([
      { bookingId: 7, text: 'Delivery on Monday, Nov 30, 2026, which is no delivery weekday' },
      { bookingId: 7, text: 'Pickup on Sunday, Dec 6, 2026, which is no delivery weekday' },
    ]);
    const listed = contentOf({ area: { mode: 'listed', zones: [makeZone()] } }, { north: ['12208'] });
    expect(brokenRules(contentOf({}), listed, [monday, { ...monday, zip: '12208-0001' }])).toEqual([
      { bookingId: 7, text: 'ZIP code 12207 is outside of the service area' },
    ]);
  });

  it('break no rule that they broke before', () => {
    expect(brokenRules(closedOn(0), closedOn(0), [monday])).toEqual([]);
    expect(brokenRules(closedOn(0), contentOf({}), [monday])).toEqual([]);
  });

  it('can be more than the new truck moves of a day', () => {
    const limit = (maxTruckMovesPerDay: number | null) => ({ ...makeCard().calendar, maxTruckMovesPerDay });
    const moves = new Map([
      ['2026-11-29', 3],
      ['2026-11-30', 2],
      ['2026-12-01', 6],
    ]);
    expect(overfullDays(limit(5), limit(2), moves)).toEqual([
      'Sunday, Nov 29, 2026 has 3 truck moves; the new limit is 2',
    ]);
    expect(overfullDays(limit(null), limit(2), moves)).toHaveLength(2);
    expect(overfullDays(limit(2), limit(null), moves)).toEqual([]);
  });
});
