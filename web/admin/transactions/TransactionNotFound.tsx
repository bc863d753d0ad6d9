import { type Missing, NotFoundPanel } from '#web/table/NotFoundPanel.tsx';
import { BackToTransactions } from './BackToTransactions.tsx';

export function TransactionNotFound(missing: Missing) {
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
