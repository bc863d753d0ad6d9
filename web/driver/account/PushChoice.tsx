import { useEffect, useState } from 'react';
import { errorText } from '#web/api/call.ts';
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#web/api/push.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

const registration = () => navigator.serviceWorker?.getRegistration('/driver');

/** Notifications of answers while the page is closed; nothing where the system sends none. */
export function PushChoice() {
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    registration()
      ?.then(readPushState)
      .then(setState, () => {
        // Without a connection nothing is offered.
      });
  }, []);
  if (state === null || state === 'off') return null;
  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const worker = await registration();
      if (worker) setState(await (state === 'active' ? switchPushOff(worker) : switchPushOn(worker)));
    } catch (error) {
      setFailure(errorText(error, 'The browser did not allow it. Try again with a connection.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <h2 className="text-xl">Answers of the office</h2>
      <p className="mt-1">{TEXTS[state]}</p>
      {failure && (
        <Notice variant="danger" role="alert" className="mt-3">
          {failure}
        </Notice>
      )}
      {(state === 'active' || state === 'inactive') && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void change()}
          className={`${LARGE_BUTTON} mt-3`}
        >
          {state === 'active' ? 'Stop notifications' : 'Notify me on this phone'}
        </button>
      )}
    </section>
  );
}

const TEXTS: Readonly<Record<Exclude<PushState, 'off'>, string>> = {
  active:
    'This phone notifies you when the office answers, also while the page is closed. The notification does not say what.',
  inactive: 'The phone can notify you when the office answers, also while the page is closed.',
  blocked:
    'The settings of this browser forbid notifications of this page. Allow them there, then open this page again.',
  unsupported:
    'This browser cannot notify you while the page is closed. On an iPhone, install the page on the home screen first.',
};
