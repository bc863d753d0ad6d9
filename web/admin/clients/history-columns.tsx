import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { rentalOption } from '#domain/rental.ts';
import { bookingPath } from '#web/paths.ts';
import type { Column } from '#web/table/column.ts';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

/** SPEC 2, the history of a client. */
export const HISTORY_COLUMNS: readonly Column<Booking>[] = [
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
    cell: ({ rentalType }) => rentalOption(rentalType).label,
  },
  {
    field: 'deliveryDate',
    header: 'Delivery Date',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ deliveryDate }) => formatDay(deliveryDate),
  },
  { field: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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
