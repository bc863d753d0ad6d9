import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createStaff } from '#contract/staff.ts';
import { errorText } from '#web/api/call.ts';
import { useCreateStaff } from '#web/api/users.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { type PersonField, PersonFields } from '#web/kit/form/PersonFields.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { fullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

const FAILURE_TEXT = 'Failed to create team member';

export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateStaff();
  const form = useForm({
    resolver: zodResolver(createStaff.body),
    defaultValues: {
      firstName: '',
      lastName: '',
      username: '',
      email: '',
      password: '',
      role: 'admin' as const,
    },
  });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: (member) => {
      toast({ title: 'Team member added', text: `${fullName(member)} can log in now.`, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, FAILURE_TEXT),
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title="Add Team Member"
      text={<p>All administrators have full access to bookings, inventory and customers.</p>}
      submitText="Add Team Member"
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={isDirty}
      error={create.error && errorText(create.error, FAILURE_TEXT)}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields
        bind={<Name extends PersonField>(name: Name) => ({
          ...form.register(name),
          name,
          error: errors[name]?.message,
        })}
        passwordHint="At least 8 characters. A few unrelated words make a good one."
      />
    </FormDialog>
  );
}
