import type { Account } from '#contract/auth.ts';
import { useDeactivateUser, useUpgradeUser } from '#web/api/users.ts';
import { MutationDialog, Named } from '#web/form/dialog/MutationDialog.tsx';
import { fullName } from '#web/ui/names.ts';
import { AddUserDialog } from './AddUserDialog.tsx';
import type { UserAction } from './columns.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import type { Rights } from './rights.ts';

type Props = { act: UserAction; rights: Rights; onClose: () => void };

/** The dialog of the chosen action. */
export function UserDialog({ act, rights, onClose }: Props) {
  switch (act.kind) {
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

function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <MutationDialog
      title="Deactivate user?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      act={useDeactivateUser()}
      target={user.id}
      done={{ title: 'Success', text: 'User deactivated successfully' }}
      failed="Failed to deactivate user"
      onClose={onClose}
    >
      <p>
        <Named>{fullName(user)}</Named> is logged out at once and cannot log in any more. This cannot be
        undone here.
      </p>
    </MutationDialog>
  );
}

function UpgradeDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <MutationDialog
      title="Upgrade to super admin?"
      confirmText="Upgrade"
      pendingText="Upgrading..."
      act={useUpgradeUser()}
      target={user.id}
      done={{ title: 'Success', text: 'User upgraded to Super Administrator successfully' }}
      failed="Failed to upgrade user"
      onClose={onClose}
    >
      <p>
        <Named>{fullName(user)}</Named> gets full control, including managing other administrators. This
        cannot be undone here. They are logged out everywhere and log in again.
      </p>
    </MutationDialog>
  );
}
