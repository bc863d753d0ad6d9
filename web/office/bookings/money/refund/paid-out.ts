import { RECORDED_METHODS, type RecordedMethod } from '#domain/money/recorded.ts';
import { type RefundWay, refundWaysText } from '#domain/money/refund-ways.ts';
import type { RefundRequest } from '#web/api/payments.ts';

/** What staff entered about the money that they pay out. `method` null: as it was paid. */
export type TypedPaidOut = { method: RecordedMethod | null; reference: string };

export const AS_IT_WAS_PAID: TypedPaidOut = { method: null, reference: '' };

/** The methods outside Stripe by which the parts of a refund were paid. */
export function listOutsideMethods(ways: readonly RefundWay[]): RecordedMethod[] {
  return RECORDED_METHODS.filter((method) => ways.some(({ paymentMethod }) => paymentMethod === method));
}

/** The field of the request; absent for a refund to cards only, and if each part goes back as it was paid. */
export function paidOutOf(
  ways: readonly RefundWay[],
  { method, reference }: TypedPaidOut,
): Pick<RefundRequest, 'paidOut'> {
  if (method === null || listOutsideMethods(ways).length === 0) return {};
  return { paidOut: { method, reference: reference.trim() || null } };
}

/** '$50.00 to card 4242, $100.00 in cash', with the method that staff chose. */
export function waysText(ways: readonly RefundWay[], { method }: TypedPaidOut): string {
  const outside: readonly (string | null)[] = RECORDED_METHODS;
  return refundWaysText(
    ways.map((way) =>
      method !== null && outside.includes(way.paymentMethod) ? { ...way, paymentMethod: method } : way,
    ),
  );
}
