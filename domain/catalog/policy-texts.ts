import { formatUsdWhole } from '#domain/money.ts';
import { refundRule } from '#domain/policy-texts.ts';
import type { CancellationPolicy } from './rate-card.ts';

/**
 * The cancellation policy in one or two sentences. Without figures, the rule of the terms. `payment`: what the customer
 * pays at the booking; the whole price is no deposit.
 */
export function cancellationRule(policy: CancellationPolicy | null, payment = 'the deposit'): string {
  if (!policy) return refundRule(payment);
  const { freeHours, fee } = policy;
  const feeText = fee.type === 'cents' ? formatUsdWhole(fee.amount) : `${fee.percent}% of ${payment}`;
  const isAlwaysFree = fee.type === 'cents' ? fee.amount === 0 : fee.percent === 0;
  if (isAlwaysFree) return 'You can cancel free of charge until we deliver.';
  const until =
    freeHours === 0
      ? 'until 12:00 AM of the delivery day'
      : `until ${freeHours} hours before 12:00 AM of the delivery day`;
  return `You can cancel free of charge ${until}. After that we keep ${feeText}.`;
}
