import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { forgotPassword } from '#contract/auth.ts';
import { useForgotPassword } from '#web/api/auth.ts';
import { saving } from '#web/form/saving.ts';
import { TextField } from '#web/form/TextField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { LoginFailure } from './LoginFailure.tsx';

export function AskForLink() {
  const ask = useForgotPassword();
  const form = useForm({ resolver: zodResolver(forgotPassword.body), defaultValues: { email: '' } });
  const submit = saving(form, {
    save: (values) => ask.mutateAsync(values),
    onSaved: () => form.reset(),
    onFailed: () => {},
  });
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {ask.error && <LoginFailure error={ask.error} atMs={ask.submittedAt} />}
      {ask.data && (
        <Notice look="attention" role="status">
          {ask.data.message}
        </Notice>
      )}
      <TextField
        {...form.register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        error={form.formState.errors.email?.message}
      />
      <Button type="submit" disabled={ask.isPending} className="w-full">
        {ask.isPending ? 'Sending...' : 'Mail me a link'}
      </Button>
    </form>
  );
}
