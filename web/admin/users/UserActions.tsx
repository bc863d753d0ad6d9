import type { Account } from '#contract/auth.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { fullName } from '#web/ui/person.ts';
import type { Rights } from './rights.ts';

export type Act = { what: 'add' } | { what: 'edit' | 'upgrade' | 'deactivate'; user: Account };

type Props = { user: Account; rights: Rights; act: (act: Act) => void };

/** What the actor may do with an account. */
export function UserActions({ user, rights, act }: Props) {
  const name = fullName(user);
  return (
    <div className="flex flex-wrap gap-2 @min-[58rem]/list:flex-nowrap">
      {rights.canEdit(user) && (
        <RowButton onClick={() => act({ what: 'edit', user })}>
          Edit <span className="sr-only">{name}</span>
        </RowButton>
      )}
      {rights.canUpgrade(user) && (
        <RowButton onClick={() => act({ what: 'upgrade', user })}>
          Upgrade <span className="sr-only">{name} to super admin</span>
        </RowButton>
      )}
      {rights.canDeactivate(user) && (
        <RowButton onClick={() => act({ what: 'deactivate', user })}>
          Deactivate <span className="sr-only">{name}</span>
        </RowButton>
      )}
    </div>
  );
}
