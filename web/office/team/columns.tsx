import type { Account } from '#contract/auth.ts';
import { reasonNotToDeactivate } from '#domain/accounts/accounts.ts';
import type { Column } from '#web/kit/table/column.ts';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { fullName } from '#web/kit/ui/names.ts';

export type TeamAction = { kind: 'add' } | { kind: 'reset' | 'deactivate'; member: Account };

type Viewer = {
  /** Null until the user is known; then no action is offered. */
  actor: Account | null;
  mayWrite: boolean;
};

export function teamColumns(
  { actor, mayWrite }: Viewer,
  onAction: (action: TeamAction) => void,
): Column<Account>[] {
  const columns: Column<Account>[] = [
    {
      field: 'name',
      header: 'Name',
      sortKey: 'lastName',
      card: 'title',
      className: 'rows:min-w-32 min-[80rem]:min-w-44',
      cell: (member) => (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold">{fullName(member)}</bdi>
          {!member.isActive && <Badge variant="quiet">Deactivated</Badge>}
        </span>
      ),
    },
    {
      field: 'email',
      header: 'Email',
      sortKey: 'email',
      className: 'rows:min-w-32 min-[80rem]:min-w-44',
      cell: ({ email }) => (email ? <EmailText email={email} /> : 'No e-mail'),
    },
    {
      field: 'username',
      header: 'Username',
      sortKey: 'username',
      cell: ({ username }) => <bdi>{username}</bdi>,
    },
    // On this page super administrators are also called administrators.
    { field: 'role', header: 'Role', cell: () => <Badge variant="good">Administrator</Badge> },
  ];
  if (!mayWrite) return columns;
  const actions: Column<Account> = {
    field: 'actions',
    header: 'Actions',
    card: 'actions',
    className: 'rows:w-24',
    cell: (member) => actor && <MemberMenu member={member} actor={actor} onAction={onAction} />,
  };
  return [...columns, actions];
}

type MenuProps = { member: Account; actor: Account; onAction: (action: TeamAction) => void };

function MemberMenu({ member, actor, onAction }: MenuProps) {
  if (!member.isActive) return null;
  const mayDeactivate = reasonNotToDeactivate(actor, member) === null;
  return (
    <MenuButton
      label={`Actions for ${fullName(member)}`}
      className={rowButtonClass('min-w-11')}
      items={[
        { label: 'Reset Password', onPick: () => onAction({ kind: 'reset', member }) },
        ...(mayDeactivate
          ? [{ label: 'Deactivate', onPick: () => onAction({ kind: 'deactivate', member }) }]
          : []),
      ]}
    >
      <Drawing d="M5 12h.01M12 12h.01M19 12h.01" className="size-5 stroke-3" />
      <span className="rows:hidden">Actions</span>
    </MenuButton>
  );
}
