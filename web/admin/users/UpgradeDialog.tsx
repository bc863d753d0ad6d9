import type { Account } from '#contract/auth.ts';
import { useUpgradeUser } from '#web/api/users.ts';
import { ActDialog, Named } from '#web/form/dialog/ActDialog.tsx';
import { fullName } from '#web/ui/person.ts';

export function UpgradeDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <ActDialog
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
    </ActDialog>
  );
}
