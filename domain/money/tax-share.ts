import type { QuoteLine } from '#domain/catalog/quote.ts';
import { multiplyCents } from '#domain/shared/money.ts';

/** The money of a booking with its price: the lines of the final price, else the agreed ones; null without both. */
export type TaxedMoney = {
  paid: number;
  /** Refunds and lost disputes. */
  refunded: number;
  lines: readonly Pick<QuoteLine, 'type' | 'amount'>[] | null;
};

/**
 * The sales tax in the payments of a booking and in its refunds, in cents. Each cent that was paid has the tax share of
 * the price, so a booking that is paid in full has the tax of its lines. The view booking_tax_totals is the same as SQL.
 */
export function taxInMoney({ paid, refunded, lines }: TaxedMoney): { payments: number; refunds: number } {
  const share = computeTaxShare(lines ?? []);
  const payments = taxIn(paid, share);
  return { payments, refunds: payments - taxIn(Math.max(0, paid - refunded), share) };
}

type TaxShare = { tax: number; total: number };

function computeTaxShare(lines: readonly Pick<QuoteLine, 'type' | 'amount'>[]): TaxShare {
  const sumOf = (some: typeof lines) => some.reduce((sum, { amount }) => sum + amount, 0);
  return { tax: sumOf(lines.filter(({ type }) => type === 'tax')), total: sumOf(lines) };
}

function taxIn(amount: number, { tax, total }: TaxShare): number {
  return tax > 0 && total > 0 ? multiplyCents(amount, tax, total) : 0;
}
