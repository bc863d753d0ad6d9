import { useMemo } from 'react';
import { exportBookings, listBookings } from '#contract/staff-bookings.ts';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { ExportLink } from '#web/table/ExportLink.tsx';
import { ListView } from '#web/table/ListView.tsx';
import type { ListDefinition } from '#web/table/list-state.ts';
import { useList } from '#web/table/use-list.ts';
import { customerFullName } from '#web/ui/names.ts';
import { BookingRowDetails } from './BookingRowDetails.tsx';
import { bookingColumns } from './columns.tsx';

type Props = { definition: ListDefinition; caption: string; empty: string };

/** A list of bookings. The definition may hold fixed filters: `{ ...BOOKINGS, fixed: { status: 'pending' } }`. */
export function BookingList({ definition, caption, empty }: Props) {
  const list = useList(listBookings, definition);
  const mayWrite = useMayWrite();
  const columns = useMemo(() => bookingColumns(mayWrite), [mayWrite]);
  return (
    <ListView
      list={list}
      columns={columns}
      caption={caption}
      empty={empty}
      failed="The bookings could not be loaded."
      tools={<ExportLink list={list} endpoint={exportBookings} />}
      searchLabel="Search bookings"
      rowKey={({ id }) => id}
      rowName={(booking) => `booking #${booking.id}, ${customerFullName(booking)}`}
      details={(booking) => <BookingRowDetails booking={booking} />}
    />
  );
}
