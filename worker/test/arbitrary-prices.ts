import fc from 'fast-check';
import type { Row } from './sample-rows.ts';

/** A stored quote of one rental line and taxes, in cents. */
export function makeQuoteText(amounts: number[]): string {
  const lines = linesOf(amounts);
  return JSON.stringify({ lines, total: amounts.reduce((sum, one) => sum + one, 0), dueNow: 0, dueLater: 0 });
}

function linesOf([rental, ...taxes]: number[]) {
  const line = { label: 'Line', quantity: 1, isTaxable: false };
  return [
    { ...line, type: 'rental', unitAmount: rental, amount: rental },
    ...taxes.map((amount) => ({ ...line, type: 'tax', unitAmount: amount, amount })),
  ];
}

/** A final price with its lines. */
export const PRICED = { final_price: 70_000, final_price_lines: JSON.stringify(linesOf([65_001, 4_999])) };

/** A final price with its lines, of an amount that staff entered, and none. */
export const finalPrice = fc.constantFrom<Row>(
  PRICED,
  { final_price: 70_000, final_price_lines: JSON.stringify(linesOf([70_000])) },
  { final_price: 60_000, final_price_lines: null },
  { final_price: null, final_price_lines: null },
  { final_price_lines: null },
);
