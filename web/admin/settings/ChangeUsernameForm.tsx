import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changeUsername as changeUsernameCall } from '#contract/auth.ts';
import { useChangeUsername } from '#web/api/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { saving } from '#web/form/saving.ts';
import { TextField } from '#web/form/TextField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { useRenamed } from './use-renamed.ts';

export function ChangeUsernameForm() {
  const change = useChangeUsername();
  const renamed = useRenamed();
  const form = useForm({
    resolver: zodResolver(changeUsernameCall.body),
    defaultValues: { currentPassword: '', newUsername: '' },
  });
  const { errors } = form.formState;

  const submit = saving(form, {
    save: (values) => change.mutateAsync(values),
    onSaved: (_saved, { newUsername }) => {
      const text = 'Username changed successfully. You will need to log in again.';
      toast({ title: 'Success', text, look: 'plain' });
      renamed(newUsername.trim());
    },
    onFailed: (error) =>
      toast({ title: 'Error', text: failureWords(error, 'Error changing username'), look: 'destructive' }),
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
