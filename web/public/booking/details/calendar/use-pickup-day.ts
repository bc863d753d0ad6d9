import { useQuery } from '@tanstack/react-query';
import { type Day, monthOf } from '#domain/shared/days.ts';
import { type PlaceQuery, unavailableDatesQuery } from '#web/api/availability.ts';

type Rental = { rentalType: string; size: string; date: Day | ''; place: PlaceQuery };

/** The day of the pickup by the server's calendar, if it is later than the last rental day; else null. */
export function usePickupDay({ rentalType, size, date, place }: Rental): Day | null {
  const month = monthOf(date);
  const { data } = useQuery({
    ...unavailableDatesQuery({ rentalType, dumpsterType: size, month }, place),
    enabled: size !== '' && month !== '',
  });
  return data?.pickupDays?.[date] ?? null;
}
