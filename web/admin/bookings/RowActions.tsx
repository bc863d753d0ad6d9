import { Link, useLocation } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { bookingPath } from '#web/paths.ts';
import type { FromList } from '#web/table/BackToList.tsx';
import { addressText } from '#web/ui/customer.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { QUIET_BUTTON } from './quiet-button.ts';

const DETAILS = 'M5 4h14v16H5zm3.5 5h7m-7 3.5h7m-7 3.5h4';

export function RowActions({ booking }: { booking: Booking }) {
  const { search } = useLocation();
  const state: FromList = { list: search };
  const of = <span className="sr-only">of booking #{booking.id}</span>;
  return (
    <span className="flex items-start cards:flex-wrap cards:gap-2 cards:*:flex-1 rows:-ml-1.5 rows:flex-col rows:@max-[52rem]/list:*:text-xs rows:@max-[52rem]/list:[&_svg]:hidden">
      <CopyAddress address={addressText(booking)} className={QUIET_BUTTON}>
        {of}
      </CopyAddress>
      <Link to={bookingPath(booking.id)} state={state} className={QUIET_BUTTON}>
        <Drawing d={DETAILS} className="size-4" />
        View Details {of}
      </Link>
    </span>
  );
}
