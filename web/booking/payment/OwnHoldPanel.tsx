import { type ReactNode, useState } from 'react';
import { formatCountdown } from '#web/booking/hold/hold-clock.ts';
import { useSecondsLeft } from '#web/booking/hold/use-seconds-left.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { Refusal } from './refusal.ts';

type Props = {
  refusal: Refusal;
  /** 'The 15-Yard for Dec 1 - Dec 7, 2026' */
  rental: string;
  onContinue: () => void;
  back: ReactNode;
};

/** The customer's unfinished booking in another tab has the dumpster: here it can be continued. */
export function OwnHoldPanel({ refusal, rental, onContinue, back }: Props) {
  const { heldSeconds = 0, why } = refusal;
  const [hold] = useState(() => ({ endsAtMs: performance.now() + heldSeconds * 1000 }));
  const seconds = useSecondsLeft(hold);
  return (
    <Panel
      title={why === 'moved' ? 'You continued this booking in another tab' : 'You have an unfinished booking'}
      takesFocus={why === 'moved' ? 'still' : true}
      actions={
        <>
          <Button onClick={onContinue}>Continue here</Button>
          {back}
        </>
      }
    >
      {why === 'moved' ? (
        <p>The dumpster is held for you there. Finish your booking in that tab, or continue here instead.</p>
      ) : (
        <>
          <p>
            {rental} is held for a booking that you started in this browser and did not finish
            {seconds > 0 && (
              <>
                , for <span className="tabular-nums">{formatCountdown(seconds)}</span> more
              </>
            )}
            .
          </p>
          <p>Finish it in the other tab, or continue here: the payment in the other tab then ends.</p>
        </>
      )}
      <p>Your card was not charged, and everything you typed is kept.</p>
      <CallUs before="Questions?" />
    </Panel>
  );
}
