import type { ReactNode } from 'react';
import { dumpsterSize } from '#domain/rental.ts';
import { NextDateOffer } from '#web/booking/details/NextDateOffer.tsx';
import type { PendingBooking } from '#web/booking/history/entries.ts';
import { rentalDates } from '#web/rental/words.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { LimitPanel } from './LimitPanel.tsx';
import { OwnHoldPanel } from './OwnHoldPanel.tsx';
import { explanationOf, type Refusal } from './refusal.ts';

type Props = {
  refusal: Refusal;
  booking: PendingBooking;
  onBack: () => void;
  onTryAgain: () => void;
  /** Ends an unfinished booking of this browser, and goes on with this one. */
  onContinue: () => void;
  onMove: (day: string) => void;
};

/** Takes the place of the payment form when the payment cannot be opened. */
export function RefusalPanel({ refusal, booking, onBack, onTryAgain, onContinue, onMove }: Props) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const { name } = dumpsterSize(dumpsterType);
  const dates = rentalDates(rentalType, deliveryDate);
  const back = (
    <Button look="secondary" onClick={onBack}>
      Back to Customer Details
    </Button>
  );
  switch (refusal.why) {
    case 'sold_out':
      return (
        <Panel title={soldOutTitle(name, refusal)} takesFocus actions={back}>
          <p>
            {refusal.isPartlyHeld
              ? `No ${name} is free on all days from ${dates}.`
              : `The last one for ${dates} is no longer free.`}{' '}
            {UNCHARGED}
          </p>
          <NextDateOffer
            rentalType={rentalType}
            size={dumpsterType}
            date={deliveryDate}
            onMove={(_size, day) => onMove(day)}
            isWanted
          />
          <CallUs before="No day that suits you?" />
        </Panel>
      );
    case 'own_hold':
    case 'moved':
      return <OwnHoldPanel {...{ refusal, onContinue, back }} rental={`The ${name} for ${dates}`} />;
    case 'price_changed':
      return (
        <RetryPanel
          title="The price has changed"
          action={<Button onClick={() => window.location.reload()}>Show the new price</Button>}
          back={back}
        >
          <p>{refusal.message}</p>
        </RetryPanel>
      );
    case 'too_many':
      return <LimitPanel {...{ refusal, onTryAgain, onContinue, back }} />;
    case 'busy':
      return (
        <RetryPanel
          title="Please try again in a moment"
          action={<Button onClick={onTryAgain}>Try again</Button>}
          back={back}
        >
          <p>{refusal.message}</p>
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
          <p>{explanationOf(refusal)}</p>
          {refusal.issues.length > 0 && (
            <ul className="list-disc pl-5">
              {refusal.issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          )}
        </RetryPanel>
      );
  }
}

function soldOutTitle(name: string, { isPartlyHeld }: Refusal): string {
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
