import { Link } from 'react-router';
import { disputeLabel } from '#domain/money/disputes.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { transactionPath } from '#web/paths.ts';
import { type Payment, paymentName } from './money.ts';

/** Disputes and inquiries of a booking's payments, the open ones first. */
export function Disputes({ payments }: { payments: Payment[] }) {
  const disputed = payments.filter(({ isDisputed, disputeStatus }) => isDisputed || disputeStatus !== null);
  if (disputed.length === 0) return null;
  const openFirst = disputed.toSorted((a, b) => Number(b.isDisputed) - Number(a.isDisputed));
  return (
    <ul className="space-y-3 text-sm">
      {openFirst.map((payment) => (
        <li key={payment.id}>
          <DisputeNotice payment={payment} />
        </li>
      ))}
    </ul>
  );
}

function DisputeNotice({ payment }: { payment: Payment }) {
  const { isDisputed, disputeStatus } = payment;
  const label = disputeStatus === null ? '' : disputeLabel(disputeStatus);
  const name = `${paymentName(payment)}, ${formatUsd(payment.amount)}`;
  return (
    <Notice variant={isDisputed ? 'danger' : 'quiet'} role="note">
      <p className="font-semibold">{isDisputed ? 'Under dispute' : label}</p>
      {isDisputed ? (
        <p>
          {name}: it cannot be refunded until the bank decides.{label && ` ${label}.`}
        </p>
      ) : (
        <p>{[`${name}.`, OUTCOMES[disputeStatus ?? '']].join(' ')}</p>
      )}
      <Link
        to={transactionPath(payment.id)}
        className="touch inline-flex items-center font-semibold underline underline-offset-4"
      >
        View the payment
      </Link>
    </Notice>
  );
}

const OUTCOMES: Readonly<Record<string, string>> = {
  won: 'The bank decided for the business. The payment can be refunded again.',
  lost: 'The bank returned the disputed amount to the customer. It counts as refunded.',
  prevented: 'It was stopped before it became a chargeback. No loss is recorded.',
  warning_needs_response: "No money has moved. Answer the bank in Stripe's dashboard.",
  warning_under_review: 'No money has moved. The bank is reviewing the answer.',
  warning_closed: 'The bank closed its inquiry. No money has moved.',
};
