import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import type { Page } from '#web/api/call.ts';
import { clientBookingsQuery } from '#web/api/clients.ts';
import type { Column } from '#web/kit/table/column.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { bookingPath } from '#web/paths.ts';
import { ClientFact, ContactFacts } from './ContactFacts.tsx';
import { bookingsText } from './words.ts';

const PAGE = 10;

type Props = { client: Client; onClose: () => void };

/** All bookings of a client, latest delivery first. */
export function HistoryDialog({ client, onClose }: Props) {
  const bookings = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(clientBookingsQuery(client.key, { limit: PAGE, cursor }));
  const { data, error, isFetching, refetch } = query;
  const rows = data?.rows ?? null;
  const turnTo = (next: string) => {
    setCursor(next);
    bookings.current?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <Dialog
      title={
        <>
          Booking history of <bdi>{customerFullName(client)}</bdi>
        </>
      }
      layout="page"
      onClose={onClose}
    >
      <div className="space-y-5 p-4 sm:p-6">
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 lg:grid-cols-3">
          <ContactFacts client={client} className="max-sm:col-span-2" />
          <ClientFact name="Total bookings">
            {/* The reply of this dialog is newer than the list behind it. */}
            {formatCount(typeof data?.total === 'number' ? data.total : client.totalBookings)}
          </ClientFact>
          <ClientFact name="First booking date">{formatDay(client.firstBookingDate)}</ClientFact>
        </dl>
        <div ref={bookings} className="@container/list scroll-mt-24 space-y-4">
          {error && (
            <LoadFailure
              failed={`The bookings could not be loaded.${rows ? ' Showing earlier data.' : ''}`}
              error={error}
              isFetching={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {rows?.length === 0 && (
            <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-soft">
              No booking records found for this client
            </p>
          )}
          {(rows || !error) && rows?.length !== 0 && (
            <div className="rows:rounded-lg rows:border rows:border-line">
              <DataTable
                caption={`Bookings of ${customerFullName(client)}`}
                columns={HISTORY_COLUMNS}
                rows={rows}
                rowKey={(booking) => booking.id}
                rowName={(booking) => `booking #${booking.id}`}
                isBusy={isFetching}
              />
            </div>
          )}
          {data && <HistoryPager page={data} onPage={turnTo} />}
        </div>
      </div>
    </Dialog>
  );
}

type HistoryPagerProps = { page: Page<Booking>; onPage: (cursor: string) => void };

/** Links to the previous and next page; nothing if there is one page only. */
function HistoryPager({ page, onPage }: HistoryPagerProps) {
  const { prev, next, rows, total } = page;
  if (!prev && !next) return null;
  const of = total === '1000+' ? 'over 1,000 bookings' : bookingsText(total);
  return (
    <nav aria-label="Pages of bookings" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft text-sm tabular-nums">
        Showing {rows.length} of {of}
      </p>
      <div className="flex gap-2">
        <RowButton aria-disabled={!prev} onClick={() => prev && onPage(prev)}>
          Previous
        </RowButton>
        <RowButton aria-disabled={!next} onClick={() => next && onPage(next)}>
          Next
        </RowButton>
      </div>
    </nav>
  );
}

/** The history of a client. */
const HISTORY_COLUMNS: readonly Column<Booking>[] = [
  {
    field: 'id',
    header: 'ID',
    card: 'title',
    className: 'whitespace-nowrap tabular-nums cards:font-semibold cards:text-base',
    cell: ({ id }) => `#${id}`,
  },
  {
    field: 'rentalType',
    header: 'Rental Type',
    className: 'whitespace-nowrap',
    cell: ({ rentalLabel }) => rentalLabel,
  },
  {
    field: 'deliveryDate',
    header: 'Delivery Date',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ deliveryDate }) => formatDay(deliveryDate),
  },
  { field: 'status', header: 'Status', cell: (booking) => <StatusBadge {...booking} /> },
  {
    field: 'depositAmount',
    header: 'Deposit Amount',
    align: 'end',
    cell: ({ depositAmount, finalPrice }) => (
      <>
        <span className="block whitespace-nowrap">{formatUsd(depositAmount)}</span>
        {finalPrice !== null && (
          <span className="block whitespace-nowrap text-ink-soft text-xs">Final {formatUsd(finalPrice)}</span>
        )}
      </>
    ),
  },
  {
    field: 'details',
    header: 'Details',
    card: 'actions',
    cell: ({ id }) => (
      <Link to={bookingPath(id)} className={rowButtonClass('cards:w-full')}>
        View Details <span className="sr-only">of booking #{id}</span>
      </Link>
    ),
  },
];
