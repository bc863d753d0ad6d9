import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/days.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import type { Column } from '#web/table/column.ts';
import { nameOf } from '#web/ui/customer.ts';
import { EmailText } from '#web/ui/EmailText.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { AttentionBadge } from './AttentionBadge.tsx';
import { PriceCell } from './PriceCell.tsx';
import { RowActions } from './RowActions.tsx';
import { StatusCell } from './StatusCell.tsx';

/** SPEC 2. Who may not write sees the same, as text. */
export function bookingColumns(mayWrite: boolean): Column<Booking>[] {
  return [
    {
      field: 'id',
      header: 'ID',
      sortKey: 'id',
      sortsFirst: 'desc',
      card: 'title',
      className: 'whitespace-nowrap tabular-nums cards:font-semibold cards:text-base',
      cell: ({ id }) => `#${id}`,
    },
    {
      field: 'customer',
      header: 'Customer',
      sortKey: 'customer',
      className: 'rows:min-w-28 rows:@max-[45rem]/list:min-w-22 rows:@min-[58rem]/list:w-1/5',
      cell: (booking) => (
        <>
          <span className="block font-semibold">
            <bdi>{nameOf(booking)}</bdi>
          </span>
          <span className="block text-ink-soft text-xs">
            <EmailText email={booking.email} />
          </span>
        </>
      ),
    },
    {
      field: 'rentalType',
      header: 'Rental Type',
      sortKey: 'rentalType',
      className: 'whitespace-nowrap',
      cell: ({ rentalType, dumpsterType }) => (
        <>
          <span className="block">{rentalOption(rentalType).label}</span>
          <span className="block text-ink-soft text-xs">{dumpsterSize(dumpsterType).name}</span>
        </>
      ),
    },
    {
      field: 'deliveryDate',
      header: 'Delivery Date',
      sortKey: 'deliveryDate',
      sortsFirst: 'desc',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ deliveryDate, endDate }) => (
        <>
          <span className="block">{formatDay(deliveryDate)}</span>
          {endDate !== deliveryDate && (
            <span className="block text-ink-soft text-xs">to {formatDay(endDate)}</span>
          )}
        </>
      ),
    },
    {
      field: 'status',
      header: 'Status',
      sortKey: 'status',
      cell: (booking) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {mayWrite ? <StatusCell booking={booking} /> : <StatusBadge status={booking.status} />}
          <AttentionBadge reason={booking.needsAttention} />
        </span>
      ),
    },
    {
      field: 'pricing',
      header: 'Pricing',
      sortKey: 'finalPrice',
      sortsFirst: 'desc',
      className: 'tabular-nums',
      cell: (booking) => <PriceCell booking={booking} mayWrite={mayWrite} />,
    },
    {
      field: 'actions',
      header: 'Actions',
      card: 'actions',
      cell: (booking) => <RowActions booking={booking} />,
    },
  ];
}
