import { listItemNumbers, MAX_ORDER_QUANTITY } from '#domain/rental/orders.ts';

/**
 * One payment at Stripe can pay for several bookings. The ledger has a row for the share of each: the first with Stripe's
 * id, the others with Stripe's id, a dot and their number ('pi_1', 'pi_1.2'). Refunds and lost disputes that several
 * bookings share have such rows, too.
 */
export function shareIdOf(stripeId: string, item: number): string {
  return item === 1 ? stripeId : `${stripeId}.${item}`;
}

/** The ids that the shares of an object can have. */
export function listShareIds(stripeId: string): string[] {
  return listItemNumbers(MAX_ORDER_QUANTITY).map((item) => shareIdOf(stripeId, item));
}

/** Stripe's id of a row of the ledger. */
export function stripeIdOf(id: string): string {
  return /^(.+)\.[2-9]$/.exec(id)?.[1] ?? id;
}

/** Divides cents by weights, without a remainder: earlier shares get the odd cents. The weights' sum is above 0. */
export function divideCents(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  let given = 0;
  return weights.map((one) => {
    weight += one;
    const upTo = Math.ceil((amount * weight) / total);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

type Part = { id: string; amount: number };

/**
 * How much of a refund made in Stripe's Dashboard each share bears: the first ones that have money left. What no share
 * has left goes to the last one, so that the sum is right.
 */
export function allocateToShares<S extends { refundable: number }>(
  shares: readonly S[],
  { id, amount }: Part,
): { share: S; id: string; amount: number }[] {
  let left = amount;
  const taken = shares.map((share, index) => {
    const isLast = index === shares.length - 1;
    const part = isLast ? left : Math.min(left, Math.max(0, share.refundable));
    left -= part;
    return { share, amount: part };
  });
  return taken
    .filter((part) => part.amount > 0)
    .map((part, index) => ({ ...part, id: shareIdOf(id, index + 1) }));
}
