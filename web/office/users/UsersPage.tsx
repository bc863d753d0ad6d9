import { useMemo, useState } from 'react';
import { listUsers } from '#contract/users.ts';
import { ROLE_LABELS, ROLES } from '#domain/accounts/access.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { type UserAction, userColumns } from './columns.tsx';
import { computeRights } from './rights.ts';
import { UserHistory } from './UserHistory.tsx';

const UserDialog = lazyDialog(async () => (await import('./UserDialog.tsx')).UserDialog);

const USERS: ListDefinition = {
  defaultSort: 'id',
  entity: 'user',
  filters: [
    {
      field: 'role',
      label: 'Role',
      kind: 'select',
      options: ROLES.map((value) => ({ value, label: ROLE_LABELS[value] })),
    },
    {
      field: 'isActive',
      label: 'Status',
      kind: 'select',
      options: [
        { value: 'true', label: 'Active' },
        { value: 'false', label: 'Inactive' },
      ],
    },
  ],
};

export default function UsersPage() {
  const list = useList(listUsers, USERS);
  const { account, role, error, refetch } = useSignedInUser();
  const [action, setAction] = useState<UserAction | null>(null);
  const rights = useMemo(() => computeRights({ account, role }), [account, role]);
  const columns = useMemo(() => userColumns(rights, setAction), [rights]);
  return (
    <div className="space-y-6">
      <PageHeading title="User Management">All accounts and their roles.</PageHeading>
      {error && (
        <Notice variant="danger" role="alert">
          <p>Failed to fetch current user</p>
          <Button variant="secondary" className="mt-3" onClick={refetch}>
            Retry
          </Button>
        </Notice>
      )}
      <ListView
        list={list}
        columns={columns}
        caption="Users"
        empty="No users found"
        failed="The users could not be loaded."
        searchLabel="Search users"
        rowKey={(user) => user.id}
        rowName={fullName}
        details={(user) => <UserHistory id={user.id} />}
        actions={
          rights.canWrite && (
            <Button className="max-sm:w-full" onClick={() => setAction({ kind: 'add' })}>
              Add User
            </Button>
          )
        }
      />
      {action && <UserDialog action={action} rights={rights} onClose={() => setAction(null)} />}
    </div>
  );
}
