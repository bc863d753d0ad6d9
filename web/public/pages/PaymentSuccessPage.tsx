import { useEffect } from 'react';
import { isCode } from '#web/api/call.ts';
import { type PaymentRef, type PaymentStatusPoll, usePaymentStatus } from '#web/api/checkout.ts';
import { site } from '#web/config.ts';
import { Button, buttonClass } from '#web/kit/ui/Button.tsx';
import { endVisit } from '#web/kit/ui/browser/visit.ts';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { PUBLIC_PATHS } from '#web/paths.ts';
import { Confirmation } from '#web/public/rental/Confirmation.tsx';
import { makeReceipt, type Receipt } from '#web/public/rental/stored-receipts.ts';
import { endPaidVisit, removePayment, savePayment } from './stored-payment.ts';

type Props = {
  payment: PaymentRef | null;
  /** A receipt stored in this tab. */
  storedReceipt: Receipt | null;
};

/** Stripe returns the customer to this page after a step outside this site. */
export function PaymentSuccessPage({ payment, storedReceipt }: Props) {
  const news = usePaymentStatus(payment);
  const isUnknown = isCode(news.error, 'not_found');
  const view: PaymentView = storedReceipt
    ? { status: 'succeeded', receipt: storedReceipt }
    : computePaymentView(payment, { ...news, isUnknown });
  const receipt = view.status === 'succeeded' ? view.receipt : null;
  const isPaid = view.status === 'succeeded';
  useEffect(() => {
    document.title = `${TITLES[view.status]} | ${site.businessName}`;
  }, [view.status]);
  useEffect(() => {
    if (isUnknown) removePayment();
  }, [isUnknown]);
  useEffect(() => {
    if (!isPaid || storedReceipt) return;
    if (receipt) {
      endPaidVisit(receipt);
      return;
    }
    endVisit();
    // A reload polls again for a booking that is still being created.
    if (payment) savePayment(payment);
  }, [isPaid, receipt, storedReceipt, payment]);
  return (
    <div className="page max-w-3xl py-10">
      <h1 className="text-3xl">{TITLES[view.status]}</h1>
      <div aria-live="polite" className={isPaid ? '' : 'mt-6'}>
        <Outcome view={view} news={news} />
      </div>
    </div>
  );
}

const TITLES: Record<PaymentView['status'], string> = {
  asking: 'Checking your payment...',
  succeeded: 'Your Dumpster Rental is Confirmed!',
  processing: 'Your payment is being processed',
  failed: 'Your payment did not go through',
  missing: 'We could not find a payment here',
  unreachable: 'We could not check your payment',
};

function Outcome({ view, news }: { view: PaymentView; news: PaymentStatusPoll }) {
  switch (view.status) {
    case 'asking':
      return <p className="text-ink-soft">This takes a few seconds.</p>;
    case 'succeeded':
      return view.receipt ? (
        <>
          <Confirmation receipt={view.receipt} />
          <a href={PUBLIC_PATHS.booking} className={buttonClass('secondary', 'mt-8 print:hidden')}>
            Book another dumpster
          </a>
        </>
      ) : (
        <Panel title="Your payment went through">
          <p>We are still creating your booking. You do not need to do anything.</p>
          <CallUs before="Questions?" />
        </Panel>
      );
    case 'processing':
      return (
        <Panel title="Your bank is still processing the payment">
          <p>We create your booking when the payment is complete. Please do not pay again.</p>
          <CallUs before="Questions?" />
        </Panel>
      );
    case 'failed':
      return (
        <Panel title="You were not charged" actions={<WayBack text="Back to the booking" />}>
          <p>Nothing you typed is lost. Go back to try again or to use another card.</p>
          <CallUs before="Still not working?" />
        </Panel>
      );
    case 'missing':
      return (
        <Panel
          title="Was this page opened from a payment?"
          actions={<WayBack text="Go to the booking page" />}
        >
          <p>
            This address does not contain a payment. If you have paid, we create your booking even if this
            page does not show it.
          </p>
          <CallUs before="Questions?" />
        </Panel>
      );
    case 'unreachable':
      return (
        <Panel title="We have no answer yet" actions={<Button onClick={news.pollAgain}>Check again</Button>}>
          <p>If your payment went through, we create your booking even if this page does not show it.</p>
          <CallUs before="Questions?" />
        </Panel>
      );
  }
}

function WayBack({ text }: { text: string }) {
  return (
    <a href={PUBLIC_PATHS.booking} className={buttonClass('primary')}>
      {text}
    </a>
  );
}

type PaymentView =
  | { status: 'asking' }
  | { status: 'succeeded'; receipt: Receipt | null }
  | { status: 'processing' }
  | { status: 'failed' }
  | { status: 'missing' }
  | { status: 'unreachable' };

type News = Pick<PaymentStatusPoll, 'latest' | 'isPolling'> & {
  /** The server does not know the payment, or the secret does not match. */
  isUnknown: boolean;
};

/** Returns what the page shows. While polling continues, a payment without a booking counts as pending. */
export function computePaymentView(
  payment: PaymentRef | null,
  { latest, isPolling, isUnknown }: News,
): PaymentView {
  if (!payment || isUnknown) return { status: 'missing' };
  if (latest?.booking) return { status: 'succeeded', receipt: makeReceipt(latest.booking, latest) };
  switch (latest?.status) {
    case undefined:
      return { status: isPolling ? 'asking' : 'unreachable' };
    case 'succeeded':
      return isPolling ? { status: 'asking' } : { status: 'succeeded', receipt: null };
    case 'processing':
      return { status: 'processing' };
    default:
      return { status: 'failed' };
  }
}
