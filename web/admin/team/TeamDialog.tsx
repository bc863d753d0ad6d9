import { AddMemberDialog } from './AddMemberDialog.tsx';
import type { TeamAct } from './columns.tsx';
import { DeactivateMemberDialog } from './DeactivateMemberDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';

type Props = { act: TeamAct; onTold: (message: string) => void; onClose: () => void };

/** The dialog of what somebody is about to do. */
export function TeamDialog({ act, onTold, onClose }: Props) {
  switch (act.what) {
    case 'add':
      return <AddMemberDialog onClose={onClose} />;
    case 'reset':
      return <ResetPasswordDialog member={act.member} onTold={onTold} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateMemberDialog member={act.member} onClose={onClose} />;
  }
}
