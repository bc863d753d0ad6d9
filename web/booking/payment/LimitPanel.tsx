import { type ReactNode, useState } from 'react';
import type { TooManyReason } from '#contract/checkout.ts';
import { formatCountdown } from '#web/booking/hold/hold-clock.ts';
import { useSecondsLeft } from '#web/booking/hold/use-seconds-left.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { Refusal } from './refusal.ts';

type Props = { refusal: Refusal; onTryAgain: () => void; onContinue: () => void; back: ReactNode };

const TITLES: Record<TooManyReason, string> = {
  calls: 'Please wait a moment',
  holds: 'You have unfinished bookings',
  hold_days: 'Please try again in a few minutes',
  declined_payments: 'Too many payments were declined',
};

/** The server asked for a pause: trying again is offered once it is over. */
export function LimitPanel({ refusal, onTryAgain, onContinue, back }: Props) {
  const { message, retryAfterSeconds, reason = 'calls', heldSeconds } = refusal;
  const [pause] = useState(() => ({ endsAtMs: performance.now() + retryAfterSeconds * 1000 }));
  const seconds = useSecondsLeft(pause);
  const canContinue = heldSeconds !== undefined;
  return (
    <Panel
      title={TITLES[reason]}
      takesFocus
      actions={
        <>
          {canContinue && <Button onClick={onContinue}>End the older one and continue here</Button>}
          <Button look={canContinue ? 'secondary' : 'primary'} onClick={onTryAgain} disabled={seconds > 0}>
            Try again
          </Button>
          {back}
        </>
      }
    >
      <p>{message}</p>
      <CallUs before="We can book it for you." />
      <p>
        {seconds > 0 ? `You can try again in ${waitText(seconds)}.` : 'You can try again now.'} Everything you
        typed is kept.
      </p>
    </Panel>
  );
}

/** A long wait in minutes: nobody watches its seconds. */
function waitText(seconds: number): string {
  return seconds < 120 ? formatCountdown(seconds) : `about ${Math.ceil(seconds / 60)} minutes`;
}
