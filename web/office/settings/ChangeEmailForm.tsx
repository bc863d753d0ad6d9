import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changeEmail as changeEmailCall } from '#contract/credentials.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { useChangeEmail } from '#web/api/credentials.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { PasswordField } from '#web/kit/form/PasswordField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { OwnUsername } from './ChangePasswordForm.tsx';

export function ChangeEmailForm() {
  const change = useChangeEmail();
  const email = useSignedInUser().account?.email;
  const form = useForm({
    resolver: zodResolver(changeEmailCall.body),
    defaultValues: { currentPassword: '', newEmail: '' },
  });
  const { errors } = form.formState;

  const submit = createSubmitHandler(form, {
    save: (values) => change.mutateAsync(values),
    onSaved: () => {
      form.reset();
      toast({ title: 'Success', text: 'E-mail changed successfully', variant: 'plain' });
    },
    onFailed: (error) => toastErrorText(error, 'Error changing e-mail'),
  });

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <OwnUsername />
      <TextField
        {...form.register('newEmail')}
        label="New email"
        type="email"
        autoComplete="off"
        {...(email && { hint: `Current email: ${email}` })}
        error={errors.newEmail?.message}
      />
      <PasswordField
        {...form.register('currentPassword')}
        id="email-currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <Button type="submit" disabled={change.isPending}>
        {change.isPending ? 'Changing e-mail...' : 'Change e-mail'}
      </Button>
    </form>
  );
}
