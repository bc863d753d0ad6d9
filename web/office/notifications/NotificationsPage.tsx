import { useMemo } from 'react';
import { listNotifications } from '#contract/notifications.ts';
import { can } from '#domain/accounts/access.ts';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_LABELS,
  NOTIFICATION_STATE_LABELS,
  NOTIFICATION_STATES,
} from '#domain/shared/notifications.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { notificationColumns } from './columns.tsx';
import { NotificationDetails } from './NotificationDetails.tsx';
import { ReleaseAll } from './ReleaseButton.tsx';

export default function NotificationsPage() {
  const list = useList(listNotifications, NOTIFICATION_LIST);
  const { account } = useSignedInUser();
  const mayReplay = account !== null && can(account.role, 'notifications:replay');
  const columns = useMemo(() => notificationColumns({ mayReplay }), [mayReplay]);
  return (
    <div className="space-y-5">
      <PageHeading title="Notifications">
        E-mails and background work. Failed items stopped after at least 7 attempts. Fix the cause, then retry
        them.
      </PageHeading>
      {mayReplay && list.page?.rows.some(({ state }) => state === 'held') && <ReleaseAll />}
      <ListView
        list={list}
        columns={columns}
        caption="Notifications"
        empty="No notifications found"
        failed="The notifications could not be loaded."
        rowKey={({ id }) => id}
        rowName={({ kind, id }) => `${NOTIFICATION_LABELS[kind]} ${id}`}
        details={(notification) => <NotificationDetails notification={notification} />}
      />
    </div>
  );
}

const NOTIFICATION_LIST: ListDefinition = {
  defaultSort: '-createdAt',
  filters: [
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      isPrimary: true,
      options: NOTIFICATION_STATES.map((value) => ({ value, label: NOTIFICATION_STATE_LABELS[value] })),
    },
    {
      field: 'kind',
      label: 'What',
      kind: 'select',
      isPrimary: true,
      options: NOTIFICATION_KINDS.map((value) => ({ value, label: NOTIFICATION_LABELS[value] })),
    },
    { field: 'bookingId', label: 'Booking ID', kind: 'number', isPrimary: true },
  ],
};
