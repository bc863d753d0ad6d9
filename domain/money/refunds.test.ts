import { expect, test } from 'vitest';
import {
  allocateRefund,
  computeDiscountable,
  computeRefundable,
  sumTakenBack,
  withDiscount,
} from './refunds.ts';

const payment = (id: string, refundable: number, isDisputed = false) => ({ id, refundable, isDisputed });
const PAID = [payment('balance', 30_000), payment('deposit', 42_500)];

test('a refund takes from the newest payment first, then from the older', () => {
  expect(allocateRefund(PAID, 1)).toEqual([{ paymentId: 'balance', amount: 1 }]);
  expect(allocateRefund(PAID, 30_000)).toEqual([{ paymentId: 'balance', amount: 30_000 }]);
  expect(allocateRefund(PAID, 72_500)).toEqual([
    { paymentId: 'balance', amount: 30_000 },
    { paymentId: 'deposit', amount: 42_500 },
  ]);
});

test('payments with nothing left or under dispute are skipped', () => {
  const paid = [payment('used', 0), payment('disputed', 10_000, true), ...PAID];
  expect(allocateRefund(paid, 30_001)).toEqual([
    { paymentId: 'balance', amount: 30_000 },
    { paymentId: 'deposit', amount: 1 },
  ]);
});

test('a refund above the refundable amount is impossible', () => {
  expect(allocateRefund(PAID, 72_501)).toBe(null);
  expect(allocateRefund([], 1)).toBe(null);
});

test('a payment with more taken back than paid has nothing left, and blocks no other payment', () => {
  expect(computeRefundable({ amount: 42_500, takenBack: 52_500 })).toBe(0);
  expect(computeRefundable({ amount: 42_500, takenBack: 10_000 })).toBe(32_500);
  const overdrawn = { id: 'overdrawn', refundable: -10_000, isDisputed: false };
  expect(allocateRefund([overdrawn, ...PAID], 30_000)).toEqual([{ paymentId: 'balance', amount: 30_000 }]);
});

test('the part of a dispute above its payment does not count against another payment', () => {
  const lost = { amount: 42_500, takenBack: 52_500 };
  expect(sumTakenBack([lost, { amount: 17_500, takenBack: 0 }])).toBe(42_500);
});

test('a discount goes to the first shares, and is at most the refund', () => {
  const shares = allocateRefund(PAID, 40_000) ?? [];
  expect(withDiscount(shares, 35_000)).toEqual([
    { paymentId: 'balance', amount: 30_000, discountAmount: 30_000 },
    { paymentId: 'deposit', amount: 10_000, discountAmount: 5_000 },
  ]);
  expect(withDiscount(shares, 40_000).map(({ discountAmount }) => discountAmount)).toEqual([30_000, 10_000]);
  expect(() => withDiscount(shares, 40_001)).toThrow(RangeError);
});

test('what was paid above the final price is no discount, and nothing of a cancelled booking is', () => {
  const booking = { status: 'confirmed', finalPrice: 60_000, refundable: 72_500 } as const;
  expect(computeDiscountable(20_000, booking)).toBe(7_500);
  expect(computeDiscountable(12_500, booking)).toBe(0);
  expect(computeDiscountable(12_500, { ...booking, finalPrice: null })).toBe(12_500);
  expect(computeDiscountable(20_000, { ...booking, status: 'cancelled' })).toBe(0);
});
