import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { BookingList } from './BookingList.tsx';

export default function BookingsPage() {
  return (
    <div className="space-y-5">
      <PageHeading title="Dumpster Rental Bookings">Manage all customer bookings and rentals</PageHeading>
      <BookingList caption="Bookings" empty="No bookings found" />
    </div>
  );
}
