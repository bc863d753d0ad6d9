import type { Account } from '#contract/auth.ts';
import { userQuery } from '#web/api/users.ts';
import { OpeningDialog } from '#web/form/dialog/OpeningDialog.tsx';
import { fullName } from '#web/ui/person.ts';
import { EditUserForm } from './EditUserForm.tsx';
import type { Rights } from './rights.ts';

type Props = { user: Account; rights: Rights; onClose: () => void };

export function EditUserDialog({ user, rights, onClose }: Props) {
  return (
    <OpeningDialog query={userQuery(user.id)} kind="user" name={fullName(user)} onClose={onClose}>
      {(opened) => <EditUserForm opened={opened} rights={rights} onClose={onClose} />}
    </OpeningDialog>
  );
}
