import { Link } from 'react-router';
import type { Transaction, TransactionSummary } from '#contract/transactions.ts';
import { exportTransactions } from '#contract/transactions.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import { LEDGER } from '#web/api/transactions.ts';
import { ExportLink } from '#web/kit/table/ExportLink.tsx';
import { type Figure, FigureCards } from '#web/kit/table/FigureCards.tsx';
import { ListView } from '#web/kit/table/ListView.tsx';
import { LEDGER_DEFINITIONS } from '#web/kit/table/ledger-definitions.ts';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { useListOf } from '#web/kit/table/use-list.ts';
import { ViewsButton } from '#web/kit/table/views/ViewsButton.tsx';
import { Fact } from '#web/kit/ui/Card.tsx';
import { EmailLink } from '#web/kit/ui/ContactLinks.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { PATHS } from '#web/paths.ts';
import { TRANSACTION_COLUMNS } from './columns.tsx';
import { TRANSACTIONS } from './filters.ts';
import { RecordedFacts } from './RecordedFacts.tsx';
import { methodText, secondsText } from './words.ts';

export default function TransactionsPage() {
  const list = useListOf(LEDGER, TRANSACTIONS);
  const { page, error } = list;
  return (
    <div className="space-y-5">
      <PageHeading title="Transactions">
        Every payment and refund, as Stripe reports them or staff recorded them.
      </PageHeading>
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
        // Retry loads the page again, but not if rows are on the screen.
        {...(!page && { onRetry: () => location.reload() })}
        tools={
          <>
            <ViewsButton list={list} name="transactions" />
            <Link to={`${PATHS.adminReconciliation}?state=open`} className={rowButtonClass()}>
              Reconciliation
            </Link>
            <ExportLink list={list} endpoint={exportTransactions} />
          </>
        }
        searchLabel="Search transactions"
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
        details={(transaction) => <TransactionRowDetails transaction={transaction} />}
      />
    </div>
  );
}

/** The details of an opened row. */
function TransactionRowDetails({ transaction }: { transaction: Transaction }) {
  const { type, created, currency, receiptEmail, reason, paymentMethod, recorded } = transaction;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 @4xl:grid-cols-4">
      <Fact name="Date">{secondsText(created)}</Fact>
      {!recorded && (
        <Fact name="Receipt email">
          {receiptEmail === null ? 'Not provided' : <EmailLink email={receiptEmail} />}
        </Fact>
      )}
      <Fact name="Payment method">{paymentMethod === null ? 'Not known' : methodText(paymentMethod)}</Fact>
      {!recorded && <Fact name="Currency">{currency.toUpperCase()}</Fact>}
      {recorded && <RecordedFacts type={type} recorded={recorded} />}
      {type === 'refund' && (
        <div className="col-span-full min-w-0">
          <dt className="text-ink-soft text-xs">Refund reason</dt>
          <dd dir="auto" className="wrap-anywhere mt-0.5 max-w-prose whitespace-pre-line">
            {reason ?? 'None given'}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The totals of the whole ledger. */
const LEDGER_FIGURES: readonly Figure<TransactionSummary>[] = [
  {
    title: 'Total Revenue',
    value: ({ total }) => formatUsd(total),
    note: ({ count }) => counted(count, 'transaction'),
    definition: (summary) => LEDGER_DEFINITIONS.revenue(summary?.totalTax),
  },
  {
    title: 'Total Refunded',
    value: ({ refunded }) => formatUsd(refunded),
    note: ({ refundCount }) => counted(refundCount, 'refund'),
    definition: (summary) => LEDGER_DEFINITIONS.refunded(summary?.refundedTax),
  },
  {
    title: 'Pending',
    value: ({ pending }) => formatUsd(pending),
    note: () => 'Awaiting processing',
    definition: LEDGER_DEFINITIONS.pending,
  },
  {
    title: 'Net Revenue',
    value: (summary) => formatUsd(netOf(summary)),
    note: () => 'Total minus refunded',
    definition: LEDGER_DEFINITIONS.net,
    isBelowNothing: (summary) => netOf(summary) < 0,
  },
];

function netOf({ total, refunded }: TransactionSummary): number {
  return total - refunded;
}

function counted(count: number, of: string): string {
  return `${formatCount(count)} ${of}${count === 1 ? '' : 's'}`;
}
