import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { clientBookingsQuery } from '#web/api/clients.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { bookingPath } from '#web/paths.ts';
import { rentalText } from './words.ts';

/** So many are shown of each client. */
export const RECENT_COUNT = 3;

type Props = { clientKey: string /** The number of the client's bookings. */; count: number };

export function RecentBookings({ clientKey, count }: Props) {
  const { data, error, isFetching, refetch } = useQuery(
    clientBookingsQuery(clientKey, { limit: RECENT_COUNT }),
  );
  if (error) {
    return (
      <LoadFailure
        failed="The bookings could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton count={Math.min(count, RECENT_COUNT)} />;
  if (data.rows.length === 0) {
    return <p className="text-ink-soft">No booking records found for this client</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {data.rows.map((booking) => (
        <li key={booking.id} className={ROW}>
          <Entry booking={booking} />
        </li>
      ))}
    </ul>
  );
}

const ROW =
  'flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 max-md:min-h-11 pointer-coarse:min-h-11';

function Entry({ booking }: { booking: Booking }) {
  return (
    <>
      <span className="tabular-nums">
        <Link
          to={bookingPath(booking.id)}
          className="inline-block py-1 text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-w-11 max-md:py-[0.7rem] pointer-coarse:min-w-11 pointer-coarse:py-[0.7rem]"
        >
          <span className="sr-only">Booking</span> #{booking.id}
        </Link>{' '}
        <span className="ml-2">{rentalText(booking)}</span>
      </span>
      <StatusBadge {...booking} />
    </>
  );
}

/** Holds the place of so many. */
function Skeleton({ count }: { count: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the bookings...</span>
      <ul aria-hidden="true" className="divide-y divide-line">
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <li key={place} className={ROW}>
            <span className="h-3.5 w-1/2 animate-pulse rounded-sm bg-line" />
            <span className="h-5 w-20 animate-pulse rounded-sm bg-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}
