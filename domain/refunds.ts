/**
 * What can still be refunded of a payment, in cents; never negative. A bank can take back the whole payment in a
 * dispute after a part of it was refunded, so more can be taken back than was paid.
 */
export function refundableOf({ amount, takenBack }: { amount: number; takenBack: number }): number {
  return Math.max(0, amount - takenBack);
}

/** What refunds and lost disputes took back of payments, in cents: of each payment its own amount at most. */
export function takenBackOf(payments: readonly { amount: number; takenBack: number }[]): number {
  return payments.reduce((sum, { amount, takenBack }) => sum + Math.min(amount, takenBack), 0);
}

/** A payment as far as a refund cares: its id, and what of it can still be refunded, in cents. */
export type Refundable = { id: string; refundable: number; isDisputed: boolean };
export type Share = { paymentId: string; amount: number };

/**
 * How a refund is spread over payments, in their order (newest first): as much as possible of each. A payment under
 * dispute is left out: its money is with the bank. Null when they do not come to the amount.
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
