import { type ReactNode, useState } from 'react';
import type { TooManyReason } from '#contract/checkout.ts';
import { dumpsterSize } from '#domain/rental.ts';
import { NextDateOffer } from '#web/booking/details/NextDateOffer.tsx';
import type { PendingBooking } from '#web/booking/history/entries.ts';
import { formatCountdown, useSecondsLeft } from '#web/booking/hold/hold-clock.ts';
import { rentalDates } from '#web/rental/rental-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { type CheckoutFailure, failureExplanation } from './checkout-failure.ts';

type Props = {
  failure: CheckoutFailure;
  booking: PendingBooking;
  onBack: () => void;
  onTryAgain: () => void;
  /** Ends another unfinished booking of this browser and continues with this one. */
  onContinue: () => void;
  onMove: (day: string) => void;
};

/** Replaces the payment form when the payment could not be opened. */
export function CheckoutFailurePanel({ failure, booking, onBack, onTryAgain, onContinue, onMove }: Props) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const { name } = dumpsterSize(dumpsterType);
  const dates = rentalDates(rentalType, deliveryDate);
  const back = (
    <Button variant="secondary" onClick={onBack}>
      Back to Customer Details
    </Button>
  );
  switch (failure.kind) {
    case 'sold_out':
      return (
        <Panel title={soldOutTitle(name, failure)} takesFocus actions={back}>
          <p>
            {failure.isPartlyHeld
              ? `No ${name} is free on all days from ${dates}.`
              : `The last one for ${dates} is no longer free.`}{' '}
            {UNCHARGED}
          </p>
          <NextDateOffer
            rentalType={rentalType}
            size={dumpsterType}
            date={deliveryDate}
            onMove={(_size, day) => onMove(day)}
            isChosenSize
          />
          <CallUs before="No day that suits you?" />
        </Panel>
      );
    case 'own_hold':
    case 'moved':
      return <OwnHoldPanel {...{ failure, onContinue, back }} rental={`The ${name} for ${dates}`} />;
    case 'price_changed':
      return (
        <RetryPanel
          title="The price has changed"
          action={<Button onClick={() => window.location.reload()}>Show the new price</Button>}
          back={back}
        >
          <p>{failure.message}</p>
        </RetryPanel>
      );
    case 'too_many':
      return <LimitPanel {...{ failure, onTryAgain, onContinue, back }} />;
    case 'busy':
      return (
        <RetryPanel
          title="Please try again in a moment"
          action={<Button onClick={onTryAgain}>Try again</Button>}
          back={back}
        >
          <p>{failure.message}</p>
        </RetryPanel>
      );
    case 'setup':
      return (
        <RetryPanel
          title="Payment setup failed"
          action={<Button onClick={onTryAgain}>Try again</Button>}
          back={back}
        >
          <p>Please try again or contact support for assistance.</p>
          <p>{failureExplanation(failure)}</p>
          {failure.issues.length > 0 && (
            <ul className="list-disc pl-5">
              {failure.issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          )}
        </RetryPanel>
      );
  }
}

function soldOutTitle(name: string, { isPartlyHeld }: CheckoutFailure): string {
  return isPartlyHeld ? `The ${name} is not free on all of these days` : `The ${name} has just sold out`;
}

const UNCHARGED = 'Your card was not charged, and everything you typed is kept.';

type RetryProps = { title: string; action: ReactNode; back: ReactNode; children: ReactNode };

function RetryPanel({ title, action, back, children }: RetryProps) {
  return (
    <Panel
      title={title}
      takesFocus
      actions={
        <>
          {action}
          {back}
        </>
      }
    >
      {children}
      <p>{UNCHARGED}</p>
      <CallUs before="Still not working?" />
    </Panel>
  );
}

type LimitPanelProps = {
  failure: CheckoutFailure;
  onTryAgain: () => void;
  onContinue: () => void;
  back: ReactNode;
};

const TITLES: Record<TooManyReason, string> = {
  calls: 'Please wait a moment',
  holds: 'You have unfinished bookings',
  hold_days: 'Please try again in a few minutes',
  declined_payments: 'Too many payments were declined',
};

/** Shown at a rate or hold limit. Enables 'Try again' after the wait. */
function LimitPanel({ failure, onTryAgain, onContinue, back }: LimitPanelProps) {
  const { message, retryAfterSeconds, reason = 'calls', heldSeconds } = failure;
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
          <Button variant={canContinue ? 'secondary' : 'primary'} onClick={onTryAgain} disabled={seconds > 0}>
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

/** Waits of two minutes and more are shown in minutes. */
function waitText(seconds: number): string {
  return seconds < 120 ? formatCountdown(seconds) : `about ${Math.ceil(seconds / 60)} minutes`;
}

type OwnHoldPanelProps = {
  failure: CheckoutFailure;
  /** 'The 15-Yard for Dec 1 - Dec 7, 2026' */
  rental: string;
  onContinue: () => void;
  back: ReactNode;
};

/** Shown when the customer's unfinished booking in another tab holds the dumpster. Offers to continue it here. */
function OwnHoldPanel({ failure, rental, onContinue, back }: OwnHoldPanelProps) {
  const { heldSeconds = 0, kind } = failure;
  const [hold] = useState(() => ({ endsAtMs: performance.now() + heldSeconds * 1000 }));
  const seconds = useSecondsLeft(hold);
  return (
    <Panel
      title={
        kind === 'moved' ? 'You continued this booking in another tab' : 'You have an unfinished booking'
      }
      takesFocus={kind === 'moved' ? 'still' : true}
      actions={
        <>
          <Button onClick={onContinue}>Continue here</Button>
          {back}
        </>
      }
    >
      {kind === 'moved' ? (
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
