import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { can } from '#domain/access.ts';
import { useActor } from '#web/api/actor.ts';
import { PATHS } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import type { TeamAct } from './columns.tsx';
import { TeamList } from './TeamList.tsx';

const TeamDialog = lazy(async () => ({ default: (await import('./TeamDialog.tsx')).TeamDialog }));

const TABS = [
  { name: 'active', label: 'Active Team Members' },
  { name: 'inactive', label: 'Inactive Team Members' },
] as const;

export default function TeamPage() {
  const { account, role, error, refetch } = useActor();
  const [params, setParams] = useSearchParams();
  const [act, setAct] = useState<TeamAct | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const tab = params.get('tab') === 'inactive' ? 'inactive' : 'active';
  const mayWrite = role !== null && can(role, 'users:write');
  const begin = (next: TeamAct) => {
    setTold(null);
    setAct(next);
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
            <Button className="max-sm:flex-auto" onClick={() => begin({ what: 'add' })}>
              Add Team Member
            </Button>
          </div>
        )}
      </div>
      {error && (
        <Notice look="danger" role="alert">
          <p>Failed to fetch current user</p>
          <Button look="secondary" className="mt-3" onClick={refetch}>
            Retry
          </Button>
        </Notice>
      )}
      {told && (
        <Notice look="attention" role="status">
          {told}
        </Notice>
      )}
      <Tabs
        label="Team members"
        tabs={TABS}
        current={tab}
        onPick={(name) => setParams(name === 'active' ? {} : { tab: name })}
      >
        <TeamList key={tab} tab={tab} actor={account} mayWrite={mayWrite} act={begin} />
      </Tabs>
      {act && (
        <Suspense>
          <TeamDialog act={act} onTold={setTold} onClose={() => setAct(null)} />
        </Suspense>
      )}
    </div>
  );
}
