import { type Dispatch, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { FlowEvent } from '#web/booking/flow.ts';
import { billingOf, type Entries, type PendingBooking } from '#web/booking/history/entries.ts';
import { useSecondsLeft } from '#web/booking/hold/use-seconds-left.ts';
import { StepHeading } from '#web/booking/StepHeading.tsx';
import { SummaryPanel } from '#web/booking/SummaryPanel.tsx';
import { CardForm } from '#web/card/CardForm.tsx';
import { PATHS } from '#web/paths.ts';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { HoldClock } from './HoldClock.tsx';
import { HoldOverPanel } from './HoldOverPanel.tsx';
import { Recap } from './Recap.tsx';
import { RefusalPanel } from './RefusalPanel.tsx';
import { SettingUp } from './SettingUp.tsx';
import { TURNSTILE_PLACE } from './turnstile.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { booking: PendingBooking; entries: Entries; dispatch: Dispatch<FlowEvent> };

/** Step 3. */
export function PaymentStep({ booking, entries, dispatch }: Props) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const { checkout, remark, ...payment } = useCheckout(booking, {
    onAlreadyPaid: (made) => dispatch({ type: 'alreadyPaid', booking: made }),
    onDetailsRefused: (errors) => dispatch({ type: 'detailsRefused', errors }),
  });
  const [isProcessing, setProcessing] = useState(false);
  const seconds = useSecondsLeft(checkout.at === 'open' ? checkout.hold : null);
  const isOver = checkout.at === 'open' && seconds === 0 && !isProcessing;
  const back = () => dispatch({ type: 'backToDetails' });

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
      <SummaryPanel rentalType={rentalType} dumpsterType={dumpsterType} deliveryDate={deliveryDate} />
      <div className="min-w-0 space-y-6">
        <StepHeading>Payment</StepHeading>
        <Recap booking={booking} />
        <div id={TURNSTILE_PLACE} className="empty:hidden" />
        {checkout.at === 'opening' && <SettingUp />}
        {checkout.at === 'refused' && (
          <RefusalPanel
            refusal={checkout.refusal}
            booking={booking}
            onBack={back}
            onTryAgain={() => payment.open()}
            onContinue={() => payment.open({ continueHold: true })}
            onMove={(day) => dispatch({ type: 'dateMoved', deliveryDate: day })}
          />
        )}
        {isOver && <HoldOverPanel onCheck={() => payment.open()} onBack={back} />}
        {checkout.at === 'open' && !isOver && (
          <section className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
            <HoldClock seconds={seconds} />
            <CardForm
              stripe={checkout.stripe}
              clientSecret={checkout.clientSecret}
              owner={billingOf(entries)}
              returnUrl={`${window.location.origin}${PATHS.paymentSuccess}?booking_id=${booking.id}`}
              payLabel="Pay Deposit"
              back={{ label: 'Back to Customer Details', onBack: back }}
              mayConfirm={payment.reaffirm}
              onProcessing={(isConfirming) => {
                setProcessing(isConfirming);
                payment.setConfirming(isConfirming);
                dispatch({ type: 'confirming', isConfirming });
              }}
              help={<CallUs before="Still not working?" />}
              refusedAdvice="You were not charged. Check the card or use another one."
              onAttemptFailed={() => void payment.checkAfterFailure()}
              onLoadError={payment.failToLoad}
              onProblem={(problem) => toast({ ...problem, look: 'destructive' })}
              onPaid={(paid) => {
                toast({
                  title: 'Payment Successful',
                  text: 'Your rental deposit has been processed successfully!',
                  look: 'plain',
                  isInFlow: true,
                });
                dispatch({ type: 'paid', payment: paid.payment });
              }}
            >
              {remark && (
                <Notice look="danger" role="alert" className="mt-5">
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
