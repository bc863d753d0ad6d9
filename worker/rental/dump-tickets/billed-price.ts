import { type BilledPrice, rentalWeightTerms } from '#domain/catalog/final-price.ts';
import { isPaidInFull } from '#domain/catalog/quote.ts';
import type { Context } from '#worker/base/context.ts';
import { readAgreedRental } from '#worker/rental/current-quote.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { listActiveFees } from './repo.ts';

/**
 * What the final price consists of, for the customer. Tickets are left out where their fees are costs of the business,
 * because the weight above an allowance is billed.
 */
export async function readBilledPrice(ctx: Context, record: BookingRecord): Promise<BilledPrice> {
  const { quote, finalPrice, finalPriceLines } = record;
  const isPaidAtOnce = quote !== null && isPaidInFull(quote);
  const agreed = quote !== null && quote.total === finalPrice ? quote.lines : [];
  const lines = finalPriceLines ?? agreed;
  const [{ card, rental }, weighed] = await Promise.all([
    readAgreedRental(ctx, record),
    listActiveFees(ctx.db, record.id),
  ]);
  const terms = rentalWeightTerms(card, rental);
  const tickets = lines.length === 0 && terms.type === 'dump_fees' ? weighed : [];
  const weighing = weighed.length > 0 ? { tickets: weighed, terms } : null;
  return { lines, tickets, isPaidInFull: isPaidAtOnce, weighing };
}
