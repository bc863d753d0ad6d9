import type { BookingStatus } from '#domain/rental/bookings.ts';

/**
 * What can still be refunded of a payment, in cents; never negative. `takenBack` can exceed the amount: in a dispute, a
 * bank can take back the whole payment after a partial refund.
 */
export function computeRefundable({ amount, takenBack }: { amount: number; takenBack: number }): number {
  return Math.max(0, amount - takenBack);
}

/** The sum that refunds and lost disputes took back, in cents, capped at the amount of each payment. */
export function sumTakenBack(payments: readonly { amount: number; takenBack: number }[]): number {
  return payments.reduce((sum, { amount, takenBack }) => sum + Math.min(amount, takenBack), 0);
}

/** A payment and the amount that can still be refunded, in cents. */
export type Refundable = { id: string; refundable: number; isDisputed: boolean };
export type Share = { paymentId: string; amount: number };

/**
 * The shares of a refund with the part of each by which the price is lower, in cents. Throws RangeError for a discount
 * above the refund.
 */
export function withDiscount(
  shares: readonly Share[],
  discountAmount: number,
): (Share & { discountAmount: number })[] {
  let rest = discountAmount;
  const discounted = shares.map((share) => {
    const part = Math.min(rest, share.amount);
    rest -= part;
    return { ...share, discountAmount: part };
  });
  if (rest > 0) throw new RangeError('A discount is at most its refund');
  return discounted;
}

/**
 * Splits a refund over payments in their order (newest first), as much as possible from each. Skips payments under
 * dispute: the bank holds their money. Null when the payments do not cover the amount.
 */
export function allocateRefund(payments: readonly Refundable[], amount: number): Share[] | null {
  const shares: Share[] = [];
  let rest = amount;
  for (const { id, refundable, isDisputed } of payments) {
    const share = isDisputed ? 0 : Math.min(rest, Math.max(0, refundable));
    if (share > 0) shares.push({ paymentId: id, amount: share });
    rest -= share;
  }
  return rest === 0 ? shares : null;
}

type Refunded = {
  status: BookingStatus;
  /** The total of the rental; null until staff set it. */
  finalPrice: number | null;
  /** The sum that can still be refunded of all payments. */
  refundable: number;
};

/**
 * The part of a refund that can be a discount, in cents: what goes beyond that which was paid above the final price. 0
 * for a cancelled booking, whose refunds are due again only once it is reopened.
 */
export function computeDiscountable(amount: number, { status, finalPrice, refundable }: Refunded): number {
  if (status === 'cancelled') return 0;
  const overpaid = finalPrice === null ? 0 : Math.max(0, refundable - finalPrice);
  return Math.max(0, amount - overpaid);
}
