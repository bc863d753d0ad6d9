import type { Account } from '#contract/auth.ts';
import { useDeactivateStaff } from '#web/api/staff.ts';
import { ActDialog, Named } from '#web/form/dialog/ActDialog.tsx';
import { fullName } from '#web/ui/person.ts';

export function DeactivateMemberDialog({ member, onClose }: { member: Account; onClose: () => void }) {
  const name = fullName(member);
  return (
    <ActDialog
      title="Deactivate team member?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      act={useDeactivateStaff()}
      target={member.id}
      done={{ title: 'Team member deactivated', text: `${name} can no longer log in.` }}
      failed="Failed to deactivate team member"
      onClose={onClose}
    >
      <p>
        <Named>{name}</Named> is logged out at once and cannot log in any more. This cannot be undone here.
      </p>
    </ActDialog>
  );
}
