import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changePassword as changePasswordCall } from '#contract/credentials.ts';
import { withoutUsername } from '#contract/passwords.ts';
import { useChangePassword } from '#web/api/credentials.ts';
import { useTabSession } from '#web/api/session.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { NewPasswordFields, PasswordField } from '#web/kit/form/PasswordField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

export function ChangePasswordForm() {
  const change = useChangePassword();
  const { sessionState } = useTabSession();
  const username = sessionState.status === 'signedIn' ? sessionState.username : undefined;
  const form = useForm({
    resolver: zodResolver(changePasswordCall.body.check(withoutUsername('newPassword', username))),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors } = form.formState;

  const submit = createSubmitHandler(form, {
    save: (values) => change.mutateAsync(values),
    onSaved: () => {
      form.reset();
      toast({ title: 'Success', text: 'Password changed successfully', variant: 'plain' });
    },
    onFailed: (error) => toastErrorText(error, 'Error changing password'),
  });

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <OwnUsername />
      <PasswordField
        {...form.register('currentPassword')}
        id="password-currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <NewPasswordFields
        password={{ ...form.register('newPassword'), error: errors.newPassword?.message }}
        confirmation={{ ...form.register('confirmPassword'), error: errors.confirmPassword?.message }}
      />
      <Button type="submit" disabled={change.isPending}>
        {change.isPending ? 'Changing password...' : 'Change password'}
      </Button>
    </form>
  );
}

/** Tells password managers whose password a form is about. */
export function OwnUsername() {
  const { sessionState } = useTabSession();
  if (sessionState.status !== 'signedIn') return null;
  return <input hidden readOnly autoComplete="username" value={sessionState.username} />;
}
