import type { PlaceQuestion } from '#contract/booking-details.ts';
import { type DeliveryPlace, quoteAt } from '#domain/catalog/place-price.ts';
import type { Quote, QuoteLine } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { findZone, isServed } from '#domain/catalog/zones.ts';
import { AppError } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import { statesOfZip } from '#domain/shared/zip-states.ts';
import type { Context } from '#worker/base/context.ts';
import { findFinalPriceLines, findProposedPrice } from '#worker/bookings/price/proposal.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import type { BookingChanges, BookingRecord } from '#worker/rental/repo.ts';

const PLACE_FIELDS = ['zip', 'state', 'placementType'] as const;

/** What follows from another place of delivery. `question`: what staff must agree to first; null without a question. */
export type PlaceChange = {
  changes: Pick<BookingChanges, 'zone' | 'quote' | 'finalPrice' | 'finalPriceLines'>;
  question: PlaceQuestion | null;
};

/**
 * The zone, the quote and the final price of a booking at the place of `changes`, by its own rate card. Throws invalid
 * for a state that contradicts the ZIP code and has another tax, as the public form does.
 */
export async function planPlace(
  ctx: Context,
  record: BookingRecord,
  changes: Partial<DeliveryPlace>,
): Promise<PlaceChange> {
  const isSamePlace = PLACE_FIELDS.every((field) => (changes[field] ?? record[field]) === record[field]);
  if (isSamePlace) return { changes: {}, question: null };
  const { card, zoneZips } = await getRateCard(ctx, record.rateCardId);
  const moved = { ...record, ...changes };
  // Of the same ZIP code the agreed zone stays, although the rate card can have another one now.
  if (moved.zip !== record.zip) moved.zone = findZone(zoneZips, moved.zip);
  assertState(card, record.quote, moved);
  const before = record.quote && quoteAt(card, record.quote, record);
  const after = record.quote && quoteAt(card, record.quote, moved);
  const hasOtherLines = textOf(before) !== textOf(after);
  const quote = hasOtherLines ? after : record.quote;
  const difference = await computePriceDifference(ctx, record, { ...moved, quote });
  const finalPrice = record.finalPrice === null ? null : Math.max(0, record.finalPrice + difference);
  const leavesArea = isServed(card.area, record.zone) && !isServed(card.area, moved.zone);
  return {
    changes: {
      ...(moved.zone !== record.zone && { zone: moved.zone }),
      ...(hasOtherLines && { quote }),
      ...(finalPrice !== record.finalPrice && {
        finalPrice,
        finalPriceLines:
          finalPrice === null ? null : await findFinalPriceLines(ctx, { ...moved, quote }, finalPrice),
      }),
    },
    question:
      hasOtherLines || difference !== 0 || leavesArea
        ? {
            lines: quote?.lines ?? [],
            difference,
            total: record.quote && quote && { before: record.quote.total, after: quote.total },
            finalPrice:
              record.finalPrice === null || finalPrice === null
                ? null
                : { before: record.finalPrice, after: finalPrice },
            isServed: !leavesArea,
          }
        : null,
  };
}

/** The difference of the whole price in cents: the tax on what staff added follows the place, too. */
async function computePriceDifference(
  ctx: Context,
  record: BookingRecord,
  moved: BookingRecord,
): Promise<number> {
  const [before, after] = await Promise.all([readWholePrice(ctx, record), readWholePrice(ctx, moved)]);
  return after - before;
}

async function readWholePrice(ctx: Context, record: BookingRecord): Promise<number> {
  const proposed = await findProposedPrice(ctx, record);
  return proposed?.total ?? record.quote?.total ?? 0;
}

const textOf = (quote: Quote | null) => JSON.stringify(quote?.lines.map(textParts) ?? null);
const textParts = ({ type, label, quantity, amount }: QuoteLine) => [type, label, quantity, amount];

/** A few rural ZIP codes lie in two states, so the state is refused only if its tax differs. */
function assertState(card: RateCard, quote: Quote | null, place: BookingRecord) {
  const states = statesOfZip(place.zip);
  const [first] = states;
  if (first === undefined || quote === null || states.some((each) => each === place.state)) return;
  const given = quoteAt(card, quote, place);
  if (textOf(given) === textOf(quoteAt(card, quote, { ...place, state: first }))) return;
  const name = US_STATES.find(({ code }) => code === first)?.name;
  const message = `ZIP code ${place.zip.slice(0, 5)} is in ${name}. Choose this state, or correct the ZIP code.`;
  throw new AppError('invalid', message, { issues: [{ path: 'state', message }] });
}

/** Throws the question, which the next call answers with `acceptPrice`. */
export function assertPriceAccepted(
  { question }: PlaceChange,
  { zip, acceptPrice }: { zip: string; acceptPrice: boolean },
) {
  if (!question || acceptPrice) return;
  const { difference, isServed: isInArea } = question;
  const texts = [
    ...(isInArea ? [] : [`ZIP code ${zip.slice(0, 5)} is outside of the service area.`]),
    priceText(difference),
  ];
  throw new AppError('conflict', `${texts.join(' ')} Confirm to save the new place.`, { body: question });
}

function priceText(difference: number): string {
  if (difference === 0) return 'The price stays the same.';
  return `The price ${difference > 0 ? 'rises' : 'falls'} by ${formatUsd(Math.abs(difference))}.`;
}
