import type { RefundPart } from '#contract/payments.ts';
import { formatUsd } from '#domain/money.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { type Payment, paymentName } from './words.ts';

type Props = { parts: RefundPart[]; payments: Payment[] };

/** The state of each part of a refund that is not complete yet. */
export function RefundOutcome({ parts, payments }: Props) {
  return (
    <Notice look="attention" role="status">
      <p className="font-semibold">Part of this refund is still processing</p>
      <dl className="mt-2 space-y-2 text-sm tabular-nums">
        {parts.map((part) => {
          const payment = payments.find(({ id }) => id === part.paymentId);
          return (
            <div key={part.paymentId}>
              <dt>
                {payment && paymentName(payment)}: {formatUsd(part.amount)}
              </dt>
              <dd className="font-semibold">{partWords(part)}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-2 text-sm">What is refunded stays refunded; only the rest is tried again.</p>
    </Notice>
  );
}

function partWords({ id, status }: RefundPart): string {
  if (status === 'succeeded') return 'Refunded';
  if (status === 'failed') return 'Failed; it can be refunded again';
  return id === null ? 'Is tried again by itself' : 'Pending at the bank';
}
