import { addDays, type Day } from './days.ts';

/** How many days ahead a delivery can be booked. */
export const HORIZON_DAYS = 365;

/** The rental types. Deposits in cents (SPEC 9). */
export const RENTAL_OPTIONS = [
  { id: '1-day', title: '1-Day Rental', label: '1-Day', days: 1, deposit: 32_500, features: [] },
  { id: '7-day', title: '7-Day Rental', label: '7-Day', days: 7, deposit: 42_500, features: [] },
  { id: '30-day', title: '30-Day Rental', label: '30-Day', days: 30, deposit: 52_500, features: [] },
] as const;

export type RentalOption = (typeof RENTAL_OPTIONS)[number];
/** A slug of the catalog ('7-day'). */
export type RentalType = string;
export const RENTAL_TYPES = /* @__PURE__ */ idsOf(RENTAL_OPTIONS);

/**
 * The dumpster sizes, in order. The id is stored, the name ('15-Yard') is shown. Measures in inches, rails included:
 * typical rectangular roll-off boxes as US haulers publish them. The table dumpster_sizes holds the same rows.
 */
export const DUMPSTER_SIZES = [
  {
    id: '10-yard',
    name: '10-Yard',
    yards: 10,
    lengthIn: 144,
    widthIn: 96,
    heightIn: 42,
    bestFor: 'A garage, an attic or one room',
  },
  {
    id: '15-yard',
    name: '15-Yard',
    yards: 15,
    lengthIn: 192,
    widthIn: 90,
    heightIn: 54,
    bestFor: 'A kitchen or bathroom remodel',
  },
  {
    id: '20-yard',
    name: '20-Yard',
    yards: 20,
    lengthIn: 264,
    widthIn: 96,
    heightIn: 54,
    bestFor: 'A roof, a deck or a large cleanout',
  },
  {
    id: '30-yard',
    name: '30-Yard',
    yards: 30,
    lengthIn: 264,
    widthIn: 96,
    heightIn: 72,
    bestFor: 'A whole house or new construction',
  },
] as const;

export type DumpsterSize = (typeof DUMPSTER_SIZES)[number];
/** A slug of the catalog ('15-yard'). */
export type DumpsterType = string;
export const DUMPSTER_TYPES = /* @__PURE__ */ idsOf(DUMPSTER_SIZES);
export const DEFAULT_DUMPSTER_TYPE: DumpsterType = '15-yard';

/** The ids in order. The tuple type has at least one element, as zod and Drizzle require. */
function idsOf(entries: readonly { id: string }[]): [string, ...string[]] {
  return entries.map(({ id }) => id) as [string, ...string[]];
}

/** A rental type from input in any case, with or without ' Rental' ('7-Day Rental'); null when unknown. */
export function parseRentalType(text: string): RentalType | null {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/ rental$/, '');
  return RENTAL_TYPES.find((id) => id === slug) ?? null;
}

/** A dumpster type from input in any case; null when unknown. */
export function parseDumpsterType(text: string): DumpsterType | null {
  const slug = text.trim().toLowerCase();
  return DUMPSTER_TYPES.find((id) => id === slug) ?? null;
}

export function rentalOption(type: RentalType): RentalOption {
  const option = RENTAL_OPTIONS.find((candidate) => candidate.id === type);
  if (!option) throw new Error(`No rental option ${type}`);
  return option;
}

export function dumpsterSize(type: DumpsterType): DumpsterSize {
  const size = DUMPSTER_SIZES.find((candidate) => candidate.id === type);
  if (!size) throw new Error(`No dumpster size ${type}`);
  return size;
}

/** The last day of a rental: an n-day rental occupies start .. start + n - 1, both included. */
export function rentalEnd(type: RentalType, start: Day): Day {
  return addDays(start, rentalOption(type).days - 1);
}
