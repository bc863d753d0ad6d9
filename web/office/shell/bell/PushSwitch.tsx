import { useEffect, useState } from 'react';
import { errorText } from '#web/api/call.ts';
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#web/api/push.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';

const SCOPE = '/admin';

/** Below the bell: notifications of drivers' messages on this computer; nothing where the system or browser has none. */
export function PushSwitch() {
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    navigator.serviceWorker
      ?.getRegistration(SCOPE)
      .then(readPushState)
      .then(setState, () => {
        // Without an answer nothing is offered.
      });
  }, []);
  if (state === null || state === 'off' || state === 'unsupported') return null;
  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const workers = navigator.serviceWorker;
      await workers.register('/admin-sw.js', { scope: SCOPE, updateViaCache: 'none' });
      // Only an active worker can be subscribed.
      const registration = await workers.ready;
      setState(await (state === 'active' ? switchPushOff(registration) : switchPushOn(registration)));
    } catch (error) {
      setFailure(errorText(error, 'The browser did not allow it. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="border-line border-t px-4 py-3 text-sm">
      {failure && (
        <p role="alert" className="mb-2 font-semibold text-danger">
          {failure}
        </p>
      )}
      {state === 'blocked' ? (
        <p className="text-ink-soft">
          To be notified of drivers' messages, allow notifications of this site in the settings of the
          browser.
        </p>
      ) : (
        <RowButton aria-disabled={isBusy} onClick={() => void change()}>
          {state === 'active' ? 'Stop notifications on this computer' : 'Notify me of messages of drivers'}
        </RowButton>
      )}
    </div>
  );
}
