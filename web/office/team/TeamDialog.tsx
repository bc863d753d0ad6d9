import type { Account } from '#contract/auth.ts';
import { useDeactivateStaff } from '#web/api/users.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import type { TeamAction } from './columns.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';

type Props = { action: TeamAction; onReset: (message: string) => void; onClose: () => void };

/** The dialog of the chosen action. */
export function TeamDialog({ action, onReset, onClose }: Props) {
  switch (action.kind) {
    case 'add':
      return <AddMemberDialog onClose={onClose} />;
    case 'reset':
      return <ResetPasswordDialog member={action.member} onReset={onReset} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateMemberDialog member={action.member} onClose={onClose} />;
  }
}

function DeactivateMemberDialog({ member, onClose }: { member: Account; onClose: () => void }) {
  const name = fullName(member);
  return (
    <MutationDialog
      title="Deactivate team member?"
      confirmText="Deactivate"
      pendingText="Deactivating..."
      mutation={useDeactivateStaff()}
      target={member.id}
      done={{ title: 'Team member deactivated', text: `${name} can no longer log in.` }}
      failed="Failed to deactivate team member"
      onClose={onClose}
    >
      <p>
        <Named>{name}</Named> is logged out at once and cannot log in any more. This cannot be undone here.
      </p>
    </MutationDialog>
  );
}
