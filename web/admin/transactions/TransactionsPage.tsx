import { Link } from 'react-router';
import { exportTransactions } from '#contract/exports.ts';
import { LEDGER } from '#web/api/transactions.ts';
import { PATHS } from '#web/paths.ts';
import { ExportLink } from '#web/table/ExportLink.tsx';
import { FigureCards } from '#web/table/FigureCards.tsx';
import { ListView } from '#web/table/ListView.tsx';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import { useListOf } from '#web/table/use-list.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { TRANSACTION_COLUMNS } from './columns.tsx';
import { LEDGER_FIGURES } from './figures.ts';
import { TRANSACTIONS } from './filters.ts';
import { RowDetails } from './RowDetails.tsx';

export default function TransactionsPage() {
  const list = useListOf(LEDGER, TRANSACTIONS);
  const { page, error } = list;
  return (
    <div className="space-y-5">
      <PageHeading title="Transactions">Every payment and refund, as Stripe reports them.</PageHeading>
      {(page || !error) && (
        <FigureCards
          title="Summary"
          isTitleHidden
          isCompact
          figures={LEDGER_FIGURES}
          data={page?.summary ?? null}
        />
      )}
      <ListView
        list={list}
        columns={TRANSACTION_COLUMNS}
        caption="Transactions"
        empty="No transactions found"
        failed="Error Loading Transactions"
        // SPEC 2; rows that are there are not given up for it.
        {...(!page && { onRetry: () => location.reload() })}
        tools={
          <>
            <Link to={`${PATHS.adminReconciliation}?state=open`} className={rowButtonClass()}>
              Reconciliation
            </Link>
            <ExportLink list={list} endpoint={exportTransactions} />
          </>
        }
        searchLabel="Search transactions"
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
        details={(transaction) => <RowDetails transaction={transaction} />}
      />
    </div>
  );
}
