import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Booking, exportBookings, listBookings } from '#contract/staff-bookings.ts';
import { hasAmount, type WorkWithAmount } from '#domain/rental/work-lists.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import type { ListOrigin } from '#web/kit/table/BackToList.tsx';
import { ExportLink } from '#web/kit/table/ExportLink.tsx';
import type { FilterValues } from '#web/kit/table/filters/filters.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import { useColumns } from '#web/kit/table/use-columns.tsx';
import { useList } from '#web/kit/table/use-list.ts';
import { ViewsButton } from '#web/kit/table/views/ViewsButton.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { useBulkActions } from '#web/office/bookings/bulk/use-bulk-actions.tsx';
import { useMay, useMayWrite } from '#web/office/bookings/use-may.ts';
import { bookingPath } from '#web/paths.ts';
import { bookingColumns } from './columns.tsx';
import { DayPresets } from './DayPresets.tsx';
import { makeBookingFilters } from './filters.ts';
import { useRowDialog, useRowItems } from './RowMenu.tsx';

const BookingRowDetails = lazy(async () => ({
  default: (await import('./BookingRowDetails.tsx')).BookingRowDetails,
}));

type Props = {
  caption: string;
  empty: string;
  /** Filters that always apply, such as { status: 'pending' }. Keep them outside of the component. */
  fixed?: FilterValues;
};

const SUM_NAMES: Readonly<Record<WorkWithAmount, string>> = {
  balance_due: 'balance due',
  unpriced: 'due later',
};

/** A list of bookings. */
export function BookingList({ caption, empty, fixed }: Props) {
  const { data: names = null } = useQuery(catalogNamesQuery());
  const definition = useMemo(
    () => ({
      defaultSort: '-id',
      entity: 'booking' as const,
      filters: makeBookingFilters(names),
      ...(fixed && { fixed }),
    }),
    [names, fixed],
  );
  const list = useList(listBookings, definition);
  const mayWrite = useMayWrite();
  const mayPrice = useMay('bookings:override-price');
  const { selection, bar } = useBulkActions(list);
  const navigate = useNavigate();
  const { search } = useLocation();
  const visit = useCallback(
    ({ id }: Booking) => void navigate(bookingPath(id), { state: { list: search } satisfies ListOrigin }),
    [navigate, search],
  );
  const { dialog, openOn } = useRowDialog(list.page?.rows ?? []);
  const itemsOf = useRowItems({ onVisit: visit, onOpen: openOn });
  const { work } = list.state.filters;
  const amount = hasAmount(work) ? work : null;
  const all = useMemo(
    () => bookingColumns({ mayWrite, mayPrice, amount, onVisit: visit, onOpen: openOn }),
    [mayWrite, mayPrice, amount, visit, openOn],
  );
  const { columns, chosen, menu } = useColumns(amount ? `bookings.${amount}` : 'bookings', all, list);
  return (
    <>
      <ListView
        list={list}
        columns={columns}
        caption={caption}
        empty={empty}
        failed="The bookings could not be loaded."
        tools={
          <>
            <ViewsButton list={list} name="bookings" columns={chosen} />
            <DayPresets list={list} />
            {menu}
            <ExportLink list={list} endpoint={exportBookings} />
          </>
        }
        sumName={amount ? SUM_NAMES[amount] : undefined}
        isDense
        searchLabel="Search bookings"
        suggestFrom="bookings"
        rowKey={({ id }) => id}
        rowName={(booking) => `booking #${booking.id}, ${customerFullName(booking)}`}
        onOpen={visit}
        onOtherKey={(row, pressed) =>
          itemsOf(row).find(({ keyHint }) => keyHint === pressed.toUpperCase())?.onPick
        }
        details={(booking) => (
          <ErrorBoundary>
            <Suspense fallback={<div className="h-24" />}>
              <BookingRowDetails booking={booking} />
            </Suspense>
          </ErrorBoundary>
        )}
        selection={selection}
      />
      {bar}
      {dialog}
    </>
  );
}
