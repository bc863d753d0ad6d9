import { type Dispatch, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { FlowEvent } from '#web/booking/flow.ts';
import { billingOf, type Entries, type PendingBooking } from '#web/booking/history/entries.ts';
import { formatCountdown, holdAnnouncement, useSecondsLeft } from '#web/booking/hold/hold-clock.ts';
import { StepHeading } from '#web/booking/StepHeading.tsx';
import { SummaryPanel } from '#web/booking/SummaryPanel.tsx';
import { CardForm } from '#web/card/CardForm.tsx';
import { PATHS } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs, EmailText } from '#web/ui/ContactLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { CheckoutFailurePanel } from './CheckoutFailurePanel.tsx';
import { SettingUp } from './SettingUp.tsx';
import { TURNSTILE_PLACE } from './turnstile.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { booking: PendingBooking; entries: Entries; dispatch: Dispatch<FlowEvent> };

/** Step 3: payment. */
export function PaymentStep({ booking, entries, dispatch }: Props) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const { checkout, remark, ...payment } = useCheckout(booking, {
    onAlreadyPaid: (made) => dispatch({ type: 'alreadyPaid', booking: made }),
    onDetailsRefused: (errors) => dispatch({ type: 'detailsRefused', errors }),
  });
  const [isProcessing, setProcessing] = useState(false);
  const seconds = useSecondsLeft(checkout.status === 'open' ? checkout.hold : null);
  const isOver = checkout.status === 'open' && seconds === 0 && !isProcessing;
  const back = () => dispatch({ type: 'backToDetails' });

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
      <SummaryPanel rentalType={rentalType} dumpsterType={dumpsterType} deliveryDate={deliveryDate} />
      <div className="min-w-0 space-y-6">
        <StepHeading>Payment</StepHeading>
        <Recap booking={booking} />
        <div id={TURNSTILE_PLACE} className="empty:hidden" />
        {checkout.status === 'opening' && <SettingUp />}
        {checkout.status === 'failed' && (
          <CheckoutFailurePanel
            failure={checkout.failure}
            booking={booking}
            onBack={back}
            onTryAgain={() => payment.open()}
            onContinue={() => payment.open({ continueHold: true })}
            onMove={(day) => dispatch({ type: 'dateMoved', deliveryDate: day })}
          />
        )}
        {isOver && <HoldOverPanel onCheck={() => payment.open()} onBack={back} />}
        {checkout.status === 'open' && !isOver && (
          <section className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
            <HoldClock seconds={seconds} />
            <CardForm
              stripe={checkout.stripe}
              clientSecret={checkout.clientSecret}
              owner={billingOf(entries)}
              returnUrl={`${window.location.origin}${PATHS.paymentSuccess}?booking_id=${booking.id}`}
              payLabel="Pay Deposit"
              back={{ label: 'Back to Customer Details', onBack: back }}
              mayConfirm={payment.verifyBeforePayment}
              onProcessing={(isConfirming) => {
                setProcessing(isConfirming);
                payment.setConfirming(isConfirming);
                dispatch({ type: 'confirming', isConfirming });
              }}
              help={<CallUs before="Still not working?" />}
              refusedAdvice="You were not charged. Check the card or use another one."
              onAttemptFailed={() => void payment.checkAfterFailure()}
              onLoadError={payment.failToLoad}
              onProblem={(problem) => toast({ ...problem, variant: 'destructive' })}
              onPaid={(paid) => {
                toast({
                  title: 'Payment Successful',
                  text: 'Your rental deposit has been processed successfully!',
                  variant: 'plain',
                  isInFlow: true,
                });
                dispatch({ type: 'paid', payment: paid.payment });
              }}
            >
              {remark && (
                <Notice variant="danger" role="alert" className="mt-5">
                  <p>{remark}</p>
                  <CallUs before="Still not working?" />
                </Notice>
              )}
              <p className="mt-5 text-ink-soft text-sm">
                You pay the deposit of{' '}
                <strong className="text-ink">{formatUsd(booking.depositAmount)}</strong> now. We save your
                card for the remaining balance at the end of your rental, as agreed.
              </p>
            </CardForm>
          </section>
        )}
      </div>
    </div>
  );
}

/** Countdown of the hold. Updates every second; screen readers announce it a few times only. */
function HoldClock({ seconds }: { seconds: number }) {
  return (
    <div className="mb-6 flex items-center gap-2 border-line border-b pb-4 text-sm">
      <Icon name="clock" className="size-5 text-brand" />
      <p>
        Your dumpster is held for{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {formatCountdown(seconds)}
        </span>
      </p>
      <p aria-live="polite" className="sr-only">
        {holdAnnouncement(seconds)}
      </p>
    </div>
  );
}

function HoldOverPanel({ onCheck, onBack }: { onCheck: () => void; onBack: () => void }) {
  return (
    <Panel
      title="Your hold has ended"
      takesFocus="still"
      actions={
        <>
          <Button onClick={onCheck}>Check availability again</Button>
          <Button variant="secondary" onClick={onBack}>
            Back to Customer Details
          </Button>
        </>
      }
    >
      <p>Your details are kept. Check again to see whether the dumpster is still free.</p>
      <CallUs before="Questions?" />
    </Panel>
  );
}

/** Delivery address and customer, shown before the payment. */
function Recap({ booking }: { booking: PendingBooking }) {
  const { firstName, lastName, email, address, city, state, zip } = booking;
  return (
    <dl className="grid gap-x-8 gap-y-3 *:min-w-0 sm:grid-cols-2">
      <div>
        <dt className="text-ink-soft text-sm">Delivery to</dt>
        <dd className="wrap-anywhere">
          {address}, {city}, {state} {zip}
        </dd>
      </div>
      <div>
        <dt className="text-ink-soft text-sm">Booked by</dt>
        <dd className="wrap-anywhere">
          {firstName} {lastName}, <EmailText email={email} />
        </dd>
      </div>
    </dl>
  );
}
