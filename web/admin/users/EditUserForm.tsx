import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm } from 'react-hook-form';
import type { Account } from '#contract/auth.ts';
import { type UserChanges, userChanges } from '#contract/users.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { staleOf } from '#web/api/stale.ts';
import { userQuery, useUpdateUser } from '#web/api/users.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { StaleNotice } from '#web/form/StaleNotice.tsx';
import { saving } from '#web/form/saving.ts';
import { type Opened, takeValues, useOpened } from '#web/form/use-opened.ts';
import { fullName } from '#web/ui/person.ts';
import { toast } from '#web/ui/toast-store.ts';
import { changesOf, valuesOf } from './changes.ts';
import type { Rights } from './rights.ts';
import { UserFields, type UserValues } from './UserFields.tsx';
import { FIELD_LABELS, isAccountField, valueWords } from './words.ts';

const FAILED = 'Failed to update user';

type Props = { opened: Opened<Account>; rights: Rights; onClose: () => void };

/** Sends what was changed here, so that it undoes nothing else, and only to the version that was opened. */
export function EditUserForm({ opened, rights, onClose }: Props) {
  const update = useUpdateUser();
  const { base, etag, newer, isLoading, look, rebase } = useOpened(opened, ({ id }) => userQuery(id));
  const form = useForm<UserValues, unknown, UserChanges>({
    resolver: (values, context, options) =>
      changedOnly(changesOf(base, values) as UserValues, context, options),
    defaultValues: valuesOf(opened.value),
  });
  const save = (under: string | null) =>
    saving(form, {
      save: (changes) => update.mutateAsync({ id: base.id, changes, etag: under }),
      onSaved: () => {
        toast({ title: 'Success', text: 'User updated successfully', look: 'plain' });
        onClose();
      },
      onFailed: (error) => {
        if (staleOf(error)) void look();
        else toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' });
      },
    });
  const stale = staleOf(update.error);

  const takeTheirs = async () => {
    const theirs = newer ?? (await look());
    if (!theirs) return;
    const values = { before: valuesOf(base), fresh: valuesOf(theirs.value), theirs: stale?.changed ?? [] };
    takeValues(form, values);
    rebase(theirs);
    update.reset();
  };
  const saveOver = async () => {
    const theirs = newer ?? (await look());
    if (theirs) await save(theirs.etag)();
  };

  return (
    <FormDialog
      title="Edit User"
      text={
        <p className="wrap-anywhere">
          <bdi>{fullName(base)}</bdi>. A new username, password or role logs them out everywhere.
        </p>
      }
      submitText="Save changes"
      pendingText="Saving..."
      isPending={update.isPending}
      isDirty={form.formState.isDirty}
      error={update.error && !stale ? failureWords(update.error, FAILED) : null}
      onSubmit={save(etag)}
      onClose={onClose}
    >
      <UserFields
        form={form}
        canPromote={rights.canPromote}
        passwordHint="Leave it empty to keep the password. At least 8 characters."
        identityRefusal={rights.refusalToIdentify(base)}
        roleRefusal={rights.refusalToChangeRole(base)}
        heldRole={base.role}
      />
      {stale && (
        <StaleNotice
          stale={stale}
          isLoading={isLoading}
          fieldWords={(field) => wordsOf(field, { newer, mine: changesOf(base, form.getValues()) })}
          onTakeTheirs={() => void takeTheirs()}
          onSaveOver={() => void saveOver()}
        />
      )}
    </FormDialog>
  );
}

const changedOnly = zodResolver(userChanges) as unknown as Resolver<UserValues, unknown, UserChanges>;

type Compared = { newer: Opened<Account> | null; mine: Partial<UserValues> };

function wordsOf(field: string, { newer, mine }: Compared) {
  if (!isAccountField(field)) return { label: field, theirs: 'changed', yours: null };
  const theirs = field === 'password' || !newer ? 'changed' : valueWords(field, newer.value[field]);
  const isMine = field in mine && field !== 'isActive';
  const yours = isMine ? valueWords(field, mine[field as keyof UserValues]) : null;
  return { label: FIELD_LABELS[field], theirs, yours };
}
