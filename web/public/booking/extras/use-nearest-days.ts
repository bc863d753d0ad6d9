import { useQuery } from '@tanstack/react-query';
import { type Day, isDay } from '#domain/shared/days.ts';
import { nextAvailableDateQuery, type PlaceQuery, unavailableDatesQuery } from '#web/api/availability.ts';
import { guessMonth } from '#web/public/booking/details/calendar/month.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';

type Query = {
  rentalType: string;
  size: string;
  /** The day to search from; '' before one is picked. */
  requestedDay: Day | '';
  place: PlaceQuery;
  isEnabled?: boolean;
};

/**
 * The first free day from the requested one on, and the nearest before it. The server replies with a day, or with
 * text that starts with 'No ' if all days from today on are free.
 */
export function useNearestDays({ rentalType, size, requestedDay, place, isEnabled = true }: Query) {
  const { timeZone } = useCatalog();
  const nearest = useQuery({
    ...nextAvailableDateQuery(rentalType, size, { requested: requestedDay, place }),
    enabled: isEnabled,
  });
  const answer = nearest.data?.nextAvailableDate ?? '';
  const isAllFree = answer.startsWith('No ');
  const isTodayMissing = isAllFree && !requestedDay;
  const month = useQuery({
    ...unavailableDatesQuery({ rentalType, dumpsterType: size, month: guessMonth(timeZone) }, place),
    enabled: isTodayMissing,
  });
  const activeQuery = isTodayMissing ? month : nearest;
  const allFree = requestedDay || (month.data?.today ?? null);
  return {
    next: isAllFree ? allFree : dayOrNull(answer),
    previous: dayOrNull(nearest.data?.previousAvailableDate ?? ''),
    isFetching: nearest.isFetching || (isTodayMissing && month.isFetching),
    isError: activeQuery.isError,
    errorUpdatedAt: activeQuery.errorUpdatedAt,
    retry: () => void activeQuery.refetch(),
  };
}

function dayOrNull(text: string): Day | null {
  return isDay(text) ? text : null;
}
