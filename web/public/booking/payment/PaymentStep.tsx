import {
  type ComponentType,
  type Dispatch,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { describeAgreement } from '#domain/catalog/agreement.ts';
import { MAX_FAILED_ATTEMPTS } from '#domain/rental/hold.ts';
import { dumpstersText } from '#domain/rental/orders.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { EmailText } from '#web/kit/ui/EmailText.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { PUBLIC_PATHS } from '#web/paths.ts';
import type { PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { CostTerms } from '#web/public/booking/cost/CostTerms.tsx';
import { findCostBasis } from '#web/public/booking/cost/cost-basis.ts';
import type { FailurePanelProps } from '#web/public/booking/extras/CheckoutFailurePanel.tsx';
import { FoldedOnPhones } from '#web/public/booking/FoldedOnPhones.tsx';
import { billingOf, type Entries } from '#web/public/booking/history/entries.ts';
import { formatCountdown, holdAnnouncement, useSecondsLeft } from '#web/public/booking/hold/hold-clock.ts';
import { StepHeading } from '#web/public/booking/StepHeading.tsx';
import { SummaryPanel } from '#web/public/booking/SummaryPanel.tsx';
import type { ScreenEvent } from '#web/public/booking/visits.ts';
import { CardForm } from '#web/public/card/CardForm.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { isPriced, PriceSummary, type ShownPrice } from '#web/public/rental/PriceSummary.tsx';
import { SettingUp } from './SettingUp.tsx';
import { SetupFailurePanel } from './SetupFailurePanel.tsx';
import { TURNSTILE_PLACE } from './turnstile.ts';
import { useCheckout } from './use-checkout.ts';

type PaymentProps = { booking: PendingBooking; entries: Entries; dispatch: Dispatch<ScreenEvent> };
type PaymentPartProps = PaymentProps & {
  /** The day of the pickup that is reserved, if it is later than the last rental day. */
  onPickupDay: (day: Day | null) => void;
};
/** The part of step 3 that takes the payment. */
export type PaymentPart = ComponentType<PaymentPartProps>;

/** Step 3: payment. */
export function PaymentStep({
  Payment = Checkout,
  ...props
}: PaymentProps & { Payment?: PaymentPart | undefined }) {
  const { booking, entries } = props;
  const catalog = useCatalog();
  const { rentalType, dumpsterType, deliveryDate, price, quantity } = booking;
  const [pickupDay, setPickupDay] = useState<Day | null>(null);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
      <SummaryPanel
        rentalType={rentalType}
        dumpsterType={dumpsterType}
        deliveryDate={deliveryDate}
        price={price}
        pickupDay={pickupDay}
        quantity={quantity}
      />
      <div className="min-w-0 space-y-6">
        <StepHeading>Payment</StepHeading>
        <Recap booking={booking} pickupDay={pickupDay} />
        <FoldedOnPhones title="Price, weight, cancellation and waste">
          {isPriced(price) && (
            <div className="rounded-lg border border-line bg-surface p-4 lg:hidden">
              <PriceSummary price={price} quantity={quantity} />
            </div>
          )}
          <CostTerms
            agreement={describeAgreement(catalog, { ...price.rate, quote: price.quote })}
            dueNow={price.quote.dueNow}
            basis={isPriced(price) ? findCostBasis(catalog, price, entries) : null}
            deliveryDate={booking.deliveryDate}
          />
        </FoldedOnPhones>
        <Payment {...props} onPickupDay={setPickupDay} />
      </div>
    </div>
  );
}

/** Holds the dumpster and takes the payment. */
function Checkout({ booking, entries, dispatch, onPickupDay }: PaymentPartProps) {
  const { price, quantity } = booking;
  const { checkout, remark, ...payment } = useCheckout(booking, {
    onAlreadyPaid: (made) => dispatch({ type: 'alreadyPaid', ...made }),
    onDetailsRefused: (errors, termsVersion) => dispatch({ type: 'detailsRefused', errors, termsVersion }),
    onCatalog: (catalog) => dispatch({ type: 'catalogLoaded', catalog }),
  });
  const [isProcessing, setProcessing] = useState(false);
  const seconds = useSecondsLeft(checkout.status === 'open' ? checkout.hold : null);
  const isOver = checkout.status === 'open' && seconds === 0 && !isProcessing;
  const isInFull = isPriced(price) && price.quote.dueLater === 0;
  const pickupDay = checkout.status === 'open' ? checkout.pickupDay : null;
  const back = () => dispatch({ type: 'backToDetails' });
  useEffect(() => onPickupDay(pickupDay), [pickupDay, onPickupDay]);

  return (
    <>
      <div id={TURNSTILE_PLACE} className="empty:hidden" />
      {checkout.status === 'opening' && <SettingUp />}
      {checkout.status === 'failed' && (
        <FailurePanel
          failure={checkout.failure}
          booking={booking}
          onBack={back}
          onTryAgain={() => payment.open()}
          onContinue={() => payment.open({ continueHold: true })}
          onAcceptPrice={(accepted, catalog) => dispatch({ type: 'priceAccepted', price: accepted, catalog })}
          onMove={(day) => dispatch({ type: 'dateMoved', deliveryDate: day })}
        />
      )}
      {isOver && <HoldOverPanel onCheck={() => payment.open()} onBack={back} />}
      {checkout.status === 'open' && !isOver && (
        <section className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
          <HoldClock seconds={seconds} quantity={quantity} />
          <CardForm
            stripe={checkout.stripe}
            clientSecret={checkout.clientSecret}
            owner={billingOf(entries)}
            returnUrl={`${window.location.origin}${PUBLIC_PATHS.paymentSuccess}?booking_id=${booking.id}`}
            payLabel={isInFull ? `Pay ${formatUsd(price.quote.total * quantity)}` : 'Pay Deposit'}
            {...(!isInFull && { payAmount: formatUsd(price.quote.dueNow * quantity) })}
            back={{ label: 'Back to Customer Details', onBack: back }}
            mayConfirm={payment.verifyBeforePayment}
            onProcessing={(isConfirming) => {
              setProcessing(isConfirming);
              payment.setConfirming(isConfirming);
              dispatch({ type: 'confirming', isConfirming });
            }}
            help={<CallUs before="Still not working?" />}
            refusedAdvice="You were not charged. Check the card or use another one."
            onAttemptFailed={(failure) => void payment.checkAfterFailure(failure)}
            onLoadError={payment.failToLoad}
            onProblem={(problem) => toast({ ...problem, variant: 'destructive' })}
            onPaid={(paid) => {
              toast({
                title: 'Payment Successful',
                text: isInFull
                  ? 'Your rental is paid in full.'
                  : 'Your rental deposit has been processed successfully!',
                variant: 'plain',
                isInFlow: true,
              });
              dispatch({ type: 'paid', payment: paid.payment, pickupDay });
            }}
          >
            {checkout.failedAttempts === MAX_FAILED_ATTEMPTS - 1 && <DeclineWarning />}
            {remark && (
              <Notice variant="danger" role="alert" className="mt-5">
                <p>{remark}</p>
                <CallUs before="Still not working?" />
              </Notice>
            )}
            <p className="mt-5 text-ink-soft text-sm">{paymentText(price, quantity)}</p>
          </CardForm>
        </section>
      )}
    </>
  );
}

const DeclineWarning = lazyPart(() =>
  import('#web/public/booking/extras/DeclineWarning.tsx').then((module) => module.DeclineWarning),
);

/** If the script does not load, the panel for an unreachable server has the message. */
const CheckoutFailurePanel = lazy<ComponentType<FailurePanelProps>>(() =>
  import('#web/public/booking/extras/CheckoutFailurePanel.tsx').then(
    (module) => ({ default: module.CheckoutFailurePanel }),
    () => ({ default: SetupFailurePanel }),
  ),
);

function FailurePanel(props: FailurePanelProps) {
  if (['setup', 'unexplained'].includes(props.failure.kind)) return <SetupFailurePanel {...props} />;
  return (
    <Suspense fallback={<SettingUp />}>
      <CheckoutFailurePanel {...props} />
    </Suspense>
  );
}

function paymentText(price: ShownPrice, quantity: number): ReactNode {
  const dueNow = price.quote.dueNow * quantity;
  const dueLater = price.quote.dueLater * quantity;
  const amount = <strong className="text-ink">{formatUsd(dueNow)}</strong>;
  if (!isPriced(price)) {
    return (
      <>
        You pay the deposit of {amount} now. We save your card for the remaining balance at the end of your
        rental, as agreed.
      </>
    );
  }
  return dueLater > 0 ? (
    <>
      You pay the deposit of {amount} now. We save your card for the remaining {formatUsd(dueLater)} at the
      end of your rental, and for extra weight, days and items if there are any.
    </>
  ) : (
    <>
      You pay the whole price of {amount} now. We save your card for extra weight, days and items if there are
      any.
    </>
  );
}

/** Countdown of the hold. Updates every second; screen readers announce it a few times only. */
function HoldClock({ seconds, quantity }: { seconds: number; quantity: number }) {
  return (
    <div className="mb-6 flex items-center gap-2 border-line border-b pb-4 text-sm">
      <Icon name="clock" className="size-5 text-brand" />
      <p>
        {quantity > 1 ? `Your ${dumpstersText(quantity)} are` : 'Your dumpster is'} held for{' '}
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
function Recap({ booking, pickupDay }: { booking: PendingBooking; pickupDay: Day | null }) {
  const { firstName, lastName, email, company, poNumber, address, city, state, zip, placement } = booking;
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
          {firstName} {lastName}
          {company && `, ${company}`}, <EmailText email={email} />
        </dd>
      </div>
      {poNumber && (
        <div>
          <dt className="text-ink-soft text-sm">PO number</dt>
          <dd className="wrap-anywhere">{poNumber}</dd>
        </div>
      )}
      {placement && (
        <div>
          <dt className="text-ink-soft text-sm">Place and gate code</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{placement}</dd>
        </div>
      )}
      {pickupDay && (
        <div>
          <dt className="text-ink-soft text-sm">Pickup</dt>
          <dd>{formatDay(pickupDay)}. The days until then cost nothing.</dd>
        </div>
      )}
    </dl>
  );
}
