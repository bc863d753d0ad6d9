import { type AgreedRental, quoteWithAdditions } from '#domain/catalog/final-price.ts';
import { type Quote, QuoteError } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import type { Context } from '#worker/base/context.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import type { BookingRecord, QuotedRecord } from './repo.ts';

/** The rental as the customer agreed to it, with the booking's own rate card. */
export async function readAgreedRental(
  ctx: Context,
  record: BookingRecord,
): Promise<{ card: RateCard; rental: AgreedRental }> {
  const { card } = await getRateCard(ctx, record.rateCardId);
  return { card, rental: agreedRental(record) };
}

/** The price lines of a booking now: the agreed ones, and what changes of the rental and staff added to them. */
export async function readCurrentQuote(ctx: Context, record: BookingRecord): Promise<Quote | null> {
  return (await loadCurrentQuotes(ctx, [record]))(record);
}

/** A function that returns readCurrentQuote of one of the records. Reads only the rate cards of those with additions. */
export async function loadCurrentQuotes<Row extends QuotedRecord>(
  ctx: Context,
  records: readonly Row[],
): Promise<(record: Row) => Quote | null> {
  // Without a ZIP code, after a removal of personal data, the tax would be wrong.
  const changed = records.filter(({ additions, zip }) => additions.length > 0 && zip !== '');
  const cards = new Map<number, RateCard>();
  for (const id of new Set(changed.map(({ rateCardId }) => rateCardId)))
    cards.set(id, (await getRateCard(ctx, id)).card);
  return (record) => {
    const card = changed.includes(record) && cards.get(record.rateCardId);
    return card ? withAdditions(card, record) : record.quote;
  };
}

function withAdditions(card: RateCard, record: QuotedRecord): Quote | null {
  try {
    return quoteWithAdditions(card, agreedRental(record), record.additions);
  } catch (error) {
    // The card lost a price that an addition needs, for example with another size: the other bookings are still shown.
    if (error instanceof QuoteError) return record.quote;
    throw error;
  }
}

function agreedRental(record: QuotedRecord): AgreedRental {
  return {
    ...record,
    rentalOption: record.rentalType,
    dumpsterSize: record.dumpsterType,
    material: record.materialId,
  };
}
