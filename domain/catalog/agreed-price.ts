import type { Quote, QuoteLine } from './quote.ts';
import type { TaxRule } from './rate-card.ts';
import { type TaxPlace, taxLines } from './tax.ts';

/**
 * A quote with another price that staff agreed with the customer, in cents before tax: it replaces all lines but the
 * tax. Of a rental with a deposit only, it is the deposit. At most the total is due now.
 */
export function withAgreedPrice(
  quote: Quote,
  agreed: { amount: number; taxRules: readonly TaxRule[]; place: TaxPlace },
): Quote {
  const rental = quote.lines.find(({ type }) => type === 'rental');
  if (!rental) throw new Error('A quote has a rental line');
  const { amount } = agreed;
  const line: QuoteLine = {
    ...rental,
    label: `${rental.label}, price as agreed`,
    quantity: 1,
    unitAmount: amount,
    amount,
  };
  const lines = [line, ...(rental.isTaxable ? taxLines(agreed.taxRules, agreed.place, [line]) : [])];
  const total = lines.reduce((sum, each) => sum + each.amount, 0);
  const dueNow = rental.isTaxable ? Math.min(quote.dueNow, total) : total;
  return { lines, total, dueNow, dueLater: total - dueNow };
}

/** The price before tax that staff can replace, in cents. */
export function priceBeforeTax({ lines }: Pick<Quote, 'lines'>): number {
  return lines.reduce((sum, { type, amount }) => (type === 'tax' ? sum : sum + amount), 0);
}
