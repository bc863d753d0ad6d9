import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { changeUsername as changeUsernameCall } from '#contract/credentials.ts';
import { useChangeUsername } from '#web/api/credentials.ts';
import { rememberUsername, useTabSession } from '#web/api/session.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { PasswordField } from '#web/kit/form/PasswordField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PATHS } from '#web/paths.ts';

export function ChangeUsernameForm() {
  const change = useChangeUsername();
  const renamed = useLogoutAfterRename();
  const form = useForm({
    resolver: zodResolver(changeUsernameCall.body),
    defaultValues: { currentPassword: '', newUsername: '' },
  });
  const { errors } = form.formState;

  const submit = createSubmitHandler(form, {
    save: (values) => change.mutateAsync(values),
    onSaved: (_saved, { newUsername }) => {
      const text = 'Username changed successfully. You will need to log in again.';
      toast({ title: 'Success', text, variant: 'plain' });
      renamed(newUsername.trim());
    },
    onFailed: (error) => toastErrorText(error, 'Error changing username'),
  });

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <TextField
        {...form.register('newUsername')}
        label="New username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint="3 to 50 letters, digits and . _ - @ +"
        error={errors.newUsername?.message}
      />
      <PasswordField
        {...form.register('currentPassword')}
        id="username-currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <Button type="submit" disabled={change.isPending || change.isSuccess}>
        {buttonText(change)}
      </Button>
    </form>
  );
}

function buttonText({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): string {
  if (isPending) return 'Changing username...';
  return isSuccess ? 'Taking you to the login...' : 'Change username';
}

/** Time to read that a new login is needed. */
const REDIRECT_MS = 2000;

/** After a change of the user's own username all sessions have ended, so the login opens. */
function useLogoutAfterRename(): (username: string) => void {
  const navigate = useNavigate();
  const { session } = useTabSession();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (username) => {
    rememberUsername(username);
    timer.current = setTimeout(() => {
      void navigate(PATHS.adminLogin);
      session.leave();
    }, REDIRECT_MS);
  };
}
