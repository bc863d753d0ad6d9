import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Dashboard, getDashboard } from '#contract/dashboard.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import { call } from '#web/api/call.ts';
import { todayQuery } from '#web/api/today.ts';
import { site } from '#web/config.ts';
import { momentText, weekdayText } from '#web/kit/dates/moment.ts';
import { type Figure, FigureCards } from '#web/kit/table/FigureCards.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { LEDGER_DEFINITIONS } from '#web/kit/table/ledger-definitions.ts';
import { NewBookingLink } from '#web/kit/table/NewBookingLink.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { PATHS } from '#web/paths.ts';
import { TodayPanel } from './today/TodayPanel.tsx';

const LINKS = [
  { path: PATHS.adminBookings, text: 'View All Bookings', variant: 'secondary' },
  { path: PATHS.adminTransactions, text: 'View All Transactions', variant: 'secondary' },
] as const;

/** Reloaded whenever the dashboard is opened. */
const dashboardQuery = queryOptions({
  queryKey: [getDashboard.name],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
  refetchOnMount: 'always',
});

export default function DashboardPage() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(dashboardQuery);
  const { data: today } = useQuery(todayQuery);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <PageHeading title="Dashboard Overview">
          {today && <span className="font-semibold text-ink">{weekdayText(today.day)} · </span>}
          <span role="status" className="text-sm tabular-nums">
            {statusText({ asOfMs: data ? dataUpdatedAt : null, isFetching })}
          </span>
        </PageHeading>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:gap-2">
          <NewBookingLink />
          <RowButton className="!min-h-11" onClick={() => void refetch()} aria-disabled={isFetching}>
            Refresh
          </RowButton>
          <Link to={PATHS.adminDaySheet} className={rowButtonClass('!min-h-11')}>
            Print day
          </Link>
          {LINKS.map(({ path, text, variant }) => (
            <Link
              key={path}
              to={path}
              className={buttonClass(variant, 'max-sm:flex-auto max-[86rem]:px-3 max-[86rem]:text-sm')}
            >
              {text}
            </Link>
          ))}
        </div>
      </div>
      <TodayPanel />
      {error && (
        <LoadFailure
          failed={`The figures could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(data || !error) && (
        <div aria-busy={isFetching} className="space-y-8">
          <FigureCards title="Bookings" figures={BOOKING_FIGURES} data={data ?? null} />
          <FigureCards title="Money" figures={MONEY_FIGURES} data={data ?? null} />
        </div>
      )}
    </div>
  );
}

function statusText({ asOfMs, isFetching }: { asOfMs: number | null; isFetching: boolean }): string {
  if (asOfMs !== null) return `As of ${momentText(new Date(asOfMs).toISOString(), site.timeZone)}`;
  return isFetching ? 'Loading...' : 'Nothing loaded';
}

const BOOKING_FIGURES: readonly Figure<Dashboard>[] = [
  { title: 'Total Bookings', value: (data) => counted(data.totalBookings), to: PATHS.adminBookings },
  { title: 'Pending Bookings', value: (data) => counted(data.pendingBookings), to: bookingsOf('pending') },
  {
    title: 'Confirmed Bookings',
    value: (data) => counted(data.confirmedBookings),
    to: bookingsOf('confirmed'),
  },
  {
    title: 'Completed Bookings',
    value: (data) => counted(data.completedBookings),
    to: bookingsOf('completed'),
  },
];

const MONEY_FIGURES: readonly Figure<Dashboard>[] = [
  {
    title: 'Total Revenue',
    value: (data) => formatUsd(data.totalRevenue),
    note: (data) => counted(data.paymentCount, 'transaction'),
    definition: (data) => LEDGER_DEFINITIONS.revenue(data?.revenueTax),
    to: `${PATHS.adminTransactions}?status=succeeded`,
  },
  {
    title: 'Refunded Amount',
    value: (data) => formatUsd(data.refundedAmount),
    note: (data) => counted(data.refundCount, 'refund'),
    definition: (data) => LEDGER_DEFINITIONS.refunded(data?.refundedTax),
    to: `${PATHS.adminTransactions}?status=refunded`,
  },
  {
    title: 'Net Revenue',
    value: (data) => formatUsd(data.netRevenue),
    note: () => 'After processing all refunds',
    definition: LEDGER_DEFINITIONS.net,
    isBelowNothing: (data) => data.netRevenue < 0,
  },
];

function bookingsOf(status: BookingStatus): string {
  return `${PATHS.adminBookings}?status=${status}`;
}

/** '1,234', or '1 refund' and '1,234 refunds'. */
function counted(count: number, of?: string): string {
  const number = formatCount(count);
  return of ? `${number} ${of}${count === 1 ? '' : 's'}` : number;
}
