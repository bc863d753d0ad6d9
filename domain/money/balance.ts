import type { BookingStatus, PaymentStatus } from '#domain/rental/bookings.ts';
import { type Day, daysBetween } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';

/** The money of a booking, in cents. */
export type Balance = {
  status: BookingStatus;
  /** The first payment that was agreed; a booking that staff made may be without it. */
  depositAmount: number;
  /** The sum of the payments that succeeded, before refunds. */
  paidAmount: number;
  /** The total of the rental, deposit included; null until staff set it. */
  finalPrice: number | null;
  /** sumDueAgain of its ledger: the refunds that do not lower the price. */
  dueAgainAmount: number;
};

/**
 * What a booking owes: the final price, or the deposit while none is set, minus the payments plus the refunds that are
 * no discount. While a booking is cancelled, no refund is due again. The column bookings.balance_due is the same as SQL.
 */
export function remainingAmount({
  status,
  depositAmount,
  paidAmount,
  finalPrice,
  dueAgainAmount,
}: Balance): number {
  const dueAgain = status === 'cancelled' ? 0 : dueAgainAmount;
  return Math.max(0, (finalPrice ?? depositAmount) - paidAmount + dueAgain);
}

/**
 * What is expected to become due beside the remaining amount: the rest of the expected total, until a final price is
 * set. Null while no total is known, because dump fees are added.
 */
export function dueLaterAmount(balance: Balance, expectedTotal: number | null): number | null {
  const { status, finalPrice, paidAmount, dueAgainAmount } = balance;
  if (status === 'cancelled' || finalPrice !== null) return 0;
  if (expectedTotal === null) return null;
  return Math.max(0, expectedTotal - paidAmount + dueAgainAmount - remainingAmount(balance));
}

/** The days for which money has been due: the deposit from the booking on, all else from the last rental day on. */
export function daysDue(
  { depositAmount, paidAmount, dueAgainAmount }: Balance,
  { bookedOn, endDate, today }: Readonly<Record<'bookedOn' | 'endDate' | 'today', Day>>,
): number {
  const isDepositPaid = paidAmount - dueAgainAmount >= depositAmount;
  return Math.max(0, daysBetween(isDepositPaid ? endDate : bookedOn, today));
}

/** What staff read before a cancelled booking with refunds is reopened. */
export function dueAgainText(cents: number): string {
  return `${formatUsd(cents)} was refunded and is due again.`;
}

export type LedgerMovement = {
  kind: 'deposit' | 'balance' | 'refund' | 'dispute';
  status: string;
  amount: number;
  /** The part of a refund by which staff lowered the price. */
  discountAmount: number;
};

/** The sum of the payments of a ledger that succeeded, before refunds. */
export function sumPaid(ledger: readonly LedgerMovement[]): number {
  return sumSucceededRows(ledger.filter(({ kind }) => kind === 'deposit' || kind === 'balance'));
}

/**
 * The refunds of a ledger that are due again: those that succeeded, without their discounts. A lost dispute is not due
 * again, because the bank has decided that the customer need not pay.
 */
export function sumDueAgain(ledger: readonly LedgerMovement[]): number {
  return sumSucceededRows(
    ledger
      .filter(({ kind }) => kind === 'refund')
      .map((row) => ({ ...row, amount: row.amount - row.discountAmount })),
  );
}

function sumSucceededRows(rows: readonly LedgerMovement[]): number {
  return rows.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0);
}

/**
 * The payment status of a booking. A discount does not change it. `takenBack` is the refunded sum, capped at the
 * amount of each payment (sumTakenBack), so that a lost dispute never counts against another payment.
 */
export function computePaymentStatus({
  takenBack,
  ...balance
}: Balance & { takenBack: number }): PaymentStatus {
  const { depositAmount, paidAmount, finalPrice } = balance;
  if (paidAmount > 0 && takenBack >= paidAmount) return 'refunded';
  if (finalPrice !== null && remainingAmount(balance) === 0) return 'fully_paid';
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
export function computePaidDeposit({
  paidAmount,
  additionalPaymentAmount,
}: Pick<Balance, 'paidAmount'> & { additionalPaymentAmount: number | null }): number {
  return paidAmount - (additionalPaymentAmount ?? 0);
}
