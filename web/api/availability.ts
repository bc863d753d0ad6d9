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
import type { Day } from '#domain/days.ts';
import type { DumpsterType, RentalType } from '#domain/rental.ts';
import { call } from '#web/api/call.ts';

/** The sizes, counted for the rental's days once a date is chosen. */
export function dumpsterTypesQuery(rentalType: RentalType, deliveryDate: Day | '') {
  const query = deliveryDate ? { rentalType, deliveryDate } : {};
  return queryOptions({
    queryKey: [listAvailableDumpsterTypes.name, query],
    queryFn: (context) => call(listAvailableDumpsterTypes, { query, ...fresh(context) }),
    placeholderData: keepPreviousData,
  });
}

/** The days of a month ('yyyy-mm') on which that rental of that size cannot begin, and the server's today. */
export function unavailableDatesQuery(rentalType: RentalType, dumpsterType: DumpsterType, month: string) {
  const query = { rentalType, dumpsterType, month };
  return queryOptions({
    queryKey: [listUnavailableDates.name, query],
    queryFn: (context) => call(listUnavailableDates, { query, ...fresh(context) }),
    placeholderData: keepPreviousData,
  });
}

export function nextAvailableDateQuery(rentalType: RentalType, dumpsterType: DumpsterType) {
  return queryOptions({
    queryKey: [getNextAvailableDate.name, { rentalType, dumpsterType }],
    queryFn: (context) =>
      call(getNextAvailableDate, { params: { rentalType }, query: { dumpsterType }, ...fresh(context) }),
  });
}

/** What was sold meanwhile shows up: every answer on availability is asked for again, past the browser's cache. */
export async function refreshAvailability(client: QueryClient): Promise<void> {
  const names = [listAvailableDumpsterTypes, listUnavailableDates, getNextAvailableDate].map(
    ({ name }) => name,
  );
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

function fresh({ client, queryKey, signal }: QueryFunctionContext): {
  signal: AbortSignal;
  cache?: RequestCache;
} {
  const isInvalidated = client.getQueryState(queryKey)?.isInvalidated ?? false;
  return isInvalidated ? { signal, cache: 'reload' } : { signal };
}
