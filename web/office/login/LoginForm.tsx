import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#contract/auth.ts';
import { login as loginCall } from '#contract/credentials.ts';
import { isCode } from '#web/api/call.ts';
import { useLogin } from '#web/api/credentials.ts';
import { lastUsername, rememberUsername } from '#web/api/session.ts';
import { PasswordField } from '#web/kit/form/PasswordField.tsx';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { LoginFailure } from './LoginFailure.tsx';
import { SignInLinkOffer } from './SignInLink.tsx';

type Props = {
  username?: string;
  /** Set if another form of the page has fields with the same names. */
  idPrefix?: string;
  onLoggedIn: (account: Account) => void;
  /** Shown below the button. */
  footer: ReactNode;
};

export function LoginForm({ username = lastUsername(), idPrefix = '', onLoggedIn, footer }: Props) {
  const login = useLogin();
  const form = useForm({
    resolver: zodResolver(loginCall.body),
    defaultValues: { username, password: '' },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = createSubmitHandler(form, {
    save: ({ username, password }) => login.mutateAsync({ username: username.trim(), password }),
    onSaved: (account) => {
      rememberUsername(account.username);
      onLoggedIn(account);
    },
    onFailed: (error) => {
      if (isCode(error, 'unauthenticated')) setFocus('password', { shouldSelect: true });
    },
  });

  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      {login.error && <LoginFailure error={login.error} atMs={login.submittedAt} />}
      {isCode(login.error, 'too_many') && <SignInLinkOffer username={login.variables?.username ?? ''} />}
      <TextField
        {...form.register('username')}
        id={`${idPrefix}username`}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={errors.username?.message}
      />
      <PasswordField
        {...form.register('password')}
        id={`${idPrefix}password`}
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <Button type="submit" disabled={login.isPending} className="w-full">
        {login.isPending ? 'Logging in...' : 'Log in'}
      </Button>
      {footer}
    </form>
  );
}
