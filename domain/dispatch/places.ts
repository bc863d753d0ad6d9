/** Places that belong to the business or that its trucks drive to, beside the customers. */
export const SITE_KINDS = ['yard', 'disposal'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** Where a unit can be. */
export const UNIT_PLACES = ['yard', 'booking', 'truck', 'disposal', 'repair'] as const;
export type UnitPlace = (typeof UNIT_PLACES)[number];

/** How exactly an address is known. 'manual': staff placed the pin. */
export const GEOCODE_PRECISIONS = ['rooftop', 'street', 'zip', 'manual'] as const;
export type GeocodePrecision = (typeof GEOCODE_PRECISIONS)[number];

/** Who said where an address is. 'zip': the table of ZIP codes, until the geocoder answers. */
const GEOCODE_SOURCES = ['geocoder', 'zip', 'staff'] as const;
export type GeocodeSource = (typeof GEOCODE_SOURCES)[number];

/** Whether a driver who follows the map stops at the right door. */
export function isExactPoint(precision: GeocodePrecision): boolean {
  return precision === 'rooftop' || precision === 'manual';
}

/** Opening hours of seven days, Sunday first, on the business's clock; null: closed that day. */
export type SiteHours = readonly ({ opens: string; closes: string } | null)[];

/** The hours of one day, in place of those of its weekday; both null: closed. */
export type DayHours = { opens: string | null; closes: string | null };

/** When a site is open on a day. Null: always. `dayHours`: null unless that day has hours of its own. */
export function hoursOn(
  { hours, dayHours }: { hours: SiteHours | null; dayHours: DayHours | null },
  weekday: number,
): { opens: string; closes: string } | 'closed' | null {
  if (!dayHours) return hours ? (hours[weekday] ?? 'closed') : null;
  const { opens, closes } = dayHours;
  return opens === null || closes === null ? 'closed' : { opens, closes };
}

/** A place in the words of staff. */
export const PLACE_LABELS: Readonly<Record<UnitPlace, string>> = {
  yard: 'Yard',
  booking: 'At a customer',
  truck: 'On a truck',
  disposal: 'Disposal site',
  repair: 'In repair',
};

/** Where a unit is, in words: 'Main yard', 'Booking #12', 'Truck 1', 'In repair'. */
export function placeText(at: {
  place: UnitPlace;
  siteName?: string | null;
  bookingId?: number | null;
  truckName?: string | null;
}): string {
  const { place, siteName, bookingId, truckName } = at;
  if (bookingId) return `Booking #${bookingId}`;
  return siteName ?? truckName ?? PLACE_LABELS[place];
}
