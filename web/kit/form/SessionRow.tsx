import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Session } from '#contract/auth.ts';
import { site } from '#web/config.ts';
import { agoText, momentText } from '#web/kit/dates/moment.ts';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { deviceWords } from '#web/kit/ui/browser/device.ts';
import { toastErrorText } from './failure.ts';

type Props = {
  session: Session;
  nowMs: number;
  end: UseMutationResult<unknown, Error, string>;
  onEnded: () => void;
};

/** One session of an account. The current session can only be ended with Logout. */
export function SessionRow({ session, nowMs, end, onEnded }: Props) {
  const { id, device, createdAt, lastSeenAt, isCurrent } = session;
  const words = deviceWords(device);
  // The second click of a double click comes before the button is drawn again.
  const isSent = useRef(false);
  const endIt = () => {
    if (isSent.current) return;
    isSent.current = true;
    end.mutate(id, {
      onSuccess: () => {
        onEnded();
        announce(`The session of ${words} has ended.`);
      },
      onError: (error) => {
        isSent.current = false;
        toastErrorText(error, 'The session could not be ended.');
      },
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold" title={device}>
          {words}
          {isCurrent && <Badge variant="good">This device</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span>
            Last seen: <time dateTime={lastSeenAt}>{agoText(lastSeenAt, nowMs, site.timeZone)}</time>
          </span>
          <span>
            Signed in: <time dateTime={createdAt}>{momentText(createdAt, site.timeZone)}</time>
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button variant="secondary" className="text-sm" disabled={end.isPending} onClick={endIt}>
          {end.isPending ? 'Ending...' : 'End this session'}
          <span className="sr-only">: {words}</span>
        </Button>
      )}
    </li>
  );
}
