import type { BookingSummary } from '#contract/bookings.ts';
import type { PaymentIntentStatus, PaymentRef } from '#web/api/checkout.ts';

export type PaymentView =
  | { at: 'asking' }
  | { at: 'succeeded'; booking: BookingSummary | null }
  | { at: 'processing' }
  | { at: 'failed' }
  | { at: 'missing' }
  | { at: 'unreachable' };

type News = {
  latest: { status: PaymentIntentStatus; booking: BookingSummary | null } | null;
  isAsking: boolean;
  /** The server knows no such payment, or the secret is another's. */
  isUnknown: boolean;
};

/** What the return page shows. While answers are still to come, a payment without a booking is waited for. */
export function viewOf(payment: PaymentRef | null, { latest, isAsking, isUnknown }: News): PaymentView {
  if (!payment || isUnknown) return { at: 'missing' };
  if (latest?.booking) return { at: 'succeeded', booking: latest.booking };
  switch (latest?.status) {
    case undefined:
      return { at: isAsking ? 'asking' : 'unreachable' };
    case 'succeeded':
      return isAsking ? { at: 'asking' } : { at: 'succeeded', booking: null };
    case 'processing':
      return { at: 'processing' };
    default:
      return { at: 'failed' };
  }
}
