import { freeUntil } from '#domain/catalog/policy-texts.ts';
import type { CancellationPolicy } from '#domain/catalog/rate-card.ts';
import { type Day, formatMoment } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';

/** What the refund of a cancellation depends on. Amounts in cents. */
export type CancellationFacts = {
  /** The policy that the customer agreed to; null: a full refund is proposed. */
  policy: CancellationPolicy | null;
  deliveryDate: Day;
  /** True once the delivery is done: then cancelling ends the rental early, and the policy no longer applies. */
  isDelivered: boolean;
  depositAmount: number;
  /** What was paid and is not refunded, payments under dispute included. */
  kept: number;
  /** What can be refunded now: payments under dispute cannot. */
  refundable: number;
  /** Milliseconds since 1970. */
  nowMs: number;
  /** The business's time zone: the policy counts to 00:00 of the delivery day on its clock. */
  timeZone: string;
};

/**
 * The refund that the agreed policy proposes. `fee`: what the business keeps. `freeUntilMs`: until when cancelling is
 * free; null without a policy, and after the delivery. `text`: the reason, in one sentence for staff.
 */
export type RefundProposal = { amount: number; fee: number; freeUntilMs: number | null; text: string };

/** Amounts in cents. The fee is never more than what was paid and kept. */
export function proposeRefund(facts: CancellationFacts): RefundProposal {
  const { policy, isDelivered, kept, refundable, nowMs, timeZone } = facts;
  if (isDelivered) {
    return {
      amount: 0,
      fee: kept,
      freeUntilMs: null,
      text: 'The unit was delivered: no refund is proposed.',
    };
  }
  if (!policy) {
    return {
      amount: refundable,
      fee: 0,
      freeUntilMs: null,
      text: 'A full refund: no cancellation fee was agreed.',
    };
  }
  const freeUntilMs = freeUntil(policy, facts.deliveryDate, timeZone);
  const until = formatMoment(freeUntilMs, timeZone);
  if (nowMs <= freeUntilMs) {
    return {
      amount: refundable,
      fee: 0,
      freeUntilMs,
      text: `A full refund: cancelling is free until ${until}.`,
    };
  }
  const fee = Math.min(kept, computeCancellationFee(policy, facts));
  const amount = Math.min(refundable, kept - fee);
  const text = `The agreed policy keeps ${formatUsd(fee)}: cancelling was free until ${until}.`;
  return { amount, fee, freeUntilMs, text };
}

function computeCancellationFee({ fee }: CancellationPolicy, { depositAmount }: CancellationFacts): number {
  return fee.type === 'cents' ? fee.amount : Math.round((depositAmount * fee.percent) / 100);
}
