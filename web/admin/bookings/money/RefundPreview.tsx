import { formatUsd } from '#domain/money.ts';
import { allocateRefund } from '#domain/refunds.ts';
import { type Payment, paymentName } from './words.ts';

type Props = { payments: Payment[]; amount: number | null };

/** Which payments a refund takes back, and how much of each. */
export function RefundPreview({ payments, amount }: Props) {
  const shares = amount ? allocateRefund(payments, amount) : null;
  return (
    <div aria-live="polite" className="rounded-md bg-sunk px-4 py-3 text-sm">
      <p className="font-semibold">What goes back, newest payment first</p>
      {shares ? (
        <dl className="mt-1 space-y-1 tabular-nums">
          {shares.map((share) => {
            const payment = payments.find(({ id }) => id === share.paymentId);
            return (
              <div key={share.paymentId} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{payment && paymentName(payment)}</dt>
                <dd>
                  {formatUsd(share.amount)}
                  {payment && share.amount < payment.amount && (
                    <span className="text-ink-soft"> of {formatUsd(payment.amount)}</span>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      ) : (
        <p className="mt-1 text-ink-soft">Nothing yet: enter an amount that can be refunded.</p>
      )}
    </div>
  );
}
