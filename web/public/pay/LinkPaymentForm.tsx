import type { PayLinkView } from '#contract/pay-links.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { Panel } from '#web/kit/ui/Panel.tsx';
import { CardForm } from '#web/public/card/CardForm.tsx';
import { type LinkFailure, type LinkToPay, useLinkPayment } from './use-link-payment.ts';

type Props = Omit<LinkToPay, 'bookingId'> & { view: PayLinkView };

/** The card form of a payment link. It does not offer the saved card. */
export function LinkPaymentForm({ view, ...link }: Props) {
  const { bookingId, amount } = view;
  const { payment, remark, open, verifyBeforePayment, fail } = useLinkPayment({ bookingId, ...link });
  switch (payment.type) {
    case 'opening':
      return (
        <p
          role="status"
          className="rounded-lg border border-line bg-surface px-6 py-14 text-center text-ink-soft"
        >
          Setting up payment...
        </p>
      );
    case 'failed':
      return <LinkFailurePanel failure={payment.failure} onTryAgain={() => void open()} />;
    case 'open':
      return (
        <section className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
          {payment.hasFailed && (
            <Notice variant="danger" role="alert" className="mb-5">
              <p>
                Your bank did not approve the payment, and you were not charged. Please try again or use
                another card.
              </p>
              <CallUs before="Still not working?" />
            </Notice>
          )}
          <CardForm
            stripe={payment.stripe}
            clientSecret={payment.clientSecret}
            owner={null}
            returnUrl={window.location.origin + window.location.pathname}
            payLabel={`Pay ${formatUsd(amount)}`}
            mayConfirm={() => verifyBeforePayment(payment.clientSecret)}
            onPaid={({ status }) => link.onPaid(status)}
            help={<CallUs before="Still not working?" />}
            onLoadError={() => fail('The card fields did not load. Please try again.')}
          >
            {remark && (
              <Notice variant="danger" role="alert" className="mt-5">
                <p>{remark}</p>
                <CallUs before="Still not working?" />
              </Notice>
            )}
            <p className="mt-5 text-ink-soft text-sm">
              {view.kind === 'deposit'
                ? 'We save your card for the remaining balance of your rental.'
                : 'Your card is used for this payment only; we do not save it.'}{' '}
              Card details go straight to our payment provider Stripe.
            </p>
          </CardForm>
        </section>
      );
  }
}

function LinkFailurePanel({ failure, onTryAgain }: { failure: LinkFailure; onTryAgain: () => void }) {
  return (
    <Panel
      title={failure.kind === 'busy' ? 'Just a moment, please' : 'You cannot pay right now'}
      takesFocus
      actions={<Button onClick={onTryAgain}>Try again</Button>}
    >
      <p>{failure.message}</p>
      <CallUs before="Still not working?" />
    </Panel>
  );
}
