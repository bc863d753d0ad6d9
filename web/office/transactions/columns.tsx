import { Link, useLocation } from 'react-router';
import type { Transaction } from '#contract/transactions.ts';
import { TRANSACTION_TYPE_LABELS } from '#domain/money/transactions.ts';
import type { ListOrigin } from '#web/kit/table/BackToList.tsx';
import type { Column } from '#web/kit/table/column.ts';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { TransactionBadge } from '#web/kit/ui/TransactionBadge.tsx';
import { bookingPath, transactionPath } from '#web/paths.ts';
import { amountText, dayText, methodText, timeText } from './words.ts';

const LINK =
  'inline-flex min-h-9 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11';

export const TRANSACTION_COLUMNS: readonly Column<Transaction>[] = [
  {
    field: 'id',
    header: 'ID',
    card: 'title',
    className: 'text-xs cards:text-sm cards:font-semibold',
    // The beginning is enough to tell payments from refunds; the details have the whole id.
    cell: ({ id }) => (
      <bdi title={id} className="rows:block rows:max-w-22 rows:truncate rows:@max-[45rem]/list:max-w-12">
        {id}
      </bdi>
    ),
  },
  {
    field: 'customer',
    header: 'Customer',
    className: 'rows:@min-[45rem]/list:min-w-28 rows:@min-[58rem]/list:w-1/4',
    cell: ({ customer, receiptEmail }) =>
      customer === null ? (
        <span className="text-ink-soft">{receiptEmail ?? 'Not known'}</span>
      ) : (
        <bdi className="font-semibold">{customer}</bdi>
      ),
  },
  {
    field: 'created',
    header: 'Date',
    sortKey: 'created',
    sortsFirst: 'desc',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created }) => (
      <>
        <span className="block">{dayText(created)}</span>
        <span className="block text-ink-soft text-xs">{timeText(created)}</span>
      </>
    ),
  },
  {
    field: 'type',
    header: 'Type',
    sortKey: 'type',
    className: 'whitespace-nowrap',
    cell: ({ type }) => TRANSACTION_TYPE_LABELS[type],
  },
  {
    field: 'paymentMethod',
    header: 'Method',
    cell: ({ paymentMethod }) =>
      paymentMethod === null ? <span className="text-ink-soft">Not known</span> : methodText(paymentMethod),
  },
  {
    field: 'amount',
    header: 'Amount',
    sortKey: 'amount',
    sortsFirst: 'desc',
    align: 'end',
    className: 'whitespace-nowrap font-semibold',
    cell: amountText,
  },
  {
    field: 'status',
    header: 'Status',
    sortKey: 'status',
    cell: ({ type, status }) => <TransactionBadge type={type} status={status} />,
  },
  {
    field: 'bookingId',
    header: 'Booking ID',
    className: 'tabular-nums',
    cell: ({ bookingId }) =>
      bookingId === null ? (
        <span className="text-ink-soft">None</span>
      ) : (
        <Link to={bookingPath(bookingId)} className={LINK}>
          <span className="sr-only">Booking</span> #{bookingId}
        </Link>
      ),
  },
  {
    field: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: ({ id }) => <DetailsLink id={id} />,
  },
];

function DetailsLink({ id }: { id: string }) {
  const { search } = useLocation();
  const state: ListOrigin = { list: search };
  return (
    <Link
      to={transactionPath(id)}
      state={state}
      className={rowButtonClass('cards:w-full rows:@max-[45rem]/list:px-2 rows:@max-[45rem]/list:text-xs')}
    >
      Details <span className="sr-only">of {id}</span>
    </Link>
  );
}
