import { findRate } from '#domain/catalog/entries.ts';
import {
  type AgreedRental,
  agreedLines,
  type ProposedPrice,
  proposedPrice,
} from '#domain/catalog/final-price.ts';
import { isMandatory, itemLines, type Quote, type QuoteLine, quote } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { taxLines } from '#domain/catalog/tax.ts';

/** A booking with what its price depends on: its rate card, its dump tickets and its additions. */
export type PricedBooking = {
  card: RateCard;
  rental: AgreedRental;
  billed: Parameters<typeof proposedPrice>[2];
};

/** The lines of a booking's price now: those of the proposed final price, else the agreed ones. */
export function currentPrice({ card, rental, billed }: PricedBooking): {
  lines: QuoteLine[];
  proposal: ProposedPrice | null;
} {
  const proposal = proposedPrice(card, rental, billed);
  const lines = proposal?.lines.map(({ additionId: _, ...line }) => line);
  return { lines: lines ?? agreedLines(rental), proposal };
}

/**
 * The lines that a change adds to a price, and with a negative amount those that it removes. Their amounts add up to the
 * difference of the two prices.
 */
export function differingLines(before: readonly QuoteLine[], after: readonly QuoteLine[]): QuoteLine[] {
  const byKey = new Map<string, QuoteLine>();
  const add = (line: QuoteLine, sign: 1 | -1) => {
    const key = keyOf(line);
    const known = byKey.get(key);
    byKey.set(key, {
      ...line,
      quantity: (known?.quantity ?? 0) + sign * line.quantity,
      amount: (known?.amount ?? 0) + sign * line.amount,
    });
  };
  for (const line of before) add(line, -1);
  for (const line of after) add(line, 1);
  const lines = [...byKey.values()].filter(({ amount }) => amount !== 0).map(toDifference);
  // Taxes last, as in every price.
  return [...lines.filter(({ type }) => type !== 'tax'), ...lines.filter(({ type }) => type === 'tax')];
}

/** Lines with one key differ in their quantity or, taxes, in their amount only. */
function keyOf({ type, label, unitAmount }: QuoteLine): string {
  if (type === 'tax') return `${type} ${label}`;
  return type === 'extra_days' ? `${type} ${unitAmount}` : `${type} ${unitAmount} ${label}`;
}

/** A removed line has a negative price and a positive quantity. */
function toDifference(line: QuoteLine): QuoteLine {
  const quantity = Math.abs(line.quantity);
  if (line.type === 'tax' || quantity === 0) return { ...line, quantity: 1, unitAmount: line.amount };
  const unitAmount = line.quantity < 0 ? -line.unitAmount : line.unitAmount;
  // The two prices can have one extra day and several.
  const isOneDay = line.type === 'extra_days' && quantity === 1;
  return { ...line, ...(isOneDay && { label: 'Extra day' }), quantity, unitAmount };
}

export function sumOfLines(lines: readonly QuoteLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * The agreed price of a booking for another size or rental period. It differs from the agreed one by what the two cost
 * on this card, so that an agreed discount stays; the deposit stays, too. Throws a QuoteError if the card does not offer
 * the rental.
 */
export function changedQuote(
  card: RateCard,
  rental: AgreedRental,
  next: { rentalOption?: string; dumpsterSize?: string },
): Quote {
  const input = { ...rental, extraDays: 0, items: [] };
  const wanted = getRentalLine(quote(card, { ...input, ...next }));
  const former = findRate(card, rental) ? getRentalLine(quote(card, input)) : null;
  const agreed = agreedLines(rental);
  const line = agreedLineFor({ wanted, former, agreed: agreed.find(({ type }) => type === 'rental') });
  const others = agreed.filter(({ type }) => type !== 'rental');
  const untaxed = [
    line,
    ...others.map((other) => ({
      ...forRental(card, other, line),
      isTaxable: other.isTaxable && line.isTaxable,
    })),
  ];
  const lines = line.isTaxable ? [...untaxed, ...taxLines(card.taxRules, rental, untaxed)] : untaxed;
  const total = sumOfLines(lines);
  const dueNow = rental.quote?.dueNow ?? rental.depositAmount;
  return { lines, total, dueNow, dueLater: total - dueNow };
}

/** A charge of every bill that is a percentage of the rental follows the new rental; all others stay as agreed. */
function forRental({ chargeItems }: RateCard, agreed: QuoteLine, rental: QuoteLine): QuoteLine {
  const item = chargeItems.find(({ name }) => name === agreed.label);
  const isShare = agreed.type === 'item' && item?.unit === 'percent' && isMandatory(item);
  return (isShare && itemLines(item, 1, rental)[0]) || agreed;
}

/** A rate with a price is not compared with one that has a deposit only (its line is not taxed). */
function agreedLineFor({
  wanted,
  former,
  agreed,
}: {
  wanted: QuoteLine;
  former: QuoteLine | null;
  agreed: QuoteLine | undefined;
}): QuoteLine {
  const areAlike = [former, agreed].every((line) => line?.isTaxable === wanted.isTaxable);
  if (!former || !agreed || !areAlike) return wanted;
  const amount = Math.max(0, agreed.amount + wanted.amount - former.amount);
  return { ...wanted, unitAmount: amount, amount };
}

function getRentalLine({ lines }: Pick<Quote, 'lines'>): QuoteLine {
  const line = lines.find(({ type }) => type === 'rental');
  if (!line) throw new Error('A quote has a rental line');
  return line;
}
