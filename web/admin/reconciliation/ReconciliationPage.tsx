import { useMemo } from 'react';
import { Link } from 'react-router';
import { listReconciliationIssues } from '#contract/reconciliation.ts';
import { can } from '#domain/access.ts';
import { useActor } from '#web/api/actor.ts';
import { PATHS } from '#web/paths.ts';
import { ListView } from '#web/table/ListView.tsx';
import type { ListDefinition } from '#web/table/list-state.ts';
import { useList } from '#web/table/use-list.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { issueColumns } from './columns.tsx';
import { LastRun } from './LastRun.tsx';
import { useSettle } from './use-settle.ts';

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
  const { role } = useActor();
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
          Every night our records are compared with Stripe's. What differs is kept here until both agree.
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
