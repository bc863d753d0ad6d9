import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import { createUser } from '#contract/users.ts';
import { errorText } from '#web/api/call.ts';
import { useCreateUser } from '#web/api/users.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import type { Rights } from './rights.ts';
import { UserFields, type UserValues } from './UserFields.tsx';

const FAILURE_TEXT = 'Failed to create user';
type Sent = BodyOf<typeof createUser>;
/** The form has all roles, the call fewer: the schema refuses roles that the user cannot give. */
const resolver = zodResolver(createUser.body) as unknown as Resolver<UserValues, unknown, Sent>;
const EMPTY: UserValues = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  phone: '',
  password: '',
  role: 'view_only',
};

export function AddUserDialog({ rights, onClose }: { rights: Rights; onClose: () => void }) {
  const create = useCreateUser();
  const form = useForm<UserValues, unknown, Sent>({ resolver, defaultValues: EMPTY });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: () => {
      toast({ title: 'Success', text: 'User created successfully', variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, FAILURE_TEXT),
  });
  return (
    <FormDialog
      title="Add User"
      text={<p>The new user can log in at once with this username and password.</p>}
      submitText="Add User"
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={form.formState.isDirty}
      error={create.error && errorText(create.error, FAILURE_TEXT)}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields
        form={form}
        canPromote={rights.canPromote}
        passwordHint="At least 8 characters. A few unrelated words make a good one."
      />
    </FormDialog>
  );
}
