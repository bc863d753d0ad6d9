import { expect, test } from 'vitest';
import { formatWeight, proposedPrice } from './dump-fees.ts';

const fee = (feeAmount: number, voidedAt: string | null = null) => ({ feeAmount, voidedAt });

test('the suggested price is the deposit plus the dump fees', () => {
  expect(proposedPrice(42_500, [fee(8000), fee(1)])).toEqual({
    depositAmount: 42_500,
    feesAmount: 8001,
    total: 50_501,
  });
});

test('a voided ticket does not count; without another ticket no price is suggested', () => {
  const voided = fee(99_900, '2026-11-21T18:00:00.000Z');
  expect(proposedPrice(42_500, [voided, fee(8000)])?.total).toBe(50_500);
  expect(proposedPrice(42_500, [voided])).toBe(null);
  expect(proposedPrice(42_500, [])).toBe(null);
});

test('a ticket with a fee of 0 also gives a suggested price', () => {
  expect(proposedPrice(42_500, [fee(0)])).toEqual({ depositAmount: 42_500, feesAmount: 0, total: 42_500 });
});

test('a weight is shown in pounds', () => {
  expect([formatWeight(1), formatWeight(2400), formatWeight(200_000)]).toEqual([
    '1 lb',
    '2,400 lb',
    '200,000 lb',
  ]);
});
