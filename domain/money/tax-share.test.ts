import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TaxedMoney, taxInMoney } from './tax-share.ts';

const line = (type: 'rental' | 'tax', amount: number) => ({ type, amount });
/** $475.00 and 8 % of it. */
const LINES = [line('rental', 47_500), line('tax', 3_800)];

it.each<[string, Partial<TaxedMoney>, { payments: number; refunds: number }]>([
  ['the price in full', { paid: 51_300 }, { payments: 3_800, refunds: 0 }],
  ['a deposit', { paid: 10_000 }, { payments: 741, refunds: 0 }],
  ['a partial refund', { paid: 51_300, refunded: 10_000 }, { payments: 3_800, refunds: 741 }],
  ['a refund of all', { paid: 51_300, refunded: 51_300 }, { payments: 3_800, refunds: 3_800 }],
  ['more taken back than paid', { paid: 100, refunded: 200 }, { payments: 7, refunds: 7 }],
  ['a price without tax', { paid: 47_500, lines: [line('rental', 47_500)] }, { payments: 0, refunds: 0 }],
  ['no lines', { paid: 47_500, lines: null }, { payments: 0, refunds: 0 }],
  ['a price of nothing', { paid: 0, lines: [line('rental', 0)] }, { payments: 0, refunds: 0 }],
])('the tax in %s', (_what, money, tax) => {
  expect(taxInMoney({ paid: 0, refunded: 0, lines: LINES, ...money })).toEqual(tax);
});

it('never is negative or more than the money, and what stays has its exact share', () => {
  const cents = fc.nat(99_999_999);
  fc.assert(
    fc.property(fc.tuple(cents, cents), cents, fc.nat(25), (sums, untaxed, percent) => {
      const [refunded = 0, paid = 0] = sums.toSorted((one, other) => one - other);
      const tax = Math.round((untaxed * percent) / 100);
      const money = { paid, refunded, lines: [line('rental', untaxed), line('tax', tax)] };
      const { payments, refunds } = taxInMoney(money);
      for (const [part, whole] of [
        [payments, paid],
        [refunds, refunded],
        [payments - refunds, paid - refunded],
      ] as const) {
        expect(part).toBeGreaterThanOrEqual(0);
        // The two roundings of a refund can differ by a cent.
        expect(part).toBeLessThanOrEqual(whole + 1);
      }
      expect(taxInMoney({ ...money, paid: untaxed + tax, refunded: 0 }).payments).toBe(tax);
      expect(taxInMoney({ ...money, refunded: paid })).toEqual({ payments, refunds: payments });
    }),
  );
});
