import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { TransactionReply } from '#contract/transactions.ts';
import { TRANSACTION_TYPE_LABELS } from '#domain/money/transactions.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { transactionQuery } from '#web/api/transactions.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { BackToList } from '#web/kit/table/BackToList.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { type Missing, NotFoundPanel } from '#web/kit/table/NotFoundPanel.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { TransactionBadge } from '#web/kit/ui/TransactionBadge.tsx';
import { PATHS } from '#web/paths.ts';
import { TransactionDetail, TransactionSkeleton } from './TransactionDetail.tsx';

export default function TransactionPage() {
  const { id = '' } = useParams();
  return <Transaction key={id} id={id} />;
}

function Transaction({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(transactionQuery(id));
  const again = { isFetching, onRetry: () => void refetch() };
  if (!data && error) {
    return <TransactionNotFound error={error} isTrying={isFetching} onRetry={again.onRetry} />;
  }
  return (
    <>
      <TransactionHead id={id} transaction={data ?? null} />
      <div className="mt-5 space-y-5">
        {data && error && (
          <LoadFailure
            failed="The transaction could not be loaded again. Showing earlier data."
            error={error}
            {...again}
          />
        )}
        {data?.storedAt && <StoredNotice storedAt={data.storedAt} {...again} />}
        {data ? <TransactionDetail transaction={data} /> : <TransactionSkeleton />}
      </div>
    </>
  );
}

type Props = { id: string; transaction: TransactionReply | null };

/** The heading: type, status and id of the transaction. The id is shown before the rest loads. */
function TransactionHead({ id, transaction }: Props) {
  return (
    <>
      <BackToTransactions className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11">
        <Icon name="left" className="size-4" />
        Back to Transactions
      </BackToTransactions>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <PageHeading title={titleOf(transaction)}>
          {transaction ? (
            <bdi className="wrap-anywhere">{id}</bdi>
          ) : (
            <span role="status">Loading the transaction...</span>
          )}
        </PageHeading>
        {transaction && (
          <p className="pt-1">
            <TransactionBadge type={transaction.type} status={transaction.details.status} />
          </p>
        )}
      </div>
    </>
  );
}

/** 'Payment of $425.00'. */
function titleOf(transaction: TransactionReply | null): string {
  if (!transaction) return 'Transaction';
  return `${TRANSACTION_TYPE_LABELS[transaction.type]} of ${formatUsd(transaction.details.amount)}`;
}

function BackToTransactions(props: { className: string; children: ReactNode }) {
  return <BackToList to={PATHS.adminTransactions} {...props} />;
}

function TransactionNotFound(missing: Missing) {
  return (
    <NotFoundPanel
      missing={missing}
      title="Transaction Not Found"
      failed="Failed to get transaction"
      gone="There is no transaction at this address. Perhaps its id was mistyped."
      back={(className) => (
        <BackToTransactions className={className}>Back to Transactions</BackToTransactions>
      )}
    />
  );
}

type StoredNoticeProps = { storedAt: string; isFetching: boolean; onRetry: () => void };

/** Says that Stripe did not answer, so the page shows stored data. */
function StoredNotice({ storedAt, isFetching, onRetry }: StoredNoticeProps) {
  return (
    <Notice variant="attention" role="status">
      <p>
        Stripe could not be asked just now. This is the data of{' '}
        <time dateTime={storedAt}>{momentText(storedAt, site.timeZone)}</time>.
      </p>
      <RowButton className="mt-2" aria-disabled={isFetching} onClick={onRetry}>
        {isFetching ? 'Asking again...' : 'Ask again'}
      </RowButton>
    </Notice>
  );
}
