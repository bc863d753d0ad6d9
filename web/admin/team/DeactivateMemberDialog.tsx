import type { Account } from '#contract/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useDeactivateStaff } from '#web/api/staff.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { fullName } from '#web/ui/person.ts';
import { toast } from '#web/ui/toast-store.ts';

const FAILED = 'Failed to deactivate team member';

export function DeactivateMemberDialog({ member, onClose }: { member: Account; onClose: () => void }) {
  const deactivate = useDeactivateStaff();
  const name = fullName(member);
  const confirm = () =>
    deactivate.mutate(member.id, {
      onSuccess: () => {
        toast({ title: 'Team member deactivated', text: `${name} can no longer log in.`, look: 'plain' });
        onClose();
      },
      onError: (error) => toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' }),
    });
  return (
    <ConfirmDialog
      title="Deactivate team member?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      isPending={deactivate.isPending}
      error={deactivate.error && failureWords(deactivate.error, FAILED)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{name}</bdi>
        </strong>{' '}
        is logged out at once and cannot log in any more. This cannot be undone here.
      </p>
    </ConfirmDialog>
  );
}
