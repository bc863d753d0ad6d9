import { dumpsterSize } from '#domain/rental.ts';
import { NextDateOffer } from '#web/booking/details/NextDateOffer.tsx';
import type { PendingBooking } from '#web/booking/entries.ts';
import { rentalDates } from '#web/rental/words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { LimitPanel } from './LimitPanel.tsx';
import type { Refusal } from './refusal.ts';

type Props = {
  refusal: Refusal;
  booking: PendingBooking;
  onBack: () => void;
  onTryAgain: () => void;
  onMove: (day: string) => void;
};

/** Takes the place of the payment form when the payment cannot be opened. */
export function RefusalPanel({ refusal, booking, onBack, onTryAgain, onMove }: Props) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const back = (
    <Button look="secondary" onClick={onBack}>
      Back to Customer Details
    </Button>
  );
  switch (refusal.why) {
    case 'sold_out':
      return (
        <Panel title={`The ${dumpsterSize(dumpsterType).name} has just sold out`} takesFocus actions={back}>
          <p>
            The last one for {rentalDates(rentalType, deliveryDate)} has gone to somebody else. Your card was
            not charged, and everything you typed is kept.
          </p>
          <NextDateOffer
            rentalType={rentalType}
            size={dumpsterType}
            date={deliveryDate}
            onMove={(_size, day) => onMove(day)}
            isWanted
          />
        </Panel>
      );
    case 'price_changed':
      return (
        <Panel
          title="The price has changed"
          takesFocus
          actions={
            <>
              <Button onClick={() => window.location.reload()}>Show the new price</Button>
              {back}
            </>
          }
        >
          <p>{refusal.message}</p>
          <p>Your card was not charged, and everything you typed is kept.</p>
        </Panel>
      );
    case 'too_many':
      return <LimitPanel refusal={refusal} onTryAgain={onTryAgain} back={back} />;
    case 'setup':
      return (
        <Panel
          title="Payment setup failed"
          takesFocus
          actions={
            <>
              <Button onClick={onTryAgain}>Try again</Button>
              {back}
            </>
          }
        >
          <p>Please try again or contact support for assistance.</p>
          {refusal.issues.length > 0 && (
            <ul className="list-disc pl-5">
              {refusal.issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          )}
        </Panel>
      );
  }
}
