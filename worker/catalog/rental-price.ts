import type { BookingDetails } from '#contract/bookings.ts';
import {
  findRate,
  offeredMaterials,
  offeredRentalOptions,
  offeredSizes,
  parseDumpsterSize,
  parseMaterial,
  parseRentalOption,
  rentalOptionOf,
  sizeOf,
} from '#domain/catalog/entries.ts';
import { findStreetRule } from '#domain/catalog/permits.ts';
import { type PlacementType, type Quote, quote } from '#domain/catalog/quote.ts';
import { quoteHash } from '#domain/catalog/quote-hash.ts';
import type { Rate, RateCard, StreetRule } from '#domain/catalog/rate-card.ts';
import { computePickupDay, lastRentalDay } from '#domain/catalog/rental-days.ts';
import { findZone, isServed } from '#domain/catalog/zones.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Issue } from '#domain/shared/errors.ts';
import type { UsState } from '#domain/shared/us-states.ts';
import { statesOfZip } from '#domain/shared/zip-states.ts';
import type { PublishedRateCard } from './rate-cards.ts';

/** The rental that is asked for, as text of the wire. */
type AskedRental = Pick<BookingDetails, 'rentalType' | 'dumpsterType'> & { material?: string | undefined };

/** The rate of a rental, or the fields that the card does not offer. */
type FoundRate = { rate: Rate; issues: null } | { rate: null; issues: Issue[] };

/** Finds the rate of a rental. Without a material it is the first one that is offered for the rental and the size. */
export function findOfferedRate(card: RateCard, asked: AskedRental): FoundRate {
  const rentals = offeredRentalOptions(card);
  const sizes = offeredSizes(card);
  const rentalOption = findOffered(rentals, parseRentalOption(card, asked.rentalType));
  const dumpsterSize = findOffered(sizes, parseDumpsterSize(card, asked.dumpsterType));
  const materials = offeredMaterials(card);
  const material =
    asked.material === undefined ? undefined : findOffered(materials, parseMaterial(card, asked.material));
  if (!rentalOption || !dumpsterSize || material === null) {
    const issues = [
      ...(rentalOption ? [] : [unknownEntry('rentalType', 'Rental duration', rentals)]),
      ...(dumpsterSize ? [] : [unknownEntry('dumpsterType', 'Dumpster type', sizes)]),
      ...(material === null ? [unknownEntry('material', 'Material', materials)] : []),
    ];
    return { rate: null, issues };
  }
  const candidates = material ? [material] : materials;
  for (const candidate of candidates) {
    const key = {
      rentalOption: rentalOption.id,
      dumpsterSize: dumpsterSize.id,
      material: candidate.id,
    };
    const rate = findRate(card, key);
    if (rate) return { rate, issues: null };
  }
  const wanted = material ? `${rentalOption.title} of ${material.name}` : rentalOption.title;
  const message = `The ${dumpsterSize.name} dumpster is not offered for a ${wanted}. Please choose another size.`;
  return { rate: null, issues: [{ path: 'dumpsterType', message }] };
}

function findOffered<T extends { id: string }>(offered: readonly T[], id: string | null): T | null {
  return offered.find((entry) => entry.id === id) ?? null;
}

function unknownEntry(field: string, noun: string, offered: readonly { id: string }[]): Issue {
  const ids = offered.map(({ id }) => id);
  const listed = [ids.slice(0, -1).join(', '), ids.at(-1)].filter(Boolean).join(' or ');
  return { path: field, message: `${noun} must be ${listed}` };
}

/** A rental with its price on one rate card. */
export type PricedRental = {
  rateCardId: number;
  rate: Rate;
  zone: string | null;
  /** Whether the business delivers to the ZIP code. */
  isServed: boolean;
  /** The state of the ZIP code, if it is another one than the customer's and has another tax; else null. */
  stateOfZip: UsState | null;
  placementType: PlacementType;
  /** The rule of the zone for a placement on a street; null for private property. */
  permit: StreetRule | null;
  quote: Quote;
  quoteHash: string;
  /** The last rental day, and the day until which the unit is reserved. */
  endDate: Day;
  pickupDay: Day;
  /** '7-Day Rental' and '15-Yard'. */
  rentalTitle: string;
  sizeName: string;
};

type PriceInput = {
  rate: Rate;
  details: Pick<BookingDetails, 'zip' | 'state' | 'deliveryDate'>;
  placementType: PlacementType;
  closedDays: ReadonlySet<Day>;
};

export async function priceRental(
  { id, card, zoneZips }: PublishedRateCard,
  { rate, details, placementType, closedDays }: PriceInput,
): Promise<PricedRental> {
  const { zip, state } = details;
  const zone = findZone(zoneZips, zip);
  const priceIn = (place: string) =>
    quote(card, { ...rate, zone, zip, state: place, placementType, extraDays: 0, items: [] });
  const price = priceIn(state);
  const hasOtherLines = (place: UsState) =>
    JSON.stringify(priceIn(place).lines) !== JSON.stringify(price.lines);
  const option = rentalOptionOf(card, rate.rentalOption);
  const endDate = lastRentalDay(option, details.deliveryDate);
  return {
    rateCardId: id,
    rate,
    zone,
    isServed: isServed(card.area, zone),
    stateOfZip: findTaxedState({ zip, state }, hasOtherLines),
    placementType,
    permit: findStreetRule(card, { placementType, zone }),
    quote: price,
    quoteHash: await quoteHash(id, price),
    endDate,
    pickupDay: computePickupDay(card.calendar, closedDays, endDate),
    rentalTitle: option.title,
    sizeName: sizeOf(card, rate.dumpsterSize).name,
  };
}

function findTaxedState(
  { zip, state }: Pick<BookingDetails, 'zip' | 'state'>,
  hasOtherTax: (state: UsState) => boolean,
): UsState | null {
  const states = statesOfZip(zip);
  const [first] = states;
  if (first === undefined || states.some((each) => each === state)) return null;
  return hasOtherTax(first) ? first : null;
}
