import { Link } from 'react-router';
import type { ReconciliationIssue } from '#contract/reconciliation.ts';
import { DIFFERENCE_LABELS } from '#domain/money/reconciliation.ts';
import {
  TRANSACTION_TYPE_LABELS,
  type TransactionStatus,
  type TransactionType,
} from '#domain/money/transactions.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import type { Column } from '#web/kit/table/column.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { TransactionBadge } from '#web/kit/ui/TransactionBadge.tsx';
import { bookingPath, transactionPath } from '#web/paths.ts';

const LINK =
  'inline-flex min-h-9 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11';

type SettleProps = {
  canSettle: boolean;
  settle: (issue: ReconciliationIssue) => void;
  settlingId: number | null;
};

export function issueColumns(settleProps: SettleProps): readonly Column<ReconciliationIssue>[] {
  return [
    {
      field: 'objectId',
      header: 'Payment or refund',
      card: 'title',
      cell: (issue) => <Subject issue={issue} />,
    },
    {
      field: 'foundAt',
      header: 'Found',
      sortKey: 'id',
      sortsFirst: 'desc',
      className: 'tabular-nums',
      cell: ({ foundAt }) => <time dateTime={foundAt}>{momentText(foundAt, site.timeZone)}</time>,
    },
    {
      field: 'bookingId',
      header: 'Booking',
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
      field: 'difference',
      header: 'Difference',
      cell: ({ difference }) => <span className="font-semibold">{DIFFERENCE_LABELS[difference]}</span>,
    },
    {
      field: 'ledger',
      header: 'Our records',
      cell: ({ type, ledgerStatus, ledgerAmount }) => (
        <Side type={type} status={ledgerStatus} amount={ledgerAmount} />
      ),
    },
    {
      field: 'stripe',
      header: "Stripe's, or recomputed",
      cell: ({ type, stripeStatus, stripeAmount }) => (
        <Side type={type} status={stripeStatus} amount={stripeAmount} />
      ),
    },
    {
      field: 'state',
      header: 'Settled',
      card: 'actions',
      cell: (issue) => <State issue={issue} {...settleProps} />,
    },
  ];
}

/** A link to its page, if the ledger has it by now. */
function Subject({ issue: { type, objectId, isInLedger, difference } }: { issue: ReconciliationIssue }) {
  if (difference === 'amount_due') return <span className="font-semibold">Amount due of the booking</span>;
  return (
    <>
      <span className="block font-semibold">{TRANSACTION_TYPE_LABELS[type]}</span>
      {isInLedger ? (
        <Link to={transactionPath(objectId)} className={`${LINK} wrap-anywhere text-xs`}>
          {objectId}
        </Link>
      ) : (
        <bdi className="wrap-anywhere text-ink-soft text-xs">{objectId}</bdi>
      )}
    </>
  );
}

type SideProps = { type: TransactionType; status: TransactionStatus | null; amount: number | null };

function Side({ type, status, amount }: SideProps) {
  if (status === null && amount !== null) return <span className="tabular-nums">{formatUsd(amount)}</span>;
  if (status === null || amount === null) return <span className="text-ink-soft">Nothing</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular-nums">{formatUsd(amount)}</span>
      <TransactionBadge type={type} status={status} />
    </span>
  );
}

function State({ issue, canSettle, settle, settlingId }: SettleProps & { issue: ReconciliationIssue }) {
  const { id, objectId, settledAt, settledBy } = issue;
  if (settledAt !== null) {
    return (
      <span className="text-sm">
        <span className="cards:hidden">By</span>
        <span className="rows:hidden">Settled by</span>{' '}
        {settledBy === null ? 'itself' : <bdi>{settledBy}</bdi>}
        <time dateTime={settledAt} className="block text-ink-soft text-xs">
          {momentText(settledAt, site.timeZone)}
        </time>
      </span>
    );
  }
  if (!canSettle) return <span className="text-ink-soft">Not settled yet</span>;
  return (
    <RowButton className="cards:w-full" aria-disabled={settlingId !== null} onClick={() => settle(issue)}>
      {settlingId === id ? 'Settling...' : 'Settle'} <span className="sr-only">{objectId}</span>
    </RowButton>
  );
}
