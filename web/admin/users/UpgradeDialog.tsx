import type { Account } from '#contract/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useUpgradeUser } from '#web/api/users.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { fullName } from '#web/ui/person.ts';
import { toast } from '#web/ui/toast-store.ts';

const FAILED = 'Failed to upgrade user';

export function UpgradeDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const upgrade = useUpgradeUser();
  const confirm = () =>
    upgrade.mutate(user.id, {
      onSuccess: () => {
        toast({ title: 'Success', text: 'User upgraded to Super Administrator successfully', look: 'plain' });
        onClose();
      },
      onError: (error) => toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' }),
    });
  return (
    <ConfirmDialog
      title="Upgrade to super admin?"
      confirmText="Upgrade"
      pendingText="Upgrading..."
      isPending={upgrade.isPending}
      error={upgrade.error && failureWords(upgrade.error, FAILED)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{fullName(user)}</bdi>
        </strong>{' '}
        gets full control, including managing other administrators. This cannot be undone here. They are
        logged out everywhere and log in again.
      </p>
    </ConfirmDialog>
  );
}
