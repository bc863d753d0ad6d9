import type { ServiceArea, ZoneZips } from './rate-card.ts';

export type ZipRange = { from: string; to: string; zone: string };

/** Sorted once for each set of ZIP codes: a rate card never changes. */
const sorted = new WeakMap<ZoneZips, ZipRange[]>();

/** The zone of a ZIP code or ZIP+4; null outside of every zone. */
export function findZone(zoneZips: ZoneZips, zip: string): string | null {
  const wanted = zip.slice(0, 5);
  const ranges = sorted.get(zoneZips) ?? sortedRanges(zoneZips);
  sorted.set(zoneZips, ranges);
  let low = 0;
  let high = ranges.length;
  // Finds the first range that begins after the ZIP code; the one before it may contain the ZIP code.
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? '') <= wanted) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range && wanted <= range.to ? range.zone : null;
}

/** Whether the business delivers to a ZIP code of this zone (null: of no zone). */
export function isServed(area: ServiceArea, zone: string | null): boolean {
  return area.mode === 'everywhere' || zone !== null;
}

/** What a customer reads whose ZIP code is not served. */
export function declinedText(zip: string, phone: string): string {
  return `Sorry, we do not deliver to ${zip.slice(0, 5)} yet. Please call us at ${phone}: we may still be able to help.`;
}

/** The ZIP codes of all zones as ranges, in order. */
export function sortedRanges(zoneZips: ZoneZips): ZipRange[] {
  return Object.entries(zoneZips)
    .flatMap(([zone, zips]) => zips.map((text) => ({ from: text.slice(0, 5), to: text.slice(-5), zone })))
    .sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
