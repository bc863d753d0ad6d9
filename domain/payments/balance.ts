import type { PaymentStatus } from '#domain/bookings.ts';

/** The money of a booking, in cents. */
export type Balance = {
  /** The first payment that was agreed; a booking that staff made may be without it. */
  depositAmount: number;
  /** The sum of the payments that succeeded, before refunds. */
  paidAmount: number;
  /** The total of the rental, deposit included; null until staff set it. */
  finalPrice: number | null;
};

/** What is still to be paid; before a final price is set, of the deposit. A refunded amount does not become due again. */
export function remainingAmount({ depositAmount, paidAmount, finalPrice }: Balance): number {
  return Math.max(0, (finalPrice ?? depositAmount) - paidAmount);
}

/**
 * The payment status of a booking. A partial refund does not change it. `takenBack` is the refunded sum, capped at the
 * amount of each payment (takenBackOf), so that a lost dispute never counts against another payment.
 */
export function paymentStatusOf({
  depositAmount,
  paidAmount,
  finalPrice,
  takenBack,
}: Balance & { takenBack: number }): PaymentStatus {
  if (paidAmount > 0 && takenBack >= paidAmount) return 'refunded';
  if (finalPrice !== null && paidAmount >= finalPrice) return 'fully_paid';
  return paidAmount < depositAmount ? 'unpaid' : 'deposit_paid';
}

/** The kind of the next payment of a booking. */
export function paymentKindOf({
  depositAmount,
  paidAmount,
}: Pick<Balance, 'depositAmount' | 'paidAmount'>): 'deposit' | 'balance' {
  return paidAmount < depositAmount ? 'deposit' : 'balance';
}

/** The sum of the payments of kind 'deposit'. `additionalPaymentAmount`: the sum of all others. */
export function paidDepositOf({
  paidAmount,
  additionalPaymentAmount,
}: Pick<Balance, 'paidAmount'> & { additionalPaymentAmount: number | null }): number {
  return paidAmount - (additionalPaymentAmount ?? 0);
}
