import { sizeOf } from '#domain/catalog/entries.ts';
import { type Day, formatDay, monthOf } from '#domain/shared/days.ts';
import type { PlaceQuery } from '#web/api/availability.ts';
import { site } from '#web/config.ts';
import { monthTitle } from '#web/kit/dates/month.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs, EmailLink, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { useNearestDays } from './use-nearest-days.ts';

type Props = {
  /** 'yyyy-mm'; has no free day. */
  month: string;
  rentalType: string;
  size: string;
  place: PlaceQuery;
  today: Day;
  onJump: (day: Day) => void;
  onPick: (day: Day) => void;
};

/** Shown for a month without a free day. Offers the next free day. */
export function FullMonth({ month, rentalType, size, place, today, onJump, onPick }: Props) {
  const { name } = sizeOf(useCatalog(), size);
  const first = `${month}-01`;
  const { next, isFetching, isError, retry } = useNearestDays({
    rentalType,
    size,
    requestedDay: first > today ? first : today,
    place,
  });
  return (
    <Notice variant="attention">
      <p>
        No day in {monthTitle(month)} can be picked for a {name}.{' '}
        {next && (
          <>
            The next free day is <strong>{formatDay(next)}</strong>.
          </>
        )}
        {!next && !isFetching && !isError && (
          <>
            No later day is free. Please call us at <PhoneLink phone={site.businessPhone} /> or write to{' '}
            <EmailLink email={site.businessEmail} />.
          </>
        )}
      </p>
      {next && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => onPick(next)}>
            Use {formatDay(next)}
          </Button>
          <Button variant="quiet" onClick={() => onJump(next)}>
            Go to {monthTitle(monthOf(next))}
          </Button>
        </div>
      )}
      {isError && !isFetching && (
        <>
          <Button variant="quiet" onClick={retry}>
            Find the next free day
          </Button>
          <CallUs before="Still not working?" />
        </>
      )}
    </Notice>
  );
}
