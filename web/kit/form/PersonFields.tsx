import type { ReactNode } from 'react';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

export type PersonField = 'firstName' | 'lastName' | 'username' | 'email' | 'password';
type Bound<Name extends string> = { name: Name; error: string | undefined };

type Props = {
  /** Returns a registered form field and its error. */
  bind: <Name extends PersonField>(name: Name) => Bound<Name>;
  passwordHint: string;
  /** Shown beside the e-mail. */
  besideEmail?: ReactNode;
  /** Why username, e-mail and password cannot be changed; null if they can. */
  closed?: string | null;
  /** Shown instead of username, e-mail and password. */
  insteadOfIdentity?: ReactNode;
};

/** Name, username, e-mail and password of an account. */
export function PersonFields(props: Props) {
  const { bind, besideEmail, insteadOfIdentity } = props;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('firstName')} label="First name" autoComplete="off" />
        <TextField {...bind('lastName')} label="Last name" autoComplete="off" />
      </div>
      {insteadOfIdentity ? (
        <>
          {besideEmail}
          {insteadOfIdentity}
        </>
      ) : (
        <IdentityFields {...props} />
      )}
    </>
  );
}

function IdentityFields({ bind, passwordHint, besideEmail, closed = null }: Props) {
  const readOnly = closed ? { readOnly: true } : {};
  return (
    <>
      <TextField
        {...bind('username')}
        {...readOnly}
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint={closed ?? '3 to 50 letters, digits and . _ - @ +'}
      />
      <div className={besideEmail ? 'grid gap-4 sm:grid-cols-2' : ''}>
        <TextField {...bind('email')} {...readOnly} label="Email" type="email" autoComplete="off" />
        {besideEmail}
      </div>
      {!closed && (
        <PasswordField
          {...bind('password')}
          label="Password"
          autoComplete="new-password"
          hint={passwordHint}
        />
      )}
    </>
  );
}
