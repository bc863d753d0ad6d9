import { type ReactNode, useState } from 'react';
import { formatCountdown } from '#web/booking/hold-clock.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { Refusal } from './refusal.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

type Props = { refusal: Refusal; onTryAgain: () => void; back: ReactNode };

/** The server asked for a pause: trying again is offered once it is over. */
export function LimitPanel({ refusal, onTryAgain, back }: Props) {
  const [pause] = useState(() => ({ endsAtMs: performance.now() + refusal.retryAfterSeconds * 1000 }));
  const seconds = useSecondsLeft(pause);
  return (
    <Panel
      title="Please wait a moment"
      takesFocus
      actions={
        <>
          <Button onClick={onTryAgain} disabled={seconds > 0}>
            Try again
          </Button>
          {back}
        </>
      }
    >
      <p>{refusal.message}</p>
      <p>
        {seconds > 0 ? `You can try again in ${formatCountdown(seconds)}.` : 'You can try again now.'}{' '}
        Everything you typed is kept.
      </p>
    </Panel>
  );
}
