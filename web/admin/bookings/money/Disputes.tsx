import { Link } from 'react-router';
import { formatUsd } from '#domain/money.ts';
import { transactionPath } from '#web/paths.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { type Payment, paymentName } from './words.ts';

/** Payments whose money is with the bank until it decides. */
export function Disputes({ payments }: { payments: Payment[] }) {
  const disputed = payments.filter(({ isDisputed }) => isDisputed);
  if (disputed.length === 0) return null;
  return (
    <ul className="space-y-3 text-sm">
      {disputed.map((payment) => (
        <li key={payment.id}>
          <Notice look="danger" role="note">
            <p className="font-semibold">Under dispute</p>
            <p>
              {paymentName(payment)}, {formatUsd(payment.amount)}: it cannot be refunded until the bank
              decides.
            </p>
            <Link
              to={transactionPath(payment.id)}
              className="touch inline-flex items-center font-semibold underline underline-offset-4"
            >
              View the payment
            </Link>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
