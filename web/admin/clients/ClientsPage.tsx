import { lazy, Suspense } from 'react';
import { listClients } from '#contract/clients.ts';
import { ListView } from '#web/table/ListView.tsx';
import { useList } from '#web/table/use-list.ts';
import { nameOf } from '#web/ui/customer.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { ClientDetails } from './ClientDetails.tsx';
import { clientColumns } from './columns.tsx';
import { CLIENTS } from './filters.ts';
import { useHistoryDialog } from './use-history-dialog.ts';

const HistoryDialog = lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }));

export default function ClientsPage() {
  const list = useList(listClients, CLIENTS);
  const { shown, open, close } = useHistoryDialog();
  return (
    <div className="space-y-5">
      <PageHeading title="Client Management">Everybody who has booked, by e-mail address.</PageHeading>
      <ListView
        list={list}
        columns={clientColumns(open)}
        caption="Clients"
        empty="No clients found"
        failed="The clients could not be loaded."
        searchLabel="Search clients"
        rowKey={({ email }) => email}
        rowName={nameOf}
        details={(client) => <ClientDetails client={client} onHistory={() => open(client)} />}
      />
      {shown && (
        <Suspense>
          <HistoryDialog client={shown} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
