import { expect, it } from 'vitest';
import { makeCard, makeRate } from '#domain/test/rate-cards.ts';
import {
  findRate,
  materialOf,
  offeredMaterials,
  offeredRentalOptions,
  offeredSizes,
  parseDumpsterSize,
  parseMaterial,
  parseRentalOption,
  rentalOptionOf,
  sizeOf,
} from './entries.ts';
import type { RateCard } from './rate-card.ts';
import { computePickupDay, countExtraDays, isWorkingDay, lastRentalDay } from './rental-days.ts';
import { FIRST_RATE_CARD } from './seed.ts';
import { findZone, isServed } from './zones.ts';

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

it('the days of a rental beyond its period are extra', () => {
  const extraDays = (endDate: string) => countExtraDays({ deliveryDate: '2026-12-01', endDate }, 7);
  expect(['2026-12-07', '2026-12-08', '2026-12-10'].map(extraDays)).toEqual([0, 1, 3]);
  expect(extraDays('2026-12-03')).toBe(0);
});

it('names of entries come from the card', () => {
  expect(rentalOptionOf(FIRST_RATE_CARD, '7-day').label).toBe('7-Day');
  expect(sizeOf(FIRST_RATE_CARD, '15-yard').name).toBe('15-Yard');
  expect(materialOf(FIRST_RATE_CARD, 'mixed').name).toBe('Mixed household and construction debris');
  expect(() => sizeOf(FIRST_RATE_CARD, '12-yard')).toThrow('The rate card has no dumpster size 12-yard');
});

it.each([
  ['7-day', '7-day'],
  [' 7-DAY rental ', '7-day'],
  ['7-Day', '7-day'],
  ['14-day', null],
  ['', null],
])('the rental %j is %s', (text, id) => {
  expect(parseRentalOption(FIRST_RATE_CARD, text)).toBe(id);
});

it('sizes and materials are found by id and name in any case; an id wins over a name', () => {
  const [small, ...others] = FIRST_RATE_CARD.dumpsterSizes;
  const card = makeCard({ dumpsterSizes: small ? [{ ...small, name: '15-yard' }, ...others] : [] });
  expect(parseDumpsterSize(card, '15-YARD')).toBe('15-yard');
  expect(parseDumpsterSize(card, '10-yard ')).toBe('10-yard');
  expect(parseDumpsterSize(card, '12-Yard')).toBeNull();
  expect(parseMaterial(card, 'mixed household and construction debris')).toBe('mixed');
});

it('only what can be booked is offered', () => {
  const heavy = { ...materialOf(FIRST_RATE_CARD, 'mixed'), id: 'concrete', sizes: ['10-yard'] };
  const card: RateCard = makeCard({
    dumpsterSizes: FIRST_RATE_CARD.dumpsterSizes.map((size) => ({
      ...size,
      isActive: size.id !== '30-yard',
    })),
    materials: [...FIRST_RATE_CARD.materials, heavy, { ...heavy, id: 'dirt', isActive: false }],
    rates: [
      makeRate(),
      makeRate({ dumpsterSize: '30-yard' }),
      makeRate({ rentalOption: '30-day', isOffered: false }),
      makeRate({ rentalOption: '1-day', dumpsterSize: '10-yard', material: 'concrete' }),
      makeRate({ dumpsterSize: '20-yard', material: 'concrete' }),
      makeRate({ dumpsterSize: '10-yard', material: 'dirt' }),
    ],
  });
  expect(ids(offeredRentalOptions(card))).toEqual(['1-day', '7-day']);
  expect(ids(offeredSizes(card))).toEqual(['10-yard', '15-yard']);
  expect(ids(offeredSizes(card, { rentalOption: '7-day' }))).toEqual(['15-yard']);
  expect(ids(offeredSizes(card, { material: 'concrete' }))).toEqual(['10-yard']);
  expect(ids(offeredMaterials(card))).toEqual(['mixed', 'concrete']);
  expect(ids(offeredMaterials(card, { rentalOption: '1-day' }))).toEqual(['concrete']);
  const key = { rentalOption: '7-day', dumpsterSize: '20-yard', material: 'concrete' };
  expect(findRate(card, key)).toBeNull();
  expect(findRate(card, { ...key, dumpsterSize: '15-yard', material: 'mixed' })).toEqual(makeRate());
});

it.each([
  ['12207', 'north'],
  ['12207-1234', 'north'],
  ['12199', null],
  ['12200', 'south'],
  ['12205', 'south'],
  ['12206', null],
  ['12208', null],
  ['12999', null],
  ['13000', 'north'],
  ['00501', null],
])('the ZIP code %s is in zone %s', (zip, zone) => {
  expect(findZone({ north: ['13000', '12207'], south: ['12200-12205'], empty: [] }, zip)).toBe(zone);
});

it('ZIP codes outside of every zone are served unless the area is listed', () => {
  expect(isServed({ mode: 'everywhere', zones: [] }, null)).toBe(true);
  expect(isServed({ mode: 'listed', zones: [] }, null)).toBe(false);
  expect(isServed({ mode: 'listed', zones: [] }, 'north')).toBe(true);
});

it('the pickup is on the last day, or on the next day on which trucks move', () => {
  const calendar = { deliveryWeekdays: [1, 2, 3, 4, 5] };
  const lastDay = lastRentalDay({ days: 7 }, '2026-12-19');
  expect(lastDay).toBe('2026-12-25');
  expect(computePickupDay(calendar, new Set(), lastDay)).toBe('2026-12-25');
  expect(computePickupDay(calendar, new Set(['2026-12-25', '2026-12-28']), lastDay)).toBe('2026-12-29');
  expect(isWorkingDay(calendar, new Set(), '2026-12-26')).toBe(false);
  expect(() => computePickupDay({ deliveryWeekdays: [] }, new Set(), lastDay)).toThrow('no delivery weekday');
});
