import type { ReplyOf } from '#contract/endpoint.ts';
import type { RefundPart, refundPayment } from '#contract/payments.ts';
import { formatUsd } from '#domain/shared/money.ts';

type Reply = Pick<ReplyOf<typeof refundPayment>, 'refunds' | 'customerNotified'>;

/** True if every part of the refund has succeeded. */
export function isComplete({ refunds }: Reply): boolean {
  return refunds.every(({ status }) => status === 'succeeded');
}

/** The text of the toast after a refund. `kind` and `amount`: as requested. */
export function refundText(
  reply: Reply,
  { kind, amount }: { kind: 'full' | 'partial'; amount: number },
): string {
  const what = `${kind === 'full' ? 'Full' : 'Partial'} refund of ${formatUsd(amount)}`;
  const notified = reply.customerNotified ? ', and the customer has been notified' : '';
  if (isComplete(reply)) return `${what} has been processed${notified}.`;
  const sum = (status: string) =>
    reply.refunds.reduce((total, part) => total + (part.status === status ? part.amount : 0), 0);
  const states = [
    { words: 'has been refunded', cents: sum('succeeded') },
    { words: 'is still under way', cents: sum('pending') },
    { words: 'has failed', cents: sum('failed') },
  ];
  const parts = states
    .filter(({ cents }) => cents > 0)
    .map(({ words, cents }) => `${formatUsd(cents)} ${words}`);
  return `${what}: ${parts.join(', ')}${notified}.`;
}

/** The outcome of a full refund: complete, or partly pending at the bank. */
export type FullRefund = 'succeeded' | 'pending';

/** Null for a partial refund, and while Stripe has not made every part. `refundable`: the amount before, in cents. */
export function fullRefund(parts: readonly RefundPart[], refundable: number): FullRefund | null {
  const made = parts.filter(({ id, status }) => id !== null && status !== 'failed');
  if (made.reduce((sum, { amount }) => sum + amount, 0) !== refundable) return null;
  return made.every(({ status }) => status === 'succeeded') ? 'succeeded' : 'pending';
}
