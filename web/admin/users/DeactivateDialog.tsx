import type { Account } from '#contract/auth.ts';
import { useDeactivateUser } from '#web/api/users.ts';
import { ActDialog, Named } from '#web/form/dialog/ActDialog.tsx';
import { fullName } from '#web/ui/person.ts';

export function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <ActDialog
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
    </ActDialog>
  );
}
