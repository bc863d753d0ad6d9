import type { Account } from '#contract/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useDeactivateUser } from '#web/api/users.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { fullName } from '#web/ui/person.ts';
import { toast } from '#web/ui/toast-store.ts';

const FAILED = 'Failed to deactivate user';

export function DeactivateDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const deactivate = useDeactivateUser();
  const confirm = () =>
    deactivate.mutate(user.id, {
      onSuccess: () => {
        toast({ title: 'Success', text: 'User deactivated successfully', look: 'plain' });
        onClose();
      },
      onError: (error) => toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' }),
    });
  return (
    <ConfirmDialog
      title="Deactivate user?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      isPending={deactivate.isPending}
      error={deactivate.error && failureWords(deactivate.error, FAILED)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{fullName(user)}</bdi>
        </strong>{' '}
        is logged out at once and cannot log in any more. This cannot be undone here.
      </p>
    </ConfirmDialog>
  );
}
