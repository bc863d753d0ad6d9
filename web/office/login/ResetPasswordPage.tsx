import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { forgotPassword, resetPassword } from '#contract/credentials.ts';
import { CallError } from '#web/api/call.ts';
import { useForgotPassword, useResetPassword } from '#web/api/credentials.ts';
import { NewPasswordFields } from '#web/kit/form/PasswordField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PATHS } from '#web/paths.ts';
import { LoginFailure } from './LoginFailure.tsx';
import { useMailedToken } from './link-token.ts';

/** Requests a reset link, or sets a new password with the link from the e-mail. */
export default function ResetPasswordPage() {
  const { token, forget } = useMailedToken();
  return (
    <div className="mx-auto max-w-md px-4 pt-8 pb-12 sm:pt-14">
      <div className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8">
        <PageHeading title={token ? 'Choose a new password' : 'Reset your password'}>
          {token ? 'Then log in with it.' : 'We mail you a link to choose a new one.'}
        </PageHeading>
        {token ? <ChoosePassword key={token} token={token} onLinkOver={forget} /> : <RequestResetLink />}
      </div>
      <p className="mt-4 text-center">
        <Link
          to={PATHS.adminLogin}
          className="touch inline-flex items-center font-semibold text-brand underline"
        >
          Back to the login
        </Link>
      </p>
    </div>
  );
}

function RequestResetLink() {
  const forgotPasswordMutation = useForgotPassword();
  const form = useForm({ resolver: zodResolver(forgotPassword.body), defaultValues: { email: '' } });
  const submit = createSubmitHandler(form, {
    save: (values) => forgotPasswordMutation.mutateAsync(values),
    onSaved: () => form.reset(),
    onFailed: () => {},
  });
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {forgotPasswordMutation.error && (
        <LoginFailure error={forgotPasswordMutation.error} atMs={forgotPasswordMutation.submittedAt} />
      )}
      {forgotPasswordMutation.data && (
        <Notice variant="attention" role="status">
          {forgotPasswordMutation.data.message}
        </Notice>
      )}
      <TextField
        {...form.register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        error={form.formState.errors.email?.message}
      />
      <Button type="submit" disabled={forgotPasswordMutation.isPending} className="w-full">
        {forgotPasswordMutation.isPending ? 'Sending...' : 'Mail me a link'}
      </Button>
    </form>
  );
}

type Props = { token: string; onLinkOver: () => void };

function ChoosePassword({ token, onLinkOver }: Props) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useForm({
    resolver: zodResolver(resetPassword.body),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const submit = createSubmitHandler(form, {
    save: (values) => reset.mutateAsync(values),
    onSaved: ({ message }) => {
      toast({ title: 'Success', text: message, variant: 'plain' });
      void navigate(PATHS.adminLogin, { replace: true });
    },
    onFailed: () => {},
  });
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {reset.error && <LoginFailure error={reset.error} atMs={reset.submittedAt} />}
      {isAboutToken(reset.error) && (
        <Notice variant="danger" role="alert">
          <p>{errors.token?.message ?? 'This link is no longer valid.'}</p>
          <Button variant="secondary" onClick={onLinkOver} className="mt-3">
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
