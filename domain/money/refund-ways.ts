import { formatUsd } from '#domain/shared/money.ts';

/** A part of a refund in cents, and how it goes back. `last4`: of the card; null: unknown, or outside Stripe. */
export type RefundWay = { amount: number; paymentMethod: string | null; last4: string | null };

const WAYS: Readonly<Record<string, string>> = {
  cash: 'in cash',
  check: 'by check',
  transfer: 'by bank transfer',
};

/** 'in cash', 'to card 4242'. */
export function refundWayText({ paymentMethod, last4 }: Omit<RefundWay, 'amount'>): string {
  return WAYS[paymentMethod ?? ''] ?? (last4 === null ? 'to the card' : `to card ${last4}`);
}

/** '$50.00 to card 4242, $100.00 in cash'. */
export function refundWaysText(ways: readonly RefundWay[]): string {
  return ways.map((way) => `${formatUsd(way.amount)} ${refundWayText(way)}`).join(', ');
}
