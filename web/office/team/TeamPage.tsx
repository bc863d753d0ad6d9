import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Account } from '#contract/auth.ts';
import { listStaff } from '#contract/staff.ts';
import { can } from '#domain/accounts/access.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { ListView } from '#web/kit/table/ListView.tsx';
import type { ListDefinition } from '#web/kit/table/list-state.ts';
import { useList } from '#web/kit/table/use-list.ts';
import { Button, buttonClass } from '#web/kit/ui/Button.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { Tabs } from '#web/kit/ui/Tabs.tsx';
import { PATHS } from '#web/paths.ts';
import { type TeamAction, teamColumns } from './columns.tsx';

const TeamDialog = lazyDialog(async () => (await import('./TeamDialog.tsx')).TeamDialog);

const TABS = [
  { name: 'active', label: 'Active Team Members' },
  { name: 'inactive', label: 'Inactive Team Members' },
] as const;

export default function TeamPage() {
  const { account, role, error, refetch } = useSignedInUser();
  const [params, setParams] = useSearchParams();
  const [action, setAction] = useState<TeamAction | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const tab = params.get('tab') === 'inactive' ? 'inactive' : 'active';
  const mayWrite = role !== null && can(role, 'users:write');
  const begin = (next: TeamAction) => {
    setMessage(null);
    setAction(next);
  };
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading title="Team Management">The administrators of the back office.</PageHeading>
        {mayWrite && (
          <div className="flex flex-wrap gap-3 max-sm:w-full">
            <Link to={PATHS.adminUsers} className={buttonClass('secondary', 'max-sm:flex-auto')}>
              All users
            </Link>
            <Button className="max-sm:flex-auto" onClick={() => begin({ kind: 'add' })}>
              Add Team Member
            </Button>
          </div>
        )}
      </div>
      {error && (
        <Notice variant="danger" role="alert">
          <p>Failed to fetch current user</p>
          <Button variant="secondary" className="mt-3" onClick={refetch}>
            Retry
          </Button>
        </Notice>
      )}
      {message && (
        <Notice variant="attention" role="status">
          {message}
        </Notice>
      )}
      <Tabs
        label="Team members"
        tabs={TABS}
        current={tab}
        onPick={(name) => setParams(name === 'active' ? {} : { tab: name })}
      >
        <TeamList key={tab} tab={tab} actor={account} mayWrite={mayWrite} onAction={begin} />
      </Tabs>
      {action && <TeamDialog action={action} onReset={setMessage} onClose={() => setAction(null)} />}
    </div>
  );
}

type TabName = 'active' | 'inactive';
type Props = {
  tab: TabName;
  actor: Account | null;
  mayWrite: boolean;
  onAction: (action: TeamAction) => void;
};

const LISTS: Readonly<Record<TabName, ListDefinition>> = {
  active: { defaultSort: 'id', entity: 'user', filters: [], fixed: { isActive: 'true' } },
  inactive: { defaultSort: 'id', entity: 'user', filters: [], fixed: { isActive: 'false' } },
};

/** The members of one tab. */
function TeamList({ tab, actor, mayWrite, onAction }: Props) {
  const list = useList(listStaff, LISTS[tab]);
  const columns = useMemo(() => teamColumns({ actor, mayWrite }, onAction), [actor, mayWrite, onAction]);
  return (
    <ListView
      list={list}
      columns={columns}
      caption={tab === 'active' ? 'Active team members' : 'Inactive team members'}
      empty={tab === 'active' ? 'No active team members' : 'No inactive team members'}
      failed="Failed to fetch team members"
      searchLabel="Search the team"
      rowKey={(member) => member.id}
      rowName={fullName}
    />
  );
}
