import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Account } from '#contract/auth.ts';
import { login } from '#contract/credentials.ts';
import { openDriverSession } from '#contract/driver-session.ts';
import { can } from '#domain/accounts/access.ts';
import { call, errorText } from '#web/api/call.ts';
import { site } from '#web/config.ts';
import { forgetLinkToken, OUTBOX_PATH, useLinkToken } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import type { OtherItems } from '#web/driver/outbox/database.ts';
import { unsentItems } from '#web/driver/outbox/recordings.ts';
import { type DriverSnapshot, signInDriver, useWholeDriver } from '#web/driver/store.ts';
import { itemCount } from '#web/driver/words.ts';
import { PasswordField } from '#web/kit/form/PasswordField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { forgetPush } from '#web/kit/ui/browser/forget-push.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { fullName } from '#web/kit/ui/names.ts';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { PATHS } from '#web/paths.ts';
import { UnsentItem } from './UnsentItem.tsx';

const NO_ANSWER = 'The server did not answer. You need a connection to sign in.';

/** By the link that the office sent, if the address has its token; else by username and password. */
export function DriverSignIn() {
  const driver = useWholeDriver();
  const token = useLinkToken();
  useEffect(() => {
    // Without a session this browser gets no notifications of the driver who was signed in.
    if (!driver.session) void forgetPush('/driver');
  }, [driver.session]);
  const isSignedIn = driver.session !== null && driver.result?.status !== 'signed_out';
  if (token && isSignedIn) {
    // The office may have ended the session since.
    if (!driver.result && driver.isOnline) return <LoadingScreen>Checking who is signed in...</LoadingScreen>;
    return <LinkOfSignedIn token={token} driver={driver} />;
  }
  return (
    <DriverFrame title="Driver sign-in">
      <SessionEnd {...driver} />
      <KeptItems {...driver} />
      {token ? (
        <LinkSignIn token={token}>
          <button
            type="button"
            onClick={forgetLinkToken}
            className="min-h-14 font-semibold text-brand underline"
          >
            Use a password instead
          </button>
        </LinkSignIn>
      ) : (
        <PasswordSignIn />
      )}
      <CallOffice />
    </DriverFrame>
  );
}

/** A link was opened on a phone where a driver is signed in already. It can be this driver's, or another one's. */
function LinkOfSignedIn({ token, driver }: { token: string; driver: DriverSnapshot }) {
  const name = driver.session?.name ?? '';
  const unsent = unsentItems(driver.items).length;
  const stay = (
    <button type="button" onClick={forgetLinkToken} className={PRIMARY_BUTTON}>
      <span className="wrap-anywhere">
        Stay signed in as <bdi>{name}</bdi>
      </span>
    </button>
  );
  return (
    <DriverFrame title="Sign-in link" bottom={stay}>
      <div className="space-y-4 text-lg">
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{name}</bdi> is signed in on this phone. If the link is for {name},
          you do not need it.
        </p>
        {unsent > 0 ? (
          <>
            <Notice variant="attention">
              <p>
                Another driver cannot sign in yet: {itemCount(unsent)} of{' '}
                <bdi className="font-semibold">{name}</bdi> {unsent === 1 ? 'is' : 'are'} not sent, and only{' '}
                {name} can send {unsent === 1 ? 'it' : 'them'}. Stay signed in until everything is sent or
                deleted, then open the link again. It works for 10 minutes; the office can send a new one.
              </p>
            </Notice>
            <DriverLink to={OUTBOX_PATH} className={LARGE_BUTTON}>
              See what is not sent
            </DriverLink>
          </>
        ) : (
          <LinkSignIn token={token} signedInName={name} />
        )}
      </div>
      <CallOffice />
    </DriverFrame>
  );
}

/** Why the page asks to sign in, if it did not before. */
function SessionEnd({ endedBy }: DriverSnapshot) {
  if (!endedBy) return null;
  return (
    <Notice variant="attention" role="alert" className="mb-4">
      {endedBy === 'deactivated' ? (
        <p>
          <span className="font-semibold">Your account was deactivated.</span> Your route was removed from
          this phone. Call the office if something that you recorded is missing there.
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

/** What is not sent on this phone, and who can send it. */
function KeptItems({ others }: DriverSnapshot) {
  if (others.length === 0) return null;
  return (
    <Notice variant="attention" className="mb-4">
      {others.map((other) => (
        <KeptItemsOf key={other.driverId} {...other} />
      ))}
    </Notice>
  );
}

function KeptItemsOf({ name, items }: OtherItems) {
  const count = items.length;
  const refused = items.filter(({ state }) => state === 'refused').length;
  const isOne = count === 1;
  return (
    <>
      {refused < count ? (
        <p>
          {itemCount(count)} of <bdi className="font-semibold">{name}</bdi> {isOne ? 'is' : 'are'} kept on
          this phone, and sent when {name} signs in.
        </p>
      ) : (
        <p>
          {itemCount(count)} of <bdi className="font-semibold">{name}</bdi> {isOne ? 'was' : 'were'} refused
          and {isOne ? 'is' : 'are'} kept on this phone. Call the office about {isOne ? 'it' : 'them'}, then
          delete {isOne ? 'it' : 'them'}.
        </p>
      )}
      <details>
        <summary className="flex min-h-11 items-center font-semibold underline">See what is kept</summary>
        <ol className="mb-3 space-y-3">
          {items.map((item) => (
            <UnsentItem key={item.id} item={item} timeZone={site.timeZone} isOfOther />
          ))}
        </ol>
      </details>
    </>
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

type LinkProps = {
  token: string;
  /** Who is signed out by it; absent if no driver is signed in. */
  signedInName?: string;
  children?: ReactNode;
};

function LinkSignIn({ token, signedInName, children }: LinkProps) {
  const { isBusy, failure, submit } = useSignIn(() => call(openDriverSession, { body: { token } }));
  const button = signedInName ? 'Sign in with the link' : 'Sign in on this phone';
  return (
    <div className="space-y-4 text-lg">
      <p className="wrap-anywhere">
        {signedInName
          ? `Is it for another driver? Signing in with it signs ${signedInName} out, and removes the route of ${signedInName} from this phone.`
          : 'The office sent you this link. It signs you in on this phone, once.'}
      </p>
      <Failure text={failure} />
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void submit()}
        className={signedInName ? LARGE_BUTTON : PRIMARY_BUTTON}
      >
        {isBusy ? 'Signing in...' : button}
      </button>
      {children}
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
        forgetLinkToken();
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
