import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Day, formatDay, isDay } from '#domain/days.ts';
import { type DumpsterType, dumpsterSize, type RentalType } from '#domain/rental.ts';
import { nextAvailableDateQuery, unavailableDatesQuery } from '#web/api/availability.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { guessMonth } from './month.ts';

type Props = {
  rentalType: RentalType;
  size: DumpsterType;
  onMove: (size: DumpsterType, day: Day) => void;
  /** Looks at once, because this is the size that was wanted; otherwise when asked. */
  isWanted?: boolean;
};

/** The next day on which a sold-out size can be had, and the way to move the rental there. */
export function NextDateOffer({ rentalType, size, onMove, isWanted = false }: Props) {
  const [isAsked, setAsked] = useState(isWanted);
  const { isFetching, isError, errorUpdatedAt, day, askAgain } = useNextDay(rentalType, size, isAsked);
  const { name } = dumpsterSize(size);
  useEffect(() => {
    if (errorUpdatedAt === 0) return;
    toast({ title: 'Error', text: 'Could not load availability information', look: 'destructive' });
  }, [errorUpdatedAt]);

  if (day) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span>
          Next available {name}: <strong>{formatDay(day)}</strong>
        </span>
        <Button look="secondary" onClick={() => onMove(size, day)}>
          Use {formatDay(day)}
        </Button>
      </p>
    );
  }
  const isDone = isAsked && !isFetching;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span role="alert" className="empty:hidden">
        {isDone && isError && 'Error fetching availability information'}
        {isDone && !isError && 'No availability information found'}
      </span>
      <Button
        look="quiet"
        disabled={isFetching}
        onClick={() => {
          setAsked(true);
          if (isAsked) askAgain();
        }}
      >
        {isFetching ? 'Looking for the next date...' : `Find the next date for a ${name}`}
      </Button>
    </p>
  );
}

/** The server answers with a day, or with text that begins with 'No ' when all days from today on are free (SPEC 3). */
function useNextDay(rentalType: RentalType, size: DumpsterType, isAsked: boolean) {
  const next = useQuery({ ...nextAvailableDateQuery(rentalType, size), enabled: isAsked });
  const answer = next.data?.nextAvailableDate ?? '';
  const isAllFree = answer.startsWith('No ');
  const month = useQuery({ ...unavailableDatesQuery(rentalType, size, guessMonth()), enabled: isAllFree });
  const free = isDay(answer) ? answer : null;
  const failed = isAllFree ? month : next;
  return {
    day: isAllFree ? (month.data?.today ?? null) : free,
    isFetching: next.isFetching || (isAllFree && month.isFetching),
    isError: failed.isError,
    errorUpdatedAt: failed.errorUpdatedAt,
    askAgain: () => void failed.refetch(),
  };
}
