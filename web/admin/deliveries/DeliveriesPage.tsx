import { useMemo } from 'react';
import { listDeliveries } from '#contract/deliveries.ts';
import { can } from '#domain/access.ts';
import { DELIVERY_LABELS } from '#domain/deliveries.ts';
import { useActor } from '#web/api/actor.ts';
import { ListView } from '#web/table/ListView.tsx';
import { useList } from '#web/table/use-list.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { deliveryColumns } from './columns.tsx';
import { DELIVERIES } from './filters.ts';
import { RowDetails } from './RowDetails.tsx';

export default function DeliveriesPage() {
  const list = useList(listDeliveries, DELIVERIES);
  const { account } = useActor();
  const mayReplay = account !== null && can(account.role, 'deliveries:replay');
  const columns = useMemo(() => deliveryColumns({ mayReplay }), [mayReplay]);
  return (
    <div className="space-y-5">
      <PageHeading title="Deliveries">
        E-mails and background work. Dead items stopped after repeated attempts. Fix the cause, then replay
        them.
      </PageHeading>
      <ListView
        list={list}
        columns={columns}
        caption="Deliveries"
        empty="No deliveries found"
        failed="The deliveries could not be loaded."
        rowKey={({ id }) => id}
        rowName={({ kind, id }) => `${DELIVERY_LABELS[kind]} ${id}`}
        details={(delivery) => <RowDetails delivery={delivery} />}
      />
    </div>
  );
}
