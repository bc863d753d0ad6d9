import type { PaymentStatus } from './bookings.ts';

/** The money of a booking, in cents. */
export type Balance = {
  depositAmount: number;
  /** The sum of all later charges that succeeded. */
  additionalPaymentAmount: number | null;
  /** What was refunded, succeeded refunds only. */
  refundAmount: number | null;
  /** The total of the rental, deposit included; null until staff set it. */
  finalPrice: number | null;
};

/** The deposit and all later charges, before refunds. */
export function paidAmount({ depositAmount, additionalPaymentAmount }: Balance): number {
  return depositAmount + (additionalPaymentAmount ?? 0);
}

/** What is still to be paid: nothing before a final price is set. A refund never becomes due again. */
export function remainingAmount(balance: Balance): number {
  return balance.finalPrice === null ? 0 : Math.max(0, balance.finalPrice - paidAmount(balance));
}

/** The one rule for a booking's payment status. A partial refund leaves it as it is. */
export function paymentStatusOf(balance: Balance): PaymentStatus {
  const paid = paidAmount(balance);
  const refunded = balance.refundAmount ?? 0;
  if (refunded > 0 && refunded >= paid) return 'refunded';
  return balance.finalPrice !== null && paid >= balance.finalPrice ? 'fully_paid' : 'deposit_paid';
}
