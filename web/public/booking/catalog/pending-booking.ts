import type { BookingDetails } from '#contract/bookings.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findRate, offeredMaterials, rentalOptionOf } from '#domain/catalog/entries.ts';
import { type PlacementType, type QuoteInput, quote } from '#domain/catalog/quote.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { bookedDetails, type Entries } from '#web/public/booking/history/entries.ts';
import type { ShownPrice } from '#web/public/rental/PriceSummary.tsx';

/** What the page shows as the price of a booking, and sends, so that nothing else is charged. */
export type BookingPrice = ShownPrice & {
  rateCardId: number;
  /** Of a price that the server has sent; otherwise it is computed from the quote. */
  hash?: string;
};

/** The booking that the deposit will create. Its id is 'pending' until then. */
export type PendingBooking = BookingDetails & {
  id: 'pending';
  status: 'pending';
  /** Of one dumpster, as the price. */
  depositAmount: number;
  quantity: number;
  material: string;
  placementType: PlacementType;
  textOptIn: boolean;
  /** The days of the rental, delivery day included. */
  days: number;
  price: BookingPrice;
  /** The version of the terms that the customer agreed to. */
  termsVersion: string;
};

/** Returns the booking that the entries describe; null if they are invalid or the catalog does not offer it. */
export function pendingBooking(
  catalog: PublicCatalog,
  rentalType: string,
  entries: Entries,
): PendingBooking | null {
  const details = bookedDetails(rentalType, entries);
  const rate = details && findChosenRate(catalog, rentalType, entries);
  if (!rate) return null;
  const price = computeBookingPrice(catalog, rate, entries);
  return {
    ...details,
    id: 'pending',
    status: 'pending',
    depositAmount: price.quote.dueNow,
    quantity: entries.quantity,
    material: rate.material,
    placementType: placementOf(entries),
    textOptIn: entries.textOptIn,
    days: rentalOptionOf(catalog, rentalType).days,
    price,
    termsVersion: catalog.termsVersion,
  };
}

/** The rate of the chosen rental, size and material; null until a size is chosen. */
export function findChosenRate(
  catalog: PublicCatalog,
  rentalType: string,
  entries: Pick<Entries, 'dumpsterType' | 'material'>,
): Rate | null {
  const { dumpsterType } = entries;
  return findRate(catalog, {
    rentalOption: rentalType,
    dumpsterSize: dumpsterType,
    material: materialIdOf(catalog, rentalType, entries),
  });
}

/** The chosen material, or the first one that is offered with the rental. */
export function materialIdOf(
  catalog: PublicCatalog,
  rentalType: string,
  { material }: Pick<Entries, 'material'>,
): string {
  return material || (offeredMaterials(catalog, { rentalOption: rentalType })[0]?.id ?? '');
}

export type PlaceEntries = Pick<Entries, 'zip' | 'state' | 'zone' | 'zoneZip' | 'placementType'>;

/** The price of a rate at the place of delivery, as far as the entries name it. */
export function computeBookingPrice(catalog: PublicCatalog, rate: Rate, place: PlaceEntries): BookingPrice {
  return { rateCardId: catalog.version, rate, quote: quote(catalog, quoteInput(catalog, rate, place)) };
}

/** The input of a rate's price without weight, more days and items. */
export function quoteInput(catalog: PublicCatalog, rate: Rate, place: PlaceEntries): QuoteInput {
  const { rentalOption, dumpsterSize, material } = rate;
  return { rentalOption, dumpsterSize, material, ...deliveryInput(catalog, place) };
}

/** What a price needs to know about the place of delivery. The zone is that of the ZIP code, if it is still the same. */
export function deliveryInput(
  catalog: PublicCatalog,
  { zip, state, zone, zoneZip, placementType }: PlaceEntries,
) {
  const isZoneKnown = zoneZip === zip && catalog.area.zones.some(({ id }) => id === zone);
  return {
    zone: isZoneKnown ? zone : null,
    zip,
    state: state || likelyState(catalog, zip),
    placementType: placementOf({ placementType }),
    extraDays: 0,
    items: [],
  };
}

/** Before the customer enters a state: the only state that the catalog taxes, so that the total has its tax early. */
function likelyState({ taxRules }: PublicCatalog, zip: string): string {
  const [first, ...others] = new Set(taxRules.flatMap(({ state }) => state ?? []));
  return zip && first && others.length === 0 ? first : '';
}

function placementOf({ placementType }: Pick<Entries, 'placementType'>): PlacementType {
  return placementType === 'street' ? 'street' : 'private';
}
