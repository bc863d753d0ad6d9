import type { PaymentStatus } from '#domain/bookings.ts';

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
export function paidAmount({
  depositAmount,
  additionalPaymentAmount,
}: Pick<Balance, 'depositAmount' | 'additionalPaymentAmount'>): number {
  return depositAmount + (additionalPaymentAmount ?? 0);
}

/** What is still to be paid; 0 before a final price is set. A refunded amount does not become due again. */
export function remainingAmount(balance: Balance): number {
  return balance.finalPrice === null ? 0 : Math.max(0, balance.finalPrice - paidAmount(balance));
}

/**
 * The payment status of a booking. A partial refund does not change it. `takenBack` is the refunded sum, capped at the
 * amount of each payment (takenBackOf), so that a lost dispute never counts against another payment.
 */
export function paymentStatusOf(
  balance: Omit<Balance, 'refundAmount'> & { takenBack: number },
): PaymentStatus {
  const paid = paidAmount(balance);
  if (balance.takenBack > 0 && balance.takenBack >= paid) return 'refunded';
  return balance.finalPrice !== null && paid >= balance.finalPrice ? 'fully_paid' : 'deposit_paid';
}
