import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { login as loginCall } from '#contract/auth.ts';
import { useLogin } from '#web/api/auth.ts';
import { isCode } from '#web/api/call.ts';
import { lastUsername, rememberUsername } from '#web/api/last-username.ts';
import { useTabSession } from '#web/api/session.ts';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { saving } from '#web/form/saving.ts';
import { TextField } from '#web/form/TextField.tsx';
import { PATHS } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoginFailure } from './LoginFailure.tsx';

export function LoginForm() {
  const { session } = useTabSession();
  const login = useLogin();
  const form = useForm({
    resolver: zodResolver(loginCall.body),
    defaultValues: { username: lastUsername(), password: '' },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = saving(form, {
    save: ({ username, password }) => login.mutateAsync({ username: username.trim(), password }),
    onSaved: (account) => {
      rememberUsername(account.username);
      session.enter(account);
    },
    onFailed: (error) => {
      if (isCode(error, 'unauthenticated')) setFocus('password', { shouldSelect: true });
    },
  });

  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {login.error && <LoginFailure error={login.error} atMs={login.submittedAt} />}
      <TextField
        {...form.register('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={errors.username?.message}
      />
      <PasswordField
        {...form.register('password')}
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <Button type="submit" disabled={login.isPending} className="w-full">
        {login.isPending ? 'Logging in...' : 'Log in'}
      </Button>
      <p className="text-center">
        <Link to={PATHS.resetPassword} className="touch inline-flex items-center text-brand underline">
          Forgot your password?
        </Link>
      </p>
    </form>
  );
}
