import { expect } from 'vitest';
import { taxInMoney } from '#domain/money/tax-share.ts';
import type { Context } from '#worker/base/context.ts';
import { readDashboard } from '#worker/office/today/service.ts';
import { rows } from './world.ts';

/** The quote of a deposit of $325.00 with 8 % tax in it. */
export const TAXED_DEPOSIT = JSON.stringify({
  lines: [
    { type: 'rental', label: '7 days', quantity: 1, unitAmount: 30_093, amount: 30_093, isTaxable: true },
    { type: 'tax', label: 'Tax', quantity: 1, unitAmount: 2_407, amount: 2_407, isTaxable: false },
  ],
  total: 32_500,
  dueNow: 32_500,
  dueLater: 0,
});

/** The tax in all payments and refunds by the rule of the domain, booking by booking. */
export async function recountTax(): Promise<{ payments: number; refunds: number }> {
  type Money = { paid: number; refunded: number; lines: string | null };
  const money = await rows<Money>(`SELECT paid_amount AS paid, coalesce(refund_amount, 0) AS refunded,
    coalesce(final_price_lines, quote -> '$.lines') AS lines FROM bookings`);
  const taxes = money.map(({ lines, ...sums }) =>
    taxInMoney({ ...sums, lines: JSON.parse(lines ?? 'null') }),
  );
  return {
    payments: taxes.reduce((sum, tax) => sum + tax.payments, 0),
    refunds: taxes.reduce((sum, tax) => sum + tax.refunds, 0),
  };
}

/** Compares the sums of the dashboard with the rows of the ledger, less the tax that each booking has by its price. */
export async function expectRevenue(ctx: Context): Promise<void> {
  const ledger = await rows<{ type: string; amount: number }>(
    "SELECT type, amount FROM transactions WHERE status = 'succeeded'",
  );
  const sumOf = (type: string) =>
    ledger.filter((one) => one.type === type).reduce((sum, { amount }) => sum + amount, 0);
  const tax = await recountTax();
  const sums = await readDashboard(ctx);
  expect(sums).toMatchObject({
    totalRevenue: sumOf('payment') - tax.payments,
    revenueTax: tax.payments,
    refundedAmount: sumOf('refund') - tax.refunds,
    refundedTax: tax.refunds,
    netRevenue: sums.totalRevenue - sums.refundedAmount,
  });
}
