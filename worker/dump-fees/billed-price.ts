import { type AgreedRental, type BilledPrice, rentalWeightTerms } from '#domain/catalog/final-price.ts';
import { isPaidInFull } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import type { Context } from '#worker/context.ts';
import { listActiveFees } from './repo.ts';

/** The rental as the customer agreed to it, with the booking's own rate card. */
export async function readAgreedRental(
  ctx: Context,
  record: BookingRecord,
): Promise<{ card: RateCard; rental: AgreedRental }> {
  const { card } = await getRateCard(ctx, record.rateCardId ?? FIRST_RATE_CARD_ID);
  const rental = {
    ...record,
    rentalOption: record.rentalType,
    dumpsterSize: record.dumpsterType,
    material: record.materialId ?? card.materials[0]?.id ?? '',
  };
  return { card, rental };
}

/**
 * What the final price consists of, for the customer. Tickets are left out where their fees are costs of the business,
 * because the weight above an allowance is billed.
 */
export async function billedPriceOf(ctx: Context, record: BookingRecord): Promise<BilledPrice> {
  const { quote, finalPrice, finalPriceLines } = record;
  const isPaidAtOnce = quote !== null && isPaidInFull(quote);
  const agreed = quote !== null && quote.total === finalPrice ? quote.lines : [];
  const lines = finalPriceLines ?? agreed;
  const { card, rental } = await readAgreedRental(ctx, record);
  const areFeesBilled = lines.length === 0 && rentalWeightTerms(card, rental).type === 'dump_fees';
  const tickets = areFeesBilled ? await listActiveFees(ctx.db, record.id) : [];
  return { lines, tickets, isPaidInFull: isPaidAtOnce };
}
