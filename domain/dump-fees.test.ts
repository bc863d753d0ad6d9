import { expect, test } from 'vitest';
import { formatWeight, proposedPrice } from './dump-fees.ts';

const fee = (feeAmount: number, voidedAt: string | null = null) => ({ feeAmount, voidedAt });

test('the deposit and the dump fees are proposed as the price, cent by cent', () => {
  expect(proposedPrice(42_500, [fee(8000), fee(1)])).toEqual({
    depositAmount: 42_500,
    feesAmount: 8001,
    total: 50_501,
  });
});

test('a voided ticket does not count; without another nothing is proposed', () => {
  const voided = fee(99_900, '2026-11-21T18:00:00.000Z');
  expect(proposedPrice(42_500, [voided, fee(8000)])?.total).toBe(50_500);
  expect(proposedPrice(42_500, [voided])).toBe(null);
  expect(proposedPrice(42_500, [])).toBe(null);
});

test('a load that was free to dump is a proposal, too', () => {
  expect(proposedPrice(42_500, [fee(0)])).toEqual({ depositAmount: 42_500, feesAmount: 0, total: 42_500 });
});

test('a weight reads in pounds', () => {
  expect([formatWeight(1), formatWeight(2400), formatWeight(200_000)]).toEqual([
    '1 lb',
    '2,400 lb',
    '200,000 lb',
  ]);
});
