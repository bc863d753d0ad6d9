import {
  keepPreviousData,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import {
  getNextAvailableDate,
  listAvailableDumpsterTypes,
  listUnavailableDates,
} from '#contract/availability.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { type Day, daysOfMonth } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';

/** A placement on a street can need a permit, which takes days. Empty on private property. */
export type PlaceQuery = { zip?: string; placementType?: 'street' };

const ZIP = /^\d{5}(?:[ -]?\d{4})?$/;

/** The ZIP code without spaces around it; '' until it is complete. */
export function completeZip(typed: string): string {
  const zip = typed.trim();
  return ZIP.test(zip) ? zip : '';
}

/** What the days depend on beside the rental. */
export function placeQueryOf(place: { zip: string; placementType: string }): PlaceQuery {
  const zip = completeZip(place.zip);
  return zip && place.placementType === 'street' ? { zip, placementType: 'street' } : {};
}

/** The sizes with their counts, for the rental's days once a date is chosen. */
export function dumpsterTypesQuery(rentalType: RentalType, deliveryDate: Day | '', place: PlaceQuery) {
  const query = deliveryDate ? { rentalType, deliveryDate, ...place } : {};
  return queryOptions({
    queryKey: [listAvailableDumpsterTypes.name, query],
    queryFn: (context) => call(listAvailableDumpsterTypes, { query, ...fresh(context) }),
    placeholderData: keepPreviousData,
  });
}

/** A month 'yyyy-mm' of a rental. */
type RentalMonth = { rentalType: RentalType; dumpsterType: DumpsterType; month: string };

/**
 * The days of a month on which the rental cannot start, and the server's date. Until they are known, no day can be
 * picked; while only the place changes, the days of the earlier place are shown.
 */
export function unavailableDatesQuery(rental: RentalMonth, place: PlaceQuery) {
  const query = { ...rental, ...place };
  return queryOptions({
    queryKey: [listUnavailableDates.name, query],
    queryFn: (context) => call(listUnavailableDates, { query, ...fresh(context) }),
    placeholderData: (previous, previousQuery) => {
      const [, before] = (previousQuery?.queryKey ?? []) as [unknown?, RentalMonth?];
      const isSame =
        before?.month === rental.month &&
        before.dumpsterType === rental.dumpsterType &&
        before.rentalType === rental.rentalType;
      return previous && (isSame ? previous : { ...previous, dates: daysOfMonth(rental.month), reasons: {} });
    },
  });
}

/** How many days before the requested one are searched. */
const DAYS_BEFORE = '6';

/** The nearest days on which the rental can start: from the requested day on, and before it. */
export function nextAvailableDateQuery(
  rentalType: RentalType,
  dumpsterType: DumpsterType,
  { requested, place }: { requested: Day | ''; place: PlaceQuery },
) {
  const query = { dumpsterType, ...place, ...(requested && { from: requested, daysBefore: DAYS_BEFORE }) };
  return queryOptions({
    queryKey: [getNextAvailableDate.name, { rentalType, ...query }],
    queryFn: (context) => call(getNextAvailableDate, { params: { rentalType }, query, ...fresh(context) }),
  });
}

const CALENDAR = [listUnavailableDates];
const COUNTS = [listAvailableDumpsterTypes, getNextAvailableDate];

/** Reloads all availability, bypassing the browser's cache. */
export function refreshAvailability(client: QueryClient): Promise<void> {
  return refresh(client, [...CALENDAR, ...COUNTS]);
}

/** Reloads all availability, including queries that no screen shows now, so that the next screen has them at once. */
export function reloadAvailability(client: QueryClient): Promise<void> {
  return refresh(client, [...CALENDAR, ...COUNTS], 'all');
}

/** Reloads the free days and the business's current day. */
export function refreshCalendar(client: QueryClient): Promise<void> {
  return refresh(client, CALENDAR);
}

/** Reloads the counts of each size and the next free days. */
export function refreshCounts(client: QueryClient): Promise<void> {
  return refresh(client, COUNTS);
}

async function refresh(
  client: QueryClient,
  endpoints: { name: string }[],
  refetchType: 'active' | 'all' = 'active',
): Promise<void> {
  await Promise.all(endpoints.map(({ name }) => client.invalidateQueries({ queryKey: [name], refetchType })));
}

function fresh({ client, queryKey, signal }: QueryFunctionContext): {
  signal: AbortSignal;
  cache?: RequestCache;
} {
  const isInvalidated = client.getQueryState(queryKey)?.isInvalidated ?? false;
  return isInvalidated ? { signal, cache: 'reload' } : { signal };
}
