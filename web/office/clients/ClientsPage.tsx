import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type Client, client, listClients } from '#contract/clients.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { ViewsButton } from '#web/kit/table/views/ViewsButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { ClientDetails } from './ClientDetails.tsx';
import { clientColumns } from './columns.tsx';

const MergeDialog = lazyDialog(async () => (await import('./MergeDialog.tsx')).MergeDialog);
const SeparateDialog = lazyDialog(async () => (await import('./SeparateDialog.tsx')).SeparateDialog);
const HistoryDialog = lazyDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);

export default function ClientsPage() {
  const list = useList(listClients, CLIENTS);
  const { shown, open, close } = useHistoryDialog();
  // Here and not in the row, which can leave the list while a dialog is open.
  const [merging, setMerging] = useState<Client | null>(null);
  const [separating, setSeparating] = useState<{ client: Client; mergedKey: string } | null>(null);
  return (
    <div className="space-y-5">
      <PageHeading title="Client Management">
        All clients with a booking, by e-mail address or phone number.
      </PageHeading>
      <ListView
        list={list}
        columns={clientColumns(open)}
        caption="Clients"
        empty="No clients found"
        failed="The clients could not be loaded."
        tools={<ViewsButton list={list} name="clients" />}
        searchLabel="Search clients"
        suggestFrom="clients"
        rowKey={({ key }) => key}
        rowName={customerFullName}
        details={(client) => (
          <ClientDetails
            client={client}
            onHistory={() => open(client)}
            onMerge={() => setMerging(client)}
            onSeparate={(mergedKey) => setSeparating({ client, mergedKey })}
          />
        )}
      />
      {merging && <MergeDialog client={merging} onClose={() => setMerging(null)} />}
      {separating && <SeparateDialog {...separating} onClose={() => setSeparating(null)} />}
      {shown && <HistoryDialog client={shown} onClose={close} />}
    </div>
  );
}

const opened = z.object({ client });

/**
 * The client whose history is open. It is an entry of the browser's history, so that Back closes it, and Back from
 * one of its bookings restores it. The URL stays that of the list.
 */
function useHistoryDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const closed = useRef<string | null>(null);
  const found = opened.safeParse(location.state);
  return {
    shown: found.success ? found.data.client : null,
    open: (given: Client) =>
      void navigate({ pathname: location.pathname, search: location.search }, { state: { client: given } }),
    close: () => {
      // The dialog can report twice that it is closed; go back only once.
      if (!found.success || closed.current === location.key) return;
      closed.current = location.key;
      void navigate(-1);
    },
  };
}

/** The choices of 'minimum bookings'. */
const LEAST = ['1', '2', '3', '5', '10'];

const CLIENTS: ListDefinition = {
  defaultSort: '-lastBooking',
  filters: [
    { field: 'lastName', label: 'Last name', kind: 'text' },
    { field: 'city', label: 'City', kind: 'text' },
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      options: US_STATES.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      field: 'minBookings',
      label: 'Minimum bookings',
      kind: 'select',
      isPrimary: true,
      options: LEAST.map((value) => ({ value, label: `${value}+` })),
    },
  ],
};
