import { Link, useLocation } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookingPath } from '#web/paths.ts';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import type { FromList } from './BackToBookings.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { addressText } from './words.ts';

export function RowActions({ booking }: { booking: Booking }) {
  const { search } = useLocation();
  const state: FromList = { list: search };
  const of = <span className="sr-only"> of booking #{booking.id}</span>;
  return (
    <span className="flex gap-2 max-md:*:flex-1">
      <CopyAddress address={addressText(booking)} className={rowButtonClass('!px-2')}>
        {of}
      </CopyAddress>
      <Link to={bookingPath(booking.id)} state={state} className={rowButtonClass('!px-2')}>
        View Details{of}
      </Link>
    </span>
  );
}
