import { type Day, formatDeadline, HOUR_MS, startOfDay } from '#domain/shared/days.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';
import { refundRule } from '#domain/shared/policy-texts.ts';
import type { CancellationPolicy } from './rate-card.ts';

/** Until when cancelling is free, in ms: hours before 00:00 of the delivery day on the clock of the business. */
export function freeUntil({ freeHours }: CancellationPolicy, deliveryDate: Day, timeZone: string): number {
  return startOfDay(deliveryDate, timeZone) - freeHours * HOUR_MS;
}

/** A rental as the cancellation rule needs it. `nowMs`: when the rule is read. */
export type CancelledRental = { deliveryDate: Day; timeZone: string; nowMs: number };

/**
 * The cancellation policy in one or two sentences. Without figures, the rule of the terms. `payment`: what the customer
 * pays at the booking; the whole price is no deposit. With a rental, the rule names its day and hour.
 */
export function cancellationRule(
  policy: CancellationPolicy | null,
  payment = 'the deposit',
  rental: CancelledRental | null = null,
): string {
  if (!policy) return refundRule(payment);
  const { freeHours, fee } = policy;
  const feeText = fee.type === 'cents' ? formatUsdWhole(fee.amount) : `${fee.percent}% of ${payment}`;
  const isAlwaysFree = fee.type === 'cents' ? fee.amount === 0 : fee.percent === 0;
  if (isAlwaysFree) return 'You can cancel free of charge until we deliver.';
  if (rental) {
    const untilMs = freeUntil(policy, rental.deliveryDate, rental.timeZone);
    const until = formatDeadline(untilMs, rental.timeZone);
    return rental.nowMs <= untilMs
      ? `You can cancel free of charge until ${until}. After that we keep ${feeText}.`
      : `You could cancel free of charge until ${until}. Now we keep ${feeText}.`;
  }
  const until =
    freeHours === 0
      ? 'until 12:00 AM of the delivery day'
      : `until ${freeHours} hours before 12:00 AM of the delivery day`;
  return `You can cancel free of charge ${until}. After that we keep ${feeText}.`;
}
