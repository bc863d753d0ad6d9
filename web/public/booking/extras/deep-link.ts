import type { PublicCatalog } from '#contract/public-catalog.ts';
import { offeredMaterials, offeredRentalOptions, offeredSizes } from '#domain/catalog/entries.ts';
import { UTM_KEYS } from '#domain/catalog/quote.ts';
import { isDay } from '#domain/shared/days.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { UTM_STORAGE_KEY } from '#web/public/booking/catalog/utm.ts';
import type { Entries } from '#web/public/booking/history/entries.ts';

/** What a link to the booking page chooses: /?zip=&size=&material=&rental=&date=. */
export type DeepLink = { rentalType: string | null; entries: Partial<Entries> };

/** Returns what the address chooses, and removes it: a reload must not undo what the customer changes. Keeps utm_*. */
export function takeDeepLink(catalog: PublicCatalog): DeepLink | null {
  const query = new URLSearchParams(window.location.search);
  keepUtm(query);
  const link = parseDeepLink(catalog, query);
  if (link) window.history.replaceState(window.history.state, '', window.location.pathname);
  return link;
}

/** Returns what is valid and offered; null if that is nothing. */
export function parseDeepLink(catalog: PublicCatalog, query: URLSearchParams): DeepLink | null {
  const get = (name: string) => query.get(name)?.trim() ?? '';
  const offered = (entries: readonly { id: string }[], name: string) =>
    entries.find(({ id }) => id === get(name).toLowerCase())?.id;
  const rentalType = offered(offeredRentalOptions(catalog), 'rental') ?? null;
  const within = rentalType === null ? {} : { rentalOption: rentalType };
  const material = offered(offeredMaterials(catalog, within), 'material');
  const dumpsterType = offered(offeredSizes(catalog, { ...within, ...(material && { material }) }), 'size');
  const zip = /^\d{5}(-\d{4})?$/.exec(get('zip'))?.[0];
  const deliveryDate = isDay(get('date')) ? get('date') : undefined;
  const entries = {
    ...(zip && { zip }),
    ...(material && { material }),
    ...(dumpsterType && { dumpsterType }),
    // The calendar clears a day that cannot be booked.
    ...(deliveryDate && { deliveryDate }),
  };
  return rentalType === null && Object.keys(entries).length === 0 ? null : { rentalType, entries };
}

const MAX_LENGTH = 200;

/** Keeps the utm_* parameters of an advertisement's link for the bookings of this tab. */
function keepUtm(query: URLSearchParams): void {
  const found = UTM_KEYS.flatMap((key) => {
    const value = query.get(`utm_${key}`)?.replace(/\p{C}/gu, '').trim().slice(0, MAX_LENGTH);
    return value ? [[key, value]] : [];
  });
  if (found.length > 0) tabStorage.set(UTM_STORAGE_KEY, JSON.stringify(Object.fromEntries(found)));
}
