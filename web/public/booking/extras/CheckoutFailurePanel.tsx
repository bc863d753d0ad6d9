import { type ReactNode, useState } from 'react';
import type { TooManyReason } from '#contract/checkout-refusals.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { type Agreement, describeAgreement } from '#domain/catalog/agreement.ts';
import { rentalOptionOf, sizeOf } from '#domain/catalog/entries.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { placeQueryOf } from '#web/api/availability.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs, OpeningHours, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import type { PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { formatCountdown, useSecondsLeft } from '#web/public/booking/hold/hold-clock.ts';
import type { CheckoutFailure, NewPrice } from '#web/public/booking/payment/checkout-failure.ts';
import { RetryPanel, SetupFailurePanel, UNCHARGED } from '#web/public/booking/payment/SetupFailurePanel.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { headlineOf, PriceSummary, type ShownPrice } from '#web/public/rental/PriceSummary.tsx';
import { rentalDates } from '#web/public/rental/rental-text.ts';
import { ChangedTerms } from './ChangedTerms.tsx';
import { NextDateOffer } from './NextDateOffer.tsx';

export type FailurePanelProps = {
  failure: CheckoutFailure;
  booking: PendingBooking;
  onBack: () => void;
  onTryAgain: () => void;
  /** Ends another unfinished booking of this browser and continues with this one. */
  onContinue: () => void;
  onMove: (day: string) => void;
  onAcceptPrice: (price: NewPrice, catalog: PublicCatalog | null) => void;
};

/** Replaces the payment form when the payment could not be opened. */
export function CheckoutFailurePanel(props: FailurePanelProps) {
  const { failure, booking, onBack, onTryAgain, onContinue, onMove, onAcceptPrice } = props;
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const catalog = useCatalog();
  const { name } = sizeOf(catalog, dumpsterType);
  const dates = rentalDates(rentalOptionOf(catalog, rentalType), deliveryDate);
  const back = (
    <Button variant="secondary" onClick={onBack}>
      Back to Customer Details
    </Button>
  );
  switch (failure.kind) {
    case 'sold_out':
      if (failure.left) return <TooFewLeftPanel failure={failure} back={back} />;
      return (
        <Panel title={refusedDayTitle(name, failure)} takesFocus actions={back}>
          <p>
            {refusedDayText({ name, dates }, failure)} {UNCHARGED}
          </p>
          <NextDateOffer
            rentalType={rentalType}
            size={dumpsterType}
            date={deliveryDate}
            place={placeQueryOf(booking)}
            onMove={(_size, day) => onMove(day)}
            isChosenSize
          />
          <CallUs before="No day that suits you?" />
        </Panel>
      );
    case 'own_hold':
    case 'moved':
      return (
        <OwnHoldPanel
          failure={failure}
          onContinue={onContinue}
          back={back}
          rental={`The ${name} for ${dates}`}
        />
      );
    case 'price_changed':
      return (
        <PriceChangedPanel failure={failure} booking={booking} back={back} onAcceptPrice={onAcceptPrice} />
      );
    case 'paused':
      return (
        <Panel title="Online booking is paused" takesFocus actions={back}>
          <PausedText text={failure.message} phone={failure.phone ?? catalog.business.phone} />
          <p>
            {UNCHARGED}
            <OpeningHours className="block text-sm" />
          </p>
        </Panel>
      );
    case 'too_many':
      return <LimitPanel failure={failure} onTryAgain={onTryAgain} onContinue={onContinue} back={back} />;
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
    case 'unexplained':
      return <SetupFailurePanel failure={failure} onTryAgain={onTryAgain} onBack={onBack} />;
  }
}

/** Some, but not all, of the dumpsters of an order are free. The form then offers at most these. */
function TooFewLeftPanel({ failure, back }: { failure: CheckoutFailure; back: ReactNode }) {
  return (
    <Panel title={`Only ${failure.left} left for these days`} takesFocus actions={back}>
      <p>
        {failure.message} {UNCHARGED}
      </p>
      <CallUs before="Do you need them all?" />
    </Panel>
  );
}

type PriceChangedProps = Pick<FailurePanelProps, 'failure' | 'booking' | 'onAcceptPrice'> & {
  back: ReactNode;
};

/** The new lines beside the total that the customer had seen, and the terms that changed. Nothing is paid without an answer. */
function PriceChangedPanel({ failure, booking, back, onAcceptPrice }: PriceChangedProps) {
  const seen = useCatalog();
  const { price, catalog = null } = failure;
  if (!price) throw new Error('A changed price has no lines');
  const [was, is] = [headlineOf(booking.price), headlineOf(price)];
  const isSameAmount = was.amount === is.amount && was.dueToday === is.dueToday;
  const isPriceSame = JSON.stringify(booking.price.quote) === JSON.stringify(price.quote);
  const [before, after] = [agreedIn(seen, booking.price), agreedIn(catalog ?? seen, price)];
  return (
    <RetryPanel
      title={isSameAmount ? 'The terms of your rental have changed' : 'The price has changed'}
      action={
        <Button onClick={() => onAcceptPrice(price, catalog)}>
          Continue with {formatUsd(is.amount * booking.quantity)}
        </Button>
      }
      back={back}
    >
      {isSameAmount ? (
        <p>
          You pay the same <span className="tabular-nums">{formatUsd(is.amount * booking.quantity)}</span>.
          This is new:
        </p>
      ) : (
        <p>
          You had seen <s className="tabular-nums">{formatUsd(was.amount * booking.quantity)}</s>. This is the
          price now:
        </p>
      )}
      {!isPriceSame && (
        <div className="max-w-md rounded-md border border-line p-4 text-ink">
          <PriceSummary price={price} quantity={booking.quantity} />
        </div>
      )}
      <ChangedTerms before={before} after={after} isPriceSame={isPriceSame} dueNow={price.quote.dueNow} />
    </RetryPanel>
  );
}

/** The prices that can be added are those of the server's rate, which an unfinished booking can have from an older card. */
function agreedIn(catalog: PublicCatalog, { quote, rate }: ShownPrice): Agreement {
  return { ...describeAgreement(catalog, { ...rate, quote }), rate };
}

/** Titles of the rules that refuse a day for every size. The server's message has the details. */
const CALENDAR_TITLES: Record<CalendarRefusal, string> = {
  closed: 'We do not deliver on this day',
  full: 'Our trucks are fully booked',
  too_soon: 'This day is too soon',
};

function refusedDayTitle(name: string, { dayRefusal, isPartlyHeld }: CheckoutFailure): string {
  if (dayRefusal) return CALENDAR_TITLES[dayRefusal];
  return isPartlyHeld ? `The ${name} is not free on all of these days` : `The ${name} has just sold out`;
}

function refusedDayText(rental: { name: string; dates: string }, failure: CheckoutFailure): string {
  if (failure.dayRefusal) return failure.message;
  return failure.isPartlyHeld
    ? `No ${rental.name} is free on all days from ${rental.dates}.`
    : `The last one for ${rental.dates} is no longer free.`;
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
  hold_moves: 'Please try again in a few minutes',
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

/** The text of the server ends with the number to call. */
function PausedText({ text, phone }: { text: string; phone: string }) {
  const full = text.includes(phone) ? text : `${text} Please call us at ${phone}.`;
  const at = full.lastIndexOf(phone);
  return (
    <p className="wrap-anywhere">
      {full.slice(0, at)}
      <PhoneLink phone={phone} />
      {full.slice(at + phone.length)}
    </p>
  );
}
