import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Account } from '#contract/auth.ts';
import { login } from '#contract/credentials.ts';
import { openDriverSession } from '#contract/driver-session.ts';
import { can } from '#domain/accounts/access.ts';
import { call, errorText } from '#web/api/call.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { type DriverSnapshot, signInDriver, unsentItems, useDriver } from '#web/driver/store.ts';
import { itemCount } from '#web/driver/words.ts';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { PATHS } from '#web/paths.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { fullName } from '#web/ui/names.ts';

const NO_ANSWER = 'The server did not answer. You need a connection to sign in.';

/** By the link that the office sent, if the address has its token; else by username and password. */
export function DriverSignIn() {
  const driver = useDriver();
  const [token, setToken] = useState(linkToken);
  useEffect(() => {
    const read = () => setToken(linkToken());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return (
    <DriverFrame title="Driver sign-in">
      <SessionEnd {...driver} />
      <WaitingItems {...driver} />
      {token ? (
        <LinkSignIn
          token={token}
          onOther={() => {
            forgetToken();
            setToken(null);
          }}
        />
      ) : (
        <PasswordSignIn />
      )}
      <CallOffice />
    </DriverFrame>
  );
}

/** The token of '/driver#token=...'. Only a tap uses it: the preview of a message opens the page, too. */
function linkToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

function forgetToken(): void {
  history.replaceState(history.state, '', location.pathname);
}

/** Why the page asks to sign in, if it did not before. */
function SessionEnd({ endedBy }: DriverSnapshot) {
  if (!endedBy) return null;
  return (
    <Notice variant="attention" role="alert" className="mb-4">
      {endedBy === 'deactivated' ? (
        <p>
          <span className="font-semibold">Your account was deactivated.</span> Everything that you recorded
          before that is at the office. Your route was removed from this phone.
        </p>
      ) : (
        <p>
          <span className="font-semibold">You were signed out on this phone.</span> Sign in again, or ask the
          office to send you a link.
        </p>
      )}
    </Notice>
  );
}

/** What waits on this phone, and who can send it. */
function WaitingItems({ session, items, others }: DriverSnapshot) {
  const own = unsentItems(items).length;
  const all = session && own > 0 ? [{ name: session.name, count: own }, ...others] : others;
  if (all.length === 0) return null;
  return (
    <Notice variant="attention" className="mb-4">
      {all.map(({ name, count }) => (
        <p key={name}>
          {itemCount(count)} of <bdi className="font-semibold">{name}</bdi> {count === 1 ? 'is' : 'are'} kept
          on this phone, and sent when {name} signs in.
        </p>
      ))}
    </Notice>
  );
}

function PasswordSignIn() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const { isBusy, failure, submit } = useSignIn(() =>
    call(login, { body: { username: username.trim(), password } }),
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = {
      ...(username.trim() === '' && { username: 'Enter your username' }),
      ...(password === '' && { password: 'Enter your password' }),
    };
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else void submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4 text-lg">
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={errors.username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Failure text={failure} />
      <button type="submit" disabled={isBusy} className={PRIMARY_BUTTON}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </button>
    </form>
  );
}

function LinkSignIn({ token, onOther }: { token: string; onOther: () => void }) {
  const { isBusy, failure, submit } = useSignIn(() => call(openDriverSession, { body: { token } }));
  return (
    <div className="space-y-4 text-lg">
      <p>The office sent you this link. It signs you in on this phone, once.</p>
      <Failure text={failure} />
      <button type="button" disabled={isBusy} onClick={() => void submit()} className={PRIMARY_BUTTON}>
        {isBusy ? 'Signing in...' : 'Sign in on this phone'}
      </button>
      <button type="button" onClick={onOther} className="min-h-14 font-semibold text-brand underline">
        Use a password instead
      </button>
    </div>
  );
}

function Failure({ text }: { text: string | null }) {
  return (
    text && (
      <Notice variant="danger" role="alert">
        {text}
      </Notice>
    )
  );
}

/** Accounts of the office sign in here as well, and go to the back office. */
function useSignIn(open: () => Promise<Account>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  const submit = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await signInDriver(async () => {
        const account = await open();
        if (!can(account.role, 'route:own')) {
          location.assign(PATHS.admin);
          throw new OfficeAccount();
        }
        forgetToken();
        return { id: account.id, name: fullName(account) };
      });
    } catch (error) {
      if (!(error instanceof OfficeAccount)) setFailure(errorText(error, NO_ANSWER));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failure, submit };
}

class OfficeAccount extends Error {}
