import type { Dashboard } from '#contract/dashboard.ts';
import type { BookingStatus } from '#domain/bookings.ts';
import { formatUsd } from '#domain/money.ts';
import { formatCount } from '#domain/text.ts';
import { PATHS } from '#web/paths.ts';
import type { Figure } from '#web/table/FigureCards.tsx';

export const BOOKING_FIGURES: readonly Figure<Dashboard>[] = [
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

export const MONEY_FIGURES: readonly Figure<Dashboard>[] = [
  {
    title: 'Total Revenue',
    value: (data) => formatUsd(data.totalRevenue),
    note: (data) => counted(data.paymentCount, 'transaction'),
    to: `${PATHS.adminTransactions}?status=succeeded`,
  },
  {
    title: 'Refunded Amount',
    value: (data) => formatUsd(data.refundedAmount),
    note: (data) => counted(data.refundCount, 'refund'),
    to: `${PATHS.adminTransactions}?status=refunded`,
  },
  {
    title: 'Net Revenue',
    value: (data) => formatUsd(data.netRevenue),
    note: () => 'After processing all refunds',
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
