import { NewBookingLink } from '#web/kit/table/NewBookingLink.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { BulkResult } from '#web/office/bookings/bulk/BulkResult.tsx';
import { BookingList } from './BookingList.tsx';

export default function BookingsPage() {
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading title="Dumpster Rental Bookings">Manage all customer bookings and rentals</PageHeading>
        <NewBookingLink />
      </div>
      <BookingList caption="Bookings" empty="No bookings found" />
      <BulkResult />
    </div>
  );
}
