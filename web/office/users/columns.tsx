import type { Account } from '#contract/auth.ts';
import { ROLE_LABELS } from '#domain/accounts/access.ts';
import type { Column } from '#web/kit/table/column.ts';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import type { Rights } from './rights.ts';

/** Users who may change nothing see no column for it. */
export function userColumns(rights: Rights, onAction: (action: UserAction) => void): Column<Account>[] {
  const columns: Column<Account>[] = [
    {
      field: 'name',
      header: 'Name',
      sortKey: 'lastName',
      card: 'title',
      className: 'rows:min-w-32 min-[80rem]:min-w-44 rows:@min-[58rem]/list:w-1/4',
      cell: (user) => (
        <>
          <span className="block font-semibold">
            <bdi>{fullName(user)}</bdi>
          </span>
          <span className="block text-ink-soft text-xs">
            @<bdi>{user.username}</bdi>
          </span>
        </>
      ),
    },
    {
      field: 'contact',
      header: 'Contact',
      sortKey: 'email',
      className: 'rows:min-w-32 min-[80rem]:min-w-44 rows:@min-[58rem]/list:w-1/4',
      cell: ({ email, phone }) => (
        <>
          <span className="block">{email ? <EmailText email={email} /> : 'No e-mail'}</span>
          {phone && <span className="block text-ink-soft text-xs tabular-nums">{phone}</span>}
        </>
      ),
    },
    {
      field: 'role',
      header: 'Role',
      sortKey: 'role',
      cell: ({ role }) => (
        <Badge variant={role === 'super_admin' || role === 'admin' ? 'good' : 'quiet'}>
          {ROLE_LABELS[role]}
        </Badge>
      ),
    },
    {
      field: 'isActive',
      header: 'Status',
      cell: ({ isActive }) => (
        <Badge variant={isActive ? 'good' : 'quiet'}>
          <span aria-hidden="true">{isActive ? '● ' : '○ '}</span>
          {isActive ? 'Active' : 'Inactive'}
        </Badge>
      ),
    },
  ];
  if (!rights.hasActions) return columns;
  const actions: Column<Account> = {
    field: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (user) => <UserActions user={user} rights={rights} onAction={onAction} />,
  };
  return [...columns, actions];
}

export type UserAction =
  | { kind: 'add' }
  | { kind: 'edit' | 'upgrade' | 'deactivate' | 'reactivate' | 'link' | 'devices' | 'lost'; user: Account };

type Props = { user: Account; rights: Rights; onAction: (action: UserAction) => void };

/** What the actor may do with an account. */
function UserActions({ user, rights, onAction }: Props) {
  const name = fullName(user);
  return (
    <div className="flex flex-wrap gap-2 @min-[58rem]/list:flex-nowrap">
      {rights.canEdit(user) && (
        <RowButton onClick={() => onAction({ kind: 'edit', user })}>
          Edit <span className="sr-only">{name}</span>
        </RowButton>
      )}
      <PhoneMenu user={user} rights={rights} onAction={onAction} />
      {rights.canUpgrade(user) && (
        <RowButton onClick={() => onAction({ kind: 'upgrade', user })}>
          Upgrade <span className="sr-only">{name} to super admin</span>
        </RowButton>
      )}
      {rights.canDeactivate(user) && (
        <RowButton onClick={() => onAction({ kind: 'deactivate', user })}>
          Deactivate <span className="sr-only">{name}</span>
        </RowButton>
      )}
      {rights.canReactivate(user) && (
        <RowButton onClick={() => onAction({ kind: 'reactivate', user })}>
          Reactivate <span className="sr-only">{name}</span>
        </RowButton>
      )}
    </div>
  );
}

/** What concerns the phone of a driver: in one menu, so that the buttons of a row fit on a line. */
function PhoneMenu({ user, rights, onAction }: Props) {
  const items = [
    ...(rights.canLink(user) ? [{ label: 'Sign-in link', kind: 'link' as const }] : []),
    ...(rights.canReportLost(user)
      ? [
          { label: 'Devices', kind: 'devices' as const },
          { label: 'Phone lost', kind: 'lost' as const },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <MenuButton
      label={`Phone of ${fullName(user)}`}
      items={items.map(({ label, kind }) => ({ label, onPick: () => onAction({ kind, user }) }))}
      className={rowButtonClass()}
    >
      Phone
      <Icon name="right" className="size-3.5 rotate-90" />
    </MenuButton>
  );
}
