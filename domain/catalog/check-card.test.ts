import { expect, it } from 'vitest';
import { makeCard, makeItem, makeRate, makeTaxRule, makeZone } from '#domain/test/rate-cards.ts';
import { checkCard } from './check-card.ts';
import type { ProjectPreset, RateCard, ZoneZips } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';

const [mixed] = FIRST_RATE_CARD.materials;
if (!mixed) throw new Error('The first card has a material');
const [ten, ...otherSizes] = FIRST_RATE_CARD.dumpsterSizes;
if (!ten) throw new Error('The first card has sizes');

const concrete = { ...mixed, id: 'concrete', name: 'Concrete', densityHigh: 4_000, sizes: ['10-yard'] };
const preset = (fields: Partial<ProjectPreset>): RateCard =>
  makeCard({
    materials: [mixed, concrete],
    projectPresets: [
      {
        id: 'patio',
        kind: 'project',
        name: 'Patio',
        material: 'concrete',
        size: null,
        volumeLow: 1,
        volumeHigh: 2,
        weightLow: 1,
        weightHigh: 2,
        ...fields,
      },
    ],
  });
const zones = [makeZone(), makeZone({ id: 'south', name: 'South' })];
const streetFee = (feeItem: string, chargeItems = [makeItem()]) => {
  const streetRule = { permitBy: 'customer' as const, leadDays: 0, feeItem, text: '' };
  return makeCard({ chargeItems, area: { mode: 'everywhere', zones: [makeZone({ streetRule })] } });
};

it('the first card can be published', () => {
  expect(checkCard(FIRST_RATE_CARD, {})).toEqual([]);
});

it.each<[string, string, RateCard, ZoneZips?]>([
  ['rates', ': Nothing can be booked: offer at least one rental in one size', makeCard({ rates: [] })],
  [
    'rates',
    ': Nothing can be booked: offer at least one rental in one size',
    makeCard({ materials: [{ ...mixed, isActive: false }] }),
  ],
  [
    'rates',
    '0.deposit: 7-Day, 15-Yard: the deposit of $500 is above the price of $475',
    makeCard({ rates: [makeRate({ deposit: 50_000 })] }),
  ],
  [
    'rates',
    '0.deposit: 7-Day, 15-Yard: the deposit must be at least $0.50',
    makeCard({ rates: [makeRate({ deposit: 49 })] }),
  ],
  [
    'rates',
    '0.includedWeight: 7-Day, 15-Yard: enter the included weight (0 for none), because extra weight has a price',
    makeCard({ rates: [makeRate({ includedWeight: null })] }),
  ],
  [
    'rates',
    '1: The list has this rental period, size and material twice',
    makeCard({ rates: [makeRate(), makeRate()] }),
  ],
  [
    'rates',
    '1.dumpsterSize: no size has the id 12-yard',
    makeCard({ rates: [makeRate(), makeRate({ dumpsterSize: '12-yard' })] }),
  ],
  [
    'rates',
    '1.rentalOption: no rental period has the id 14-day',
    makeCard({ rates: [makeRate(), makeRate({ rentalOption: '14-day' })] }),
  ],
  [
    'rates',
    '1.material: no material has the id dirt',
    makeCard({ rates: [makeRate(), makeRate({ material: 'dirt' })] }),
  ],
  [
    'dumpsterSizes',
    '0.heightIn: 10-Yard: enter all measures',
    makeCard({ dumpsterSizes: [{ ...ten, heightIn: 0 }, ...otherSizes] }),
  ],
  [
    'materials',
    '1.sizes: Concrete: choose the sizes that this heavy material may go into',
    makeCard({ materials: [mixed, { ...concrete, sizes: null }] }),
  ],
  [
    'materials',
    '1.sizes: Concrete: there is no size 5-yard',
    makeCard({ materials: [mixed, { ...concrete, sizes: ['5-yard', '10-yard'] }] }),
  ],
  ['projectPresets', '0.material: Patio: no material has the id dirt', preset({ material: 'dirt' })],
  [
    'projectPresets',
    '0.size: Patio: no size has the id 5-yard',
    preset({ material: 'mixed', size: '5-yard' }),
  ],
  ['projectPresets', '0.size: Patio: Concrete may not go into 30-Yard', preset({ size: '30-yard' })],
  [
    'projectPresets',
    '0.size: Patio: an item has no size of its own',
    preset({ kind: 'item', size: '10-yard' }),
  ],
  [
    'area',
    'zones.0.streetRule.feeItem: North: the street fee permit is not in the list of extras',
    streetFee('permit'),
  ],
  [
    'area',
    'zones.0.streetRule.feeItem: North: the street fee Mattress is retired',
    streetFee('mattress', [makeItem({ isActive: false })]),
  ],
  [
    'area',
    'zones.0.streetRule.feeItem: North: the street fee Mattress has a price for each mile: choose a fixed fee',
    streetFee('mattress', [makeItem({ unit: 'mile' })]),
  ],
  [
    'area',
    'zones.0.streetRule.feeItem: North: the street fee Mattress is on every bill already: choose another charge',
    streetFee('mattress', [makeItem({ applies: 'mandatory' })]),
  ],
  [
    'chargeItems',
    '1.applies: Fuel has a price for each mile, so it cannot be on every bill: choose a fixed price or a percentage',
    makeCard({
      chargeItems: [makeItem(), makeItem({ id: 'fuel', name: 'Fuel', unit: 'mile', applies: 'mandatory' })],
    }),
  ],
  [
    'area',
    'zoneZips.south: ZIP code 12207 is in North and in South',
    makeCard({ area: { mode: 'listed', zones } }),
    { north: ['12200-12299', '12201'], south: ['12207'] },
  ],
  [
    'area',
    'mode: No ZIP code is listed, so every address would be declined',
    makeCard({ area: { mode: 'listed', zones } }),
    { north: [], south: [] },
  ],
  [
    'area',
    'zoneZips.east: There are ZIP codes of a zone east, which does not exist',
    makeCard({ area: { mode: 'listed', zones } }),
    { east: ['12207'] },
  ],
  [
    'taxRules',
    '0.rateMillionths: NY sales tax: the tax is above 25 %',
    makeCard({ taxRules: [makeTaxRule({ rateMillionths: 250_001 })] }),
  ],
  [
    'taxRules',
    '1.state: County: applies to the same place and amounts as NY sales tax; customers pay one of them',
    makeCard({
      taxRules: [makeTaxRule(), makeTaxRule({ id: 'county', name: 'County', appliesTo: ['items'] })],
    }),
  ],
  [
    'taxRules',
    '1.zips: County: applies to the same place and amounts as City; customers pay one of them',
    makeCard({
      taxRules: [
        makeTaxRule({ id: 'city', name: 'City', state: null, zips: '12200-12209' }),
        makeTaxRule({ id: 'county', name: 'County', state: null, zips: '12205-12214' }),
      ],
    }),
  ],
  [
    'calendar',
    'deliveryWeekdays: Choose at least one weekday',
    makeCard({ calendar: { ...makeCard().calendar, deliveryWeekdays: [] } }),
  ],
  [
    'calendar',
    'leadDays: The lead time is longer than the days that can be booked ahead',
    makeCard({ calendar: { ...makeCard().calendar, leadDays: 8, horizonDays: 7 } }),
  ],
])('%s %s', (...[section, expected, card, zoneZips]) => {
  const issues = checkCard(card, zoneZips ?? {}).map((issue) => [
    issue.section,
    `${issue.path}: ${issue.message}`,
  ]);
  expect(issues).toEqual([[section, expected]]);
});

it('retired sizes keep their rates, rules in different places do not compete, and a zone may repeat its ZIP codes', () => {
  const card = makeCard({
    dumpsterSizes: [{ ...ten, isActive: false }, ...otherSizes],
    rates: [makeRate(), makeRate({ dumpsterSize: '10-yard' })],
    area: { mode: 'listed', zones },
    taxRules: [
      makeTaxRule(),
      makeTaxRule({ id: 'vt', state: 'VT' }),
      makeTaxRule({ id: 'zips', state: null, zips: '12200-12299' }),
      makeTaxRule({ id: 'zip', state: null, zips: '12207' }),
    ],
  });
  expect(checkCard(card, { north: ['12207', '12200-12299'], south: ['12300'] })).toEqual([]);
});

it('thousands of ZIP codes in two zones are counted, not listed', () => {
  const zips = Array.from({ length: 5_000 }, (_, index) => String(10_000 + index));
  const card = makeCard({ area: { mode: 'listed', zones } });
  const issues = checkCard(card, { north: zips, south: zips });
  expect(issues).toHaveLength(21);
  expect(issues.at(-1)?.message).toBe('4980 more ZIP codes or ranges are in two zones');
});
