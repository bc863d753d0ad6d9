import type { PriceProposal } from '#contract/price-proposal.ts';
import {
  type AgreedRental,
  additionPrices,
  type Billed,
  type ProposedLine,
  type ProposedPrice,
  proposedPrice,
  rentalWeightTerms,
} from '#domain/catalog/final-price.ts';
import type { QuoteLine } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import type { Context } from '#worker/base/context.ts';
import { readAgreedRental } from '#worker/rental/current-quote.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { readBilled } from './billed.ts';
import { describeKeptDays } from './kept-days.ts';

/** The final price that is proposed for a booking, and what staff can add to it. */
export async function readPriceProposal(ctx: Context, record: BookingRecord): Promise<PriceProposal> {
  const [{ card, rental }, billed] = await Promise.all([
    readAgreedRental(ctx, record),
    readBilled(ctx, record),
  ]);
  const proposal = propose(card, rental, billed);
  return {
    proposal: proposal && { ...proposal, isFinalPrice: isFinalPrice(record, proposal) },
    prices: {
      ...additionPrices(card, rental),
      isWeightBilled: rentalWeightTerms(card, rental).type === 'per_ton',
    },
    keptDays: describeKeptDays(ctx, record, { stay: billed.stay, proposal }),
  };
}

/**
 * What a final price consists of: the proposed lines when they add up to it, so that e-mails can show them; null for
 * another amount.
 */
export async function findFinalPriceLines(
  ctx: Context,
  record: BookingRecord,
  finalPrice: number,
): Promise<QuoteLine[] | null> {
  const proposal = await findProposedPrice(ctx, record);
  return proposal?.total === finalPrice ? proposal.lines.map(toQuoteLine) : null;
}

/** The final price that is proposed; null while nothing is added to a deposit. */
export async function findProposedPrice(ctx: Context, record: BookingRecord): Promise<ProposedPrice | null> {
  const [{ card, rental }, billed] = await Promise.all([
    readAgreedRental(ctx, record),
    readBilled(ctx, record),
  ]);
  return propose(card, rental, billed);
}

/** True if the final price is set and still consists of the proposed lines. */
function isFinalPrice({ finalPrice, finalPriceLines }: BookingRecord, { lines, total }: ProposedPrice) {
  if (finalPrice !== total) return false;
  return finalPriceLines === null || isSamePrice(finalPriceLines, lines.map(toQuoteLine));
}

/** Whether two prices have the same lines in the same order. */
export function isSamePrice(one: QuoteLine[] | null, other: QuoteLine[] | null): boolean {
  const textOf = (lines: QuoteLine[] | null) =>
    JSON.stringify(lines?.map(({ type, label, quantity, amount }) => [type, label, quantity, amount]));
  return textOf(one) === textOf(other);
}

function propose(card: RateCard, rental: AgreedRental, billed: Billed): ProposedPrice | null {
  // The customer's personal data is removed, and without a ZIP code the tax would be wrong.
  return rental.zip === '' ? null : proposedPrice(card, rental, billed);
}

function toQuoteLine({ additionId: _, ...line }: ProposedLine): QuoteLine {
  return line;
}
