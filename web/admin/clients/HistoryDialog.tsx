import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { formatDay } from '#domain/days.ts';
import { formatCount } from '#domain/text.ts';
import { clientBookingsQuery } from '#web/api/clients.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { nameOf } from '#web/ui/customer.ts';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ContactFacts, Fact } from './ContactFacts.tsx';
import { HistoryPager } from './HistoryPager.tsx';
import { HISTORY_COLUMNS } from './history-columns.tsx';

const PAGE = 10;

type Props = { client: Client; onClose: () => void };

/** All that a client has booked, latest delivery first (SPEC 2). */
export function HistoryDialog({ client, onClose }: Props) {
  const id = useId();
  const bookings = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(clientBookingsQuery(client.email, { limit: PAGE, cursor }));
  const { data, error, isFetching, refetch } = query;
  const rows = data?.rows ?? null;
  const turnTo = (next: string) => {
    setCursor(next);
    bookings.current?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <Modal
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(60rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line shadow-lift"
    >
      <div className="sticky top-0 z-10 flex items-start gap-3 border-line border-b bg-surface py-2 pr-2 pl-4 sm:pl-6">
        <h2 id={id} className="wrap-anywhere line-clamp-2 min-w-0 flex-1 self-center text-xl">
          Booking history of <bdi>{nameOf(client)}</bdi>
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink"
        >
          <Icon name="close" className="size-5" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="space-y-5 p-4 sm:p-6">
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 lg:grid-cols-3">
          <ContactFacts client={client} className="max-sm:col-span-2" />
          <Fact name="Total bookings">
            {/* What was just read knows better than the list behind. */}
            {formatCount(typeof data?.total === 'number' ? data.total : client.totalBookings)}
          </Fact>
          <Fact name="First booking date">{formatDay(client.firstBookingDate)}</Fact>
        </dl>
        <div ref={bookings} className="@container/list scroll-mt-24 space-y-4">
          {error && (
            <LoadFailure
              failed={`The bookings could not be loaded.${rows ? ' The rows below are from before.' : ''}`}
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
                caption={`Bookings of ${nameOf(client)}`}
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
    </Modal>
  );
}
