import { describe, expect, it } from 'vitest';
import { type Balance, paidAmount, paymentStatusOf, remainingAmount } from './balance.ts';

const deposit: Balance = {
  depositAmount: 42_500,
  additionalPaymentAmount: null,
  refundAmount: null,
  finalPrice: null,
};

describe('the remaining amount', () => {
  it('is 0 before a final price is set', () => {
    expect(remainingAmount(deposit)).toBe(0);
  });

  it('is the final price less the deposit and all later charges', () => {
    expect(remainingAmount({ ...deposit, finalPrice: 60_000 })).toBe(17_500);
    expect(remainingAmount({ ...deposit, finalPrice: 60_000, additionalPaymentAmount: 10_000 })).toBe(7_500);
  });

  it('is never negative, and a refund does not become due again', () => {
    expect(remainingAmount({ ...deposit, finalPrice: 30_000 })).toBe(0);
    expect(remainingAmount({ ...deposit, finalPrice: 42_500, refundAmount: 42_500 })).toBe(0);
  });
});

it('counts the deposit and later charges as paid, also after refunds', () => {
  const refunded: Balance = { ...deposit, additionalPaymentAmount: 1, refundAmount: 40_000 };
  expect(paidAmount(refunded)).toBe(42_501);
});

type PaidBalance = Parameters<typeof paymentStatusOf>[0];

describe('the payment status', () => {
  it.each<[string, Partial<PaidBalance>, string]>([
    ['deposit_paid', {}, 'without a final price'],
    ['deposit_paid', { finalPrice: 42_501 }, 'with a cent missing'],
    ['fully_paid', { finalPrice: 42_500 }, 'when the deposit is the price'],
    ['fully_paid', { finalPrice: 0 }, 'when nothing is asked'],
    ['fully_paid', { finalPrice: 60_000, additionalPaymentAmount: 17_500 }, 'when the rest was charged'],
    ['fully_paid', { finalPrice: 42_500, takenBack: 42_499 }, 'after a partial refund'],
    ['refunded', { takenBack: 42_500 }, 'when everything is refunded'],
    ['deposit_paid', { takenBack: 42_500, additionalPaymentAmount: 1 }, 'when a cent was kept'],
  ])('is %s %j %s', (status, changes) => {
    expect(paymentStatusOf({ ...deposit, takenBack: 0, ...changes })).toBe(status);
  });

  it('is not refunded if nothing was paid', () => {
    expect(paymentStatusOf({ ...deposit, depositAmount: 0, takenBack: 0 })).toBe('deposit_paid');
  });
});
