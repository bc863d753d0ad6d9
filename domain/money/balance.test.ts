import { describe, expect, it } from 'vitest';
import {
  type Balance,
  computePaymentStatus,
  daysDue,
  dueLaterAmount,
  paymentKindOf,
  remainingAmount,
  sumDueAgain,
  sumPaid,
} from './balance.ts';

const paid: Balance = {
  status: 'confirmed',
  depositAmount: 42_500,
  paidAmount: 42_500,
  finalPrice: null,
  dueAgainAmount: 0,
};
const unpaid: Balance = { ...paid, paidAmount: 0 };

describe('the amount that is due later', () => {
  it('is the rest of the expected total: what is owed in all is the amount now and this one', () => {
    const payLater = { ...unpaid, depositAmount: 15_000 };
    expect([remainingAmount(payLater), dueLaterAmount(payLater, 53_352)]).toEqual([15_000, 38_352]);
    const partly = { ...payLater, paidAmount: 20_000 };
    expect([remainingAmount(partly), dueLaterAmount(partly, 53_352)]).toEqual([0, 33_352]);
    const refunded = { ...payLater, paidAmount: 53_352, dueAgainAmount: 40_000 };
    expect([remainingAmount(refunded), dueLaterAmount(refunded, 53_352)]).toEqual([1648, 38_352]);
  });

  it('is unknown without an expected total, and 0 with a final price or after a cancellation', () => {
    expect(dueLaterAmount(unpaid, null)).toBeNull();
    expect(dueLaterAmount({ ...unpaid, finalPrice: 60_000 }, 53_352)).toBe(0);
    expect(dueLaterAmount({ ...unpaid, status: 'cancelled' }, 53_352)).toBe(0);
  });
});

it('a deposit is due from the booking on, all else from the last rental day on', () => {
  const days = { bookedOn: '2026-11-01', endDate: '2026-11-20', today: '2026-11-28' };
  expect(daysDue(unpaid, days)).toBe(27);
  expect(daysDue({ ...unpaid, paidAmount: 42_499 }, days)).toBe(27);
  expect(daysDue(paid, days)).toBe(8);
  expect(daysDue(paid, { ...days, endDate: '2026-12-05' })).toBe(0);
  expect(daysDue({ ...paid, dueAgainAmount: 42_500 }, days)).toBe(27);
});

describe('the remaining amount', () => {
  it('is that of the deposit before a final price is set', () => {
    expect(remainingAmount(paid)).toBe(0);
    expect(remainingAmount(unpaid)).toBe(42_500);
    expect(remainingAmount({ ...unpaid, paidAmount: 42_499 })).toBe(1);
  });

  it('is the final price less all payments', () => {
    expect(remainingAmount({ ...paid, finalPrice: 60_000 })).toBe(17_500);
    expect(remainingAmount({ ...paid, finalPrice: 60_000, paidAmount: 52_500 })).toBe(7_500);
    expect(remainingAmount({ ...unpaid, finalPrice: 60_000 })).toBe(60_000);
  });

  it('is never negative', () => {
    expect(remainingAmount({ ...paid, finalPrice: 30_000 })).toBe(0);
    expect(remainingAmount({ ...paid, paidAmount: 50_000 })).toBe(0);
  });

  it('has the refunds that are no discount again, but not while the booking is cancelled', () => {
    const refunded = { ...paid, dueAgainAmount: 42_500 };
    expect(remainingAmount(refunded)).toBe(42_500);
    expect(remainingAmount({ ...refunded, finalPrice: 60_000 })).toBe(60_000);
    expect(remainingAmount({ ...refunded, status: 'cancelled' })).toBe(0);
    expect(remainingAmount({ ...refunded, status: 'cancelled', finalPrice: 60_000 })).toBe(17_500);
  });

  it('is 0 after a refund of what was paid above the final price, and follows a later price', () => {
    const refunded = { ...paid, finalPrice: 30_000, dueAgainAmount: 12_500 };
    expect(remainingAmount(refunded)).toBe(0);
    expect(remainingAmount({ ...refunded, finalPrice: 35_000 })).toBe(5000);
  });
});

describe('of a ledger', () => {
  const row = { kind: 'refund', status: 'succeeded', amount: 5000, discountAmount: 0 } as const;
  const ledger = [
    { ...row, kind: 'deposit', amount: 42_500 } as const,
    { ...row, kind: 'balance', amount: 7500 } as const,
    { ...row, kind: 'balance', status: 'canceled', amount: 900 } as const,
    row,
    { ...row, discountAmount: 2000 },
    { ...row, status: 'failed' },
    { ...row, status: 'pending' },
    { ...row, kind: 'dispute', amount: 42_500 } as const,
  ];

  it('the payments that succeeded are paid', () => {
    expect(sumPaid(ledger)).toBe(50_000);
  });

  it('the refunds that succeeded are due again, without their discounts and without a lost dispute', () => {
    expect(sumDueAgain(ledger)).toBe(8000);
    expect(sumDueAgain([])).toBe(0);
  });
});

describe('the payment status', () => {
  it.each<[string, Partial<Balance & { takenBack: number }>, string]>([
    ['deposit_paid', {}, 'without a final price'],
    ['deposit_paid', { finalPrice: 42_501 }, 'with a cent missing'],
    ['fully_paid', { finalPrice: 42_500 }, 'when the deposit is the price'],
    ['fully_paid', { finalPrice: 60_000, paidAmount: 60_000 }, 'when the rest was paid'],
    ['fully_paid', { finalPrice: 0, paidAmount: 0 }, 'when nothing is asked'],
    ['fully_paid', { finalPrice: 30_000, paidAmount: 30_000 }, 'when the price is below the deposit'],
    ['fully_paid', { finalPrice: 42_500, takenBack: 42_499 }, 'after a discount'],
    ['deposit_paid', { finalPrice: 42_500, takenBack: 1, dueAgainAmount: 1 }, 'when a cent is due again'],
    ['unpaid', { paidAmount: 0 }, 'without a payment'],
    ['unpaid', { paidAmount: 42_499 }, 'with a cent of the deposit missing'],
    ['unpaid', { paidAmount: 42_499, takenBack: 42_498 }, 'with a part of it refunded'],
    ['refunded', { takenBack: 42_500 }, 'when everything is refunded'],
    ['refunded', { takenBack: 1, paidAmount: 1 }, 'when all of a part of the deposit is refunded'],
    ['deposit_paid', { takenBack: 42_500, paidAmount: 42_501 }, 'when a cent was kept'],
    ['deposit_paid', { depositAmount: 0, paidAmount: 0 }, 'when no deposit was agreed'],
  ])('is %s %j %s', (status, changes) => {
    expect(computePaymentStatus({ ...paid, takenBack: 0, ...changes })).toBe(status);
  });
});

it('a payment is a deposit until the deposit is paid', () => {
  expect(paymentKindOf(unpaid)).toBe('deposit');
  expect(paymentKindOf({ ...paid, paidAmount: 42_499 })).toBe('deposit');
  expect(paymentKindOf(paid)).toBe('balance');
});
