import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  type LastReconciliation,
  listReconciliationIssues,
  type ReconciliationIssue,
} from '#contract/reconciliation.ts';
import { can } from '#domain/accounts/access.ts';
import { formatCount } from '#domain/shared/text.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { lastReconciliationQuery, useSettleIssue } from '#web/api/reconciliation.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PATHS } from '#web/paths.ts';
import { issueColumns } from './columns.tsx';

const ISSUES: ListDefinition = {
  defaultSort: '-id',
  filters: [
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'settled', label: 'Settled' },
      ],
    },
  ],
};

export default function ReconciliationPage() {
  const list = useList(listReconciliationIssues, ISSUES);
  const { role } = useSignedInUser();
  const { settle, settlingId } = useSettle();
  const canSettle = role !== null && can(role, 'reconciliation:settle');
  const columns = useMemo(
    () => issueColumns({ canSettle, settle, settlingId }),
    [canSettle, settle, settlingId],
  );
  return (
    <div className="space-y-5">
      <div>
        <Link
          to={PATHS.adminTransactions}
          className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11"
        >
          <Icon name="left" className="size-4" />
          Back to Transactions
        </Link>
        <PageHeading title="Reconciliation">
          Every night our records are compared with Stripe's, and the amounts due of changed bookings with
          their payments and refunds. What differs is kept here until both agree.
        </PageHeading>
      </div>
      <LastRun />
      <ListView
        list={list}
        columns={columns}
        caption="Differences"
        empty="No differences"
        failed="The differences could not be loaded."
        rowKey={({ id }) => id}
        rowName={({ objectId }) => objectId}
      />
    </div>
  );
}

/** When the ledger and Stripe were last compared, and the result. */
function LastRun() {
  const { data, error, isFetching, refetch } = useQuery(lastReconciliationQuery);
  if (data) return <p className="text-sm">{lastRunWords(data)}</p>;
  if (!error) return <p className="text-ink-soft text-sm">Looking up the last comparison...</p>;
  return (
    <LoadFailure
      failed="The last comparison could not be looked up."
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function lastRunWords({ ranAt, payments, refunds, differences }: LastReconciliation): string {
  if (ranAt === null) return 'Nothing has been compared yet. The first comparison is made tonight.';
  const compared = `${counted(payments, 'payment')} and ${counted(refunds, 'refund')} of the last days`;
  const found = differences === 0 ? 'no differences' : counted(differences, 'difference');
  return `Last compared on ${momentText(ranAt, site.timeZone)}: ${compared}, ${found}.`;
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

/** Settles a difference; one at a time. */
function useSettle() {
  const { mutateAsync } = useSettleIssue();
  const [settlingId, setSettlingId] = useState<number | null>(null);
  const settle = useCallback(
    ({ id, type, difference }: ReconciliationIssue) => {
      if (settlingId !== null) return;
      setSettlingId(id);
      mutateAsync(id)
        .then(() =>
          toast({
            title: 'Difference Settled',
            text:
              difference === 'amount_due'
                ? 'The amount due was computed again. Both amounts agree now.'
                : `The ${type} was read again at Stripe. Both sides agree now.`,
            variant: 'plain',
          }),
        )
        .catch((error) => toastErrorText(error, 'The difference could not be settled. Please try again.'))
        .finally(() => setSettlingId(null));
    },
    [mutateAsync, settlingId],
  );
  return { settle, settlingId };
}
