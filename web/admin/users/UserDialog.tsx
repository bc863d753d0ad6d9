import { AddUserDialog } from './AddUserDialog.tsx';
import { DeactivateDialog } from './DeactivateDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import type { Rights } from './rights.ts';
import { UpgradeDialog } from './UpgradeDialog.tsx';
import type { Act } from './UserActions.tsx';

type Props = { act: Act; rights: Rights; onClose: () => void };

/** The dialog of what somebody is about to do. */
export function UserDialog({ act, rights, onClose }: Props) {
  switch (act.what) {
    case 'add':
      return <AddUserDialog rights={rights} onClose={onClose} />;
    case 'edit':
      return <EditUserDialog user={act.user} rights={rights} onClose={onClose} />;
    case 'upgrade':
      return <UpgradeDialog user={act.user} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog user={act.user} onClose={onClose} />;
  }
}
