import type { PaymentNews, PaymentRef } from '#web/api/checkout.ts';
import { type Receipt, receiptOf } from '#web/rental/kept-receipts.ts';

export type PaymentView =
  | { at: 'asking' }
  | { at: 'succeeded'; receipt: Receipt | null }
  | { at: 'processing' }
  | { at: 'failed' }
  | { at: 'missing' }
  | { at: 'unreachable' };

type News = Pick<PaymentNews, 'latest' | 'isAsking'> & {
  /** The server knows no such payment, or the secret is another's. */
  isUnknown: boolean;
};

/** What the return page shows. While answers are still to come, a payment without a booking is waited for. */
export function viewOf(payment: PaymentRef | null, { latest, isAsking, isUnknown }: News): PaymentView {
  if (!payment || isUnknown) return { at: 'missing' };
  if (latest?.booking) return { at: 'succeeded', receipt: receiptOf(latest.booking, latest) };
  switch (latest?.status) {
    case undefined:
      return { at: isAsking ? 'asking' : 'unreachable' };
    case 'succeeded':
      return isAsking ? { at: 'asking' } : { at: 'succeeded', receipt: null };
    case 'processing':
      return { at: 'processing' };
    default:
      return { at: 'failed' };
  }
}
