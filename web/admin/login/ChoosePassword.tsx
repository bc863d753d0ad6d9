import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { resetPassword } from '#contract/auth.ts';
import { useResetPassword } from '#web/api/auth.ts';
import { CallError } from '#web/api/call.ts';
import { NewPasswordFields } from '#web/form/NewPasswordFields.tsx';
import { saving } from '#web/form/saving.ts';
import { PATHS } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { LoginFailure } from './LoginFailure.tsx';

type Props = { token: string; onLinkOver: () => void };

export function ChoosePassword({ token, onLinkOver }: Props) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useForm({
    resolver: zodResolver(resetPassword.body),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const submit = saving(form, {
    save: (values) => reset.mutateAsync(values),
    onSaved: ({ message }) => {
      toast({ title: 'Success', text: message, look: 'plain' });
      void navigate(PATHS.adminLogin, { replace: true });
    },
    onFailed: () => {},
  });
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {reset.error && <LoginFailure error={reset.error} atMs={reset.submittedAt} />}
      {isAboutToken(reset.error) && (
        <Notice look="danger" role="alert">
          <p>{errors.token?.message ?? 'This link is no longer valid.'}</p>
          <Button look="secondary" onClick={onLinkOver} className="mt-3">
            Ask for a new link
          </Button>
        </Notice>
      )}
      <NewPasswordFields
        password={{ ...form.register('password'), error: errors.password?.message }}
        confirmation={{ ...form.register('confirmPassword'), error: errors.confirmPassword?.message }}
      />
      <Button type="submit" disabled={reset.isPending} className="w-full">
        {reset.isPending ? 'Saving...' : 'Set new password'}
      </Button>
    </form>
  );
}

function isAboutToken(error: Error | null): boolean {
  return error instanceof CallError && Boolean(error.reply?.issues?.some(({ path }) => path === 'token'));
}
