import { useEffect, useState } from 'react';
import { sizeOf } from '#domain/catalog/entries.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import type { PlaceQuery } from '#web/api/availability.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { useNearestDays } from './use-nearest-days.ts';

type Props = {
  rentalType: string;
  size: string;
  /** The requested day; '' before one is picked. */
  date: Day | '';
  place: PlaceQuery;
  onMove: (size: string, day: Day) => void;
  /** Searches at once because the customer chose this size; otherwise after a press of the button. */
  isChosenSize?: boolean;
};

/** Offers the free days of a sold-out size nearest to the requested day. */
export function NextDateOffer({ rentalType, size, date, place, onMove, isChosenSize = false }: Props) {
  const [isEnabled, setEnabled] = useState(isChosenSize);
  const { next, previous, isFetching, isError, errorUpdatedAt, retry } = useNearestDays({
    rentalType,
    size,
    requestedDay: date,
    place,
    isEnabled,
  });
  const { name } = sizeOf(useCatalog(), size);
  useEffect(() => {
    if (errorUpdatedAt === 0) return;
    toast({ title: 'Error', text: 'Could not load availability information', variant: 'destructive' });
  }, [errorUpdatedAt]);

  if (next || previous) {
    const use = (day: Day) => onMove(size, day);
    return (
      <div className="space-y-2">
        {previous && <DayOffer words={`${name} available earlier`} day={previous} onUse={use} />}
        {next && <DayOffer words={`Next available ${name}`} day={next} onUse={use} />}
      </div>
    );
  }
  const isDone = isEnabled && !isFetching;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span role="alert" className="empty:hidden">
          {isDone && isError && 'Error fetching availability information'}
          {isDone && !isError && 'No availability information found'}
        </span>
        <Button
          variant="quiet"
          disabled={isFetching}
          onClick={() => {
            setEnabled(true);
            if (isEnabled) retry();
          }}
        >
          {isFetching ? 'Looking for the next date...' : `Find the next date for a ${name}`}
        </Button>
      </p>
      {isDone && <CallUs before="We can help you find a day." />}
    </>
  );
}

type DayOfferProps = { words: string; day: Day; onUse: (day: Day) => void };

function DayOffer({ words, day, onUse }: DayOfferProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span>
        {words}: <strong>{formatDay(day)}</strong>
      </span>
      <Button variant="secondary" onClick={() => onUse(day)}>
        Use {formatDay(day)}
      </Button>
    </p>
  );
}
