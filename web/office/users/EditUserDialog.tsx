import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import type { Resolver } from 'react-hook-form';
import type { Account } from '#contract/auth.ts';
import { type UserChanges, userChangesOf } from '#contract/users.ts';
import { userQuery, useUpdateUser } from '#web/api/users.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { fullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import type { Rights } from './rights.ts';
import { UserFields, type UserValues } from './UserFields.tsx';
import { FIELD_LABELS, valueText } from './words.ts';

type Props = { user: Account; rights: Rights; onClose: () => void };

export function EditUserDialog({ user, rights, onClose }: Props) {
  return (
    <LoadingDialog
      query={userQuery(user.id)}
      title={`Edit ${fullName(user)}`}
      subject="This user"
      onClose={onClose}
    >
      {(loaded) => <EditUserForm loaded={loaded} rights={rights} onClose={onClose} />}
    </LoadingDialog>
  );
}

type EditUserFormProps = { loaded: Versioned<Account>; rights: Rights; onClose: () => void };

function EditUserForm({ loaded, rights, onClose }: EditUserFormProps) {
  const update = useUpdateUser();
  const { username } = loaded.value;
  const resolver = useMemo(() => resolverFor(username), [username]);
  const { form, base, dialog, notice } = useVersionedForm({
    loaded,
    queryOf: userQuery,
    valuesOf,
    changesOf: computeAccountChanges,
    resolver,
    update,
    save: update.mutateAsync,
    onSaved: () => {
      toast({ title: 'Success', text: 'User updated successfully', variant: 'plain' });
      onClose();
    },
    failed: 'Failed to update user',
    labels: FIELD_LABELS,
    valueText,
  });
  const isOwn = rights.isOwn(base);
  const roleRefusal = rights.refusalToChangeRole(base);
  return (
    <FormDialog
      title="Edit User"
      text={
        <p className="wrap-anywhere">
          <bdi>{fullName(base)}</bdi>.{' '}
          {isOwn
            ? `This is your own account.${roleRefusal ? '' : ' A new role logs you out everywhere.'}`
            : 'A new username, password or role logs them out everywhere.'}
        </p>
      }
      submitText="Save changes"
      pendingText="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <UserFields
        form={form}
        canPromote={rights.canPromote}
        passwordHint="Leave it empty to keep the password. At least 8 characters."
        identityRefusal={rights.refusalToIdentify(base)}
        roleRefusal={roleRefusal}
        isOwn={isOwn}
        heldRole={base.role}
      />
      {notice && <ConflictNotice kind="user" {...notice} />}
    </FormDialog>
  );
}

/** The password is compared with the new username, or with the current one if it is not changed. */
function resolverFor(username: string) {
  return zodResolver(userChangesOf(username)) as unknown as Resolver<UserValues, unknown, UserChanges>;
}

/** An account as its form shows it; missing values are empty. */
function valuesOf({ firstName, lastName, username, email, phone, role }: Account): UserValues {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    username,
    email: email ?? '',
    phone: phone ?? '',
    password: '',
    role,
  };
}

/** The fields that the form changes. An empty password leaves the password unchanged. */
function computeAccountChanges(account: Account, values: Partial<UserValues>): Partial<UserValues> {
  const before = valuesOf(account);
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof UserValues],
  );
  return Object.fromEntries(changed);
}
