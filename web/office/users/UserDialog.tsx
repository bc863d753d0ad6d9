import type { Account } from '#contract/auth.ts';
import { useDeactivateUser, useReactivateUser, useUpgradeUser } from '#web/api/users.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { DriverSessionsDialog } from '#web/office/driver-records/DriverSessionsDialog.tsx';
import { PhoneLostDialog } from '#web/office/driver-records/PhoneLostDialog.tsx';
import { SignInLinkDialog } from '#web/office/driver-records/SignInLinkDialog.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import type { UserAction } from './columns.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import type { Rights } from './rights.ts';

type Props = { action: UserAction; rights: Rights; onClose: () => void };

/** The dialog of the chosen action. */
export function UserDialog({ action, rights, onClose }: Props) {
  switch (action.kind) {
    case 'add':
      return <AddUserDialog rights={rights} onClose={onClose} />;
    case 'edit':
      return <EditUserDialog user={action.user} rights={rights} onClose={onClose} />;
    case 'link':
      return <SignInLinkDialog driver={driverOf(action.user)} onClose={onClose} />;
    case 'devices':
      return <DriverSessionsDialog driver={driverOf(action.user)} onClose={onClose} />;
    case 'lost':
      return <PhoneLostDialog driver={driverOf(action.user)} onClose={onClose} />;
    case 'upgrade':
      return <UpgradeDialog user={action.user} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog user={action.user} onClose={onClose} />;
    case 'reactivate':
      return <ReactivateDialog user={action.user} onClose={onClose} />;
  }
}

const driverOf = (user: Account) => ({ id: user.id, name: fullName(user) });

function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <MutationDialog
      title="Deactivate user?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      mutation={useDeactivateUser()}
      target={user.id}
      done={{ title: 'Success', text: 'User deactivated successfully' }}
      failed="Failed to deactivate user"
      onClose={onClose}
    >
      <p>
        <Named>{fullName(user)}</Named> is logged out at once and cannot log in any more. A super
        administrator can reactivate the account.
      </p>
    </MutationDialog>
  );
}

function ReactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <MutationDialog
      title="Reactivate user?"
      confirmText="Reactivate"
      pendingText="Reactivating..."
      mutation={useReactivateUser()}
      target={user.id}
      done={{ title: 'Success', text: 'User reactivated successfully' }}
      failed="Failed to reactivate user"
      onClose={onClose}
    >
      <p>
        <Named>{fullName(user)}</Named> can log in again with the username and password from before. If the
        password may be known to others, set a new one with Edit.
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
      mutation={useUpgradeUser()}
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
