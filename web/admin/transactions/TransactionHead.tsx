import type { TransactionReply } from '#contract/transactions.ts';
import { formatUsd } from '#domain/money.ts';
import { TRANSACTION_TYPE_LABELS } from '#domain/transactions.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { TransactionBadge } from '#web/ui/StatusBadge.tsx';
import { BackToTransactions } from './BackToTransactions.tsx';

type Props = { id: string; transaction: TransactionReply | null };

/** Which transaction this is, and how it stands; its id is known before the rest is there. */
export function TransactionHead({ id, transaction }: Props) {
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
