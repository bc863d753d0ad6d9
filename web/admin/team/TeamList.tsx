import { useMemo } from 'react';
import type { Account } from '#contract/auth.ts';
import { listStaff } from '#contract/staff.ts';
import { ListView } from '#web/table/ListView.tsx';
import type { ListDefinition } from '#web/table/list-state.ts';
import { useList } from '#web/table/use-list.ts';
import { fullName } from '#web/ui/person.ts';
import { type TeamAct, teamColumns } from './columns.tsx';

type TabName = 'active' | 'inactive';
type Props = { tab: TabName; actor: Account | null; mayWrite: boolean; act: (act: TeamAct) => void };

const LISTS: Readonly<Record<TabName, ListDefinition>> = {
  active: { defaultSort: 'id', filters: [], fixed: { isActive: 'true' } },
  inactive: { defaultSort: 'id', filters: [], fixed: { isActive: 'false' } },
};

/** The members of one tab. */
export function TeamList({ tab, actor, mayWrite, act }: Props) {
  const list = useList(listStaff, LISTS[tab]);
  const columns = useMemo(() => teamColumns({ actor, mayWrite }, act), [actor, mayWrite, act]);
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
