import { type BookingPayments, refundPayment } from '#contract/payments.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { RefundWay } from '#domain/money/refund-ways.ts';
import { allocateRefund, computeDiscountable, type Share } from '#domain/money/refunds.ts';
import { formatUsd, parseDollars } from '#domain/shared/money.ts';
import type { RefundRequest } from '#web/api/payments.ts';
import { paidOutOf, type TypedPaidOut } from './paid-out.ts';

/** What a refund does to the price: it is lower now, or the amount is due again. */
export type RefundEffect = 'discount' | 'due_again';

/** Staff refund a part to lower the price, and all to undo a payment. */
export const PROPOSED_EFFECTS: Readonly<Record<TypedRefund['kind'], RefundEffect>> = {
  full: 'due_again',
  partial: 'discount',
};

/** The form's values. */
export type TypedRefund = {
  kind: 'full' | 'partial';
  amount: string;
  /** Null until the user chooses: PROPOSED_EFFECTS. */
  effect: RefundEffect | null;
  reason: string;
  notifyCustomer: boolean;
  paidOut: TypedPaidOut;
};

export type RefundErrors = { amount?: string; reason?: string };
type Read = { refund: RefundRequest; errors?: never } | { refund?: never; errors: RefundErrors };

type Paid = Pick<BookingPayments, 'refundable' | 'payments'>;

const NO_AMOUNT = 'Please enter a valid refund amount.';
const TOO_MUCH = 'Refund amount cannot exceed the original payment amount.';

/** The amount in cents; null while none is typed. */
export function typedAmount({ kind, amount }: TypedRefund, { refundable }: Paid): number | null {
  return kind === 'full' ? refundable : parseDollars(amount);
}

/** What a refund takes from each payment; empty while no amount that can be refunded is typed. */
export function refundWays(typed: TypedRefund, paid: Paid): RefundWay[] {
  return listRefundWays(allocateRefund(paid.payments, typedAmount(typed, paid) ?? 0) ?? [], paid.payments);
}

export function listRefundWays(shares: readonly Share[], payments: Paid['payments']): RefundWay[] {
  return shares.map(({ paymentId, amount }) => {
    const { paymentMethod = null, last4 = null } = payments.find(({ id }) => id === paymentId) ?? {};
    return { amount, paymentMethod, last4 };
  });
}

/** Parses a refund; an invalid value is an error at its field. */
export function readRefund(typed: TypedRefund, paid: Paid, booking: Booking): Read {
  const amount = typedAmount(typed, paid) ?? 0;
  const { reason, notifyCustomer } = typed;
  const { error } = refundPayment.body.safeParse({ bookingId: 1, amount: 1, reason, notifyCustomer });
  const wrongReason = error?.issues.find(({ path }) => path[0] === 'reason')?.message;
  const wrongAmount = amountError(amount, paid);
  if (!wrongAmount && !wrongReason) {
    const paidOut = paidOutOf(refundWays(typed, paid), typed.paidOut);
    const isDiscount = (typed.effect ?? PROPOSED_EFFECTS[typed.kind]) === 'discount';
    const discountAmount = isDiscount ? computeDiscountable(amount, { ...paid, ...booking }) : 0;
    const discount = discountAmount > 0 ? { discountAmount } : {};
    return { refund: { amount, reason, notifyCustomer, ...discount, ...paidOut } };
  }
  return {
    errors: {
      ...(wrongAmount && { amount: wrongAmount }),
      ...(wrongReason && { reason: wrongReason }),
    },
  };
}

function amountError(amount: number, { refundable, payments }: Paid): string | null {
  if (amount <= 0) return NO_AMOUNT;
  if (amount > refundable) return TOO_MUCH;
  return allocateRefund(payments, amount)
    ? null
    : `${formatUsd(sumFree(payments))} can be refunded during the dispute.`;
}

/** The amount that is not under dispute, in cents. */
function sumFree(payments: Paid['payments']): number {
  return payments.reduce((sum, { refundable, isDisputed }) => sum + (isDisputed ? 0 : refundable), 0);
}
