import { expect, it } from 'vitest';
import {
  DUMPSTER_SIZES,
  DUMPSTER_TYPES,
  dumpsterSize,
  parseDumpsterType,
  parseRentalType,
  RENTAL_OPTIONS,
  RENTAL_TYPES,
  rentalEnd,
  rentalOption,
} from './rental.ts';

it('rents for 1, 7 or 30 days, at these deposits', () => {
  expect(RENTAL_OPTIONS.map(({ id, title, days, deposit }) => ({ id, title, days, deposit }))).toEqual([
    { id: '1-day', title: '1-Day Rental', days: 1, deposit: 32_500 },
    { id: '7-day', title: '7-Day Rental', days: 7, deposit: 42_500 },
    { id: '30-day', title: '30-Day Rental', days: 30, deposit: 52_500 },
  ]);
  expect(RENTAL_OPTIONS.map((option) => option.id)).toEqual([...RENTAL_TYPES]);
});

it('has four sizes in order', () => {
  expect(DUMPSTER_SIZES.map((size) => size.name)).toEqual(['10-Yard', '15-Yard', '20-Yard', '30-Yard']);
  expect(DUMPSTER_SIZES.map((size) => size.id)).toEqual([...DUMPSTER_TYPES]);
});

it.each([
  ['7-day', '7-day'],
  ['7-Day', '7-day'],
  ['7-DAY', '7-day'],
  ['7-Day Rental', '7-day'],
  ['30-day rental', '30-day'],
  [' 1-day ', '1-day'],
])('the rental type %j is %s', (text, type) => {
  expect(parseRentalType(text)).toBe(type);
});

it.each(['', '7', '7 day', '14-day', '7-day-rental', 'rental', '7-day Rental Rental', 'constructor'])(
  'there is no rental type %j',
  (text) => {
    expect(parseRentalType(text)).toBeNull();
  },
);

it.each([
  ['15-yard', '15-yard'],
  ['15-Yard', '15-yard'],
  ['30-YARD', '30-yard'],
  [' 10-yard ', '10-yard'],
])('the dumpster type %j is %s', (text, type) => {
  expect(parseDumpsterType(text)).toBe(type);
});

it.each(['', '15', '15 yard', '40-yard', '15-yards', '__proto__'])('there is no dumpster type %j', (text) => {
  expect(parseDumpsterType(text)).toBeNull();
});

it('finds every option and size by its type', () => {
  expect(RENTAL_TYPES.map((type) => rentalOption(type).id)).toEqual([...RENTAL_TYPES]);
  expect(DUMPSTER_TYPES.map((type) => dumpsterSize(type).id)).toEqual([...DUMPSTER_TYPES]);
});

it.each([
  ['1-day', '2026-12-31', '2026-12-31'],
  ['7-day', '2026-12-28', '2027-01-03'],
  ['7-day', '2028-02-24', '2028-03-01'],
  ['7-day', '2027-02-24', '2027-03-02'],
  ['7-day', '2026-03-05', '2026-03-11'],
  ['30-day', '2026-10-20', '2026-11-18'],
] as const)('a %s rental from %s lasts to %s, both included', (type, start, end) => {
  expect(rentalEnd(type, start)).toBe(end);
});
