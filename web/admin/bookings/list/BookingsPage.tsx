import { useMemo } from 'react';
import { exportBookings, listBookings } from '#contract/staff-bookings.ts';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { ExportLink } from '#web/table/ExportLink.tsx';
import { ListView } from '#web/table/ListView.tsx';
import { useList } from '#web/table/use-list.ts';
import { customerFullName } from '#web/ui/names.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { RowDetails } from './BookingRowDetails.tsx';
import { bookingColumns } from './columns.tsx';
import { BOOKINGS } from './filters.ts';

export default function BookingsPage() {
  const list = useList(listBookings, BOOKINGS);
  const mayWrite = useMayWrite();
  const columns = useMemo(() => bookingColumns(mayWrite), [mayWrite]);
  return (
    <div className="space-y-5">
      <PageHeading title="Dumpster Rental Bookings">Manage all customer bookings and rentals</PageHeading>
      <ListView
        list={list}
        columns={columns}
        caption="Bookings"
        empty="No bookings found"
        failed="The bookings could not be loaded."
        tools={<ExportLink list={list} endpoint={exportBookings} />}
        searchLabel="Search bookings"
        rowKey={({ id }) => id}
        rowName={(booking) => `booking #${booking.id}, ${customerFullName(booking)}`}
        details={(booking) => <RowDetails booking={booking} />}
      />
    </div>
  );
}
