import { useRef, useState } from 'react';
import { logout } from '#contract/auth.ts';
import { call, errorText } from '#web/api/call.ts';
import { site } from '#web/config.ts';
import { closeView, dayPath, OUTBOX_PATH } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { unsentItems } from '#web/driver/outbox/recordings.ts';
import { signOutDriver, useDriver } from '#web/driver/store.ts';
import { chooseDriverTheme, DRIVER_THEMES, storedDriverTheme } from '#web/driver/theme.ts';
import { UpdateNotice } from '#web/driver/UpdateNotice.tsx';
import { itemCount } from '#web/driver/words.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { DriverSessions } from './DriverSessions.tsx';
import { PushChoice } from './PushChoice.tsx';

const THEME_LABELS = { light: 'Light', dark: 'Dark', sun: 'Bright sun' };

export function AccountPage({ startUpdate }: { startUpdate: (() => void) | null }) {
  const session = useDriver((driver) => driver.session);
  const timeZone = useDriver((driver) => driver.routes?.reply.timeZone);
  return (
    <DriverFrame
      title={session?.name ?? 'Settings'}
      detail="Signed in on this phone"
      back={{ to: dayPath(null), label: 'Back to the route' }}
    >
      <div className="space-y-6">
        <ThemeChoice />
        {startUpdate && <UpdateNotice onStart={startUpdate} className="" />}
        <section>
          <h2 className="text-xl">On the home screen</h2>
          <p className="mt-1">
            In the menu of the browser, choose Add to Home Screen or Install. The phone then keeps the page,
            and what waits to be sent, for longer.
          </p>
        </section>
        <PushChoice />
        <DriverSessions timeZone={timeZone ?? site.timeZone} />
        <SignOut />
        <CallOffice className="" />
      </div>
    </DriverFrame>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(storedDriverTheme);
  return (
    <fieldset>
      <legend className="font-display font-semibold text-xl">Screen</legend>
      <div className="mt-2 grid grid-cols-3 gap-2">
        {DRIVER_THEMES.map((name) => (
          <label
            key={name}
            className={`${LARGE_BUTTON} has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2`}
          >
            <input
              type="radio"
              name="theme"
              value={name}
              checked={theme === name}
              onChange={() => {
                chooseDriverTheme(name);
                setTheme(name);
              }}
              className="sr-only"
            />
            {THEME_LABELS[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Refused while something waits: the next driver on this phone could not send it. */
function SignOut() {
  const items = useDriver((driver) => driver.items);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  const unsentOnes = unsentItems(items);
  const unsent = unsentOnes.length;
  const hasRefused = unsentOnes.some(({ state }) => state === 'refused');
  const leave = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const isDone = await signOutDriver(async () => {
        await call(logout);
      });
      if (isDone) await closeView(dayPath(null));
    } catch (error) {
      setFailure(
        errorText(error, 'You are still signed in: the server did not answer. Try again with a connection.'),
      );
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return (
    <section>
      <h2 className="text-xl">Sign out</h2>
      {unsent > 0 ? (
        <>
          <p className="mt-1">
            You cannot sign out yet: {itemCount(unsent)} {unsent === 1 ? 'is' : 'are'} not sent. Only you can
            send {unsent === 1 ? 'it' : 'them'}.
            {hasRefused && ' Record what was refused again, or delete it.'}
          </p>
          <DriverLink
            to={OUTBOX_PATH}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            See what waits
          </DriverLink>
        </>
      ) : (
        <p className="mt-1">Your route and your customers are then removed from this phone.</p>
      )}
      {failure && (
        <Notice variant="danger" role="alert" className="mt-3">
          {failure}
        </Notice>
      )}
      <button
        type="button"
        disabled={isBusy || unsent > 0}
        onClick={() => void leave()}
        className={`${LARGE_BUTTON} mt-3`}
      >
        {isBusy ? 'Signing out...' : 'Sign out'}
      </button>
    </section>
  );
}
