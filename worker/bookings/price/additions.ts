import {
  type AgreedRental,
  additionLine,
  additionPrices,
  type PriceAddition,
  rentalWeightTerms,
} from '#domain/catalog/final-price.ts';
import { QuoteError, type QuoteLine } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { readAgreedRental } from '#worker/rental/current-quote.ts';
import type { BookingVersion } from '#worker/rental/service.ts';
import { type AdditionRow, findAddition, insertAddition, isNotVoidedAddition, voidAddition } from './repo.ts';

type AdditionInput = BookingVersion & { addition: PriceAddition };

/** Adds a line to the proposed price of a booking. The final price stays. Throws invalid with the field. */
export async function addPriceAddition(ctx: Context, actor: Actor, { addition, ...booking }: AdditionInput) {
  const { record } = await changeBooking(ctx, actor, {
    ...booking,
    plan: async (read) => {
      const { card, rental } = await readAgreedRental(ctx, read);
      assertPriceable(card, rental, addition);
      return {
        action: 'price_addition_added',
        changes: {},
        before: null,
        after: { priceAddition: lineOfAddition(card, rental, addition) },
        writes: [
          insertAddition(
            ctx.db,
            { bookingId: read.id, addition, jobType: null },
            { userId: actor.userId, nowMs: ctx.now() },
          ),
        ],
      };
    },
    isDone: () => false,
  });
  return record;
}

/** Removes a line from the proposed price. The row stays for the record. */
export async function voidPriceAddition(
  ctx: Context,
  actor: Actor,
  { additionId, ...booking }: BookingVersion & { additionId: number },
) {
  const place = { bookingId: booking.id, additionId };
  const { record } = await changeBooking(ctx, actor, {
    ...booking,
    plan: async (read) => {
      const addition = await getActiveAddition(ctx, place);
      const { card, rental } = await readAgreedRental(ctx, read);
      return {
        action: 'price_addition_voided',
        changes: {},
        before: null,
        after: { priceAddition: lineOfAddition(card, rental, addition) },
        guards: { not_voided: isNotVoidedAddition(additionId) },
        writes: [voidAddition(ctx.db, additionId, { userId: actor.userId, nowMs: ctx.now() })],
      };
    },
    isDone: () => false,
  });
  return record;
}

async function getActiveAddition(
  ctx: Context,
  place: { bookingId: number; additionId: number },
): Promise<AdditionRow> {
  const row = await findAddition(ctx.db, place);
  if (!row) throw new AppError('not_found', 'There is no such addition to the price.');
  if (row.voidedAt !== null) throw new AppError('conflict', 'This addition is removed already.');
  return row;
}

/** Refuses what the rate card already prices, what it does not have, and quantities of what counts once. */
function assertPriceable(card: RateCard, rental: AgreedRental, addition: PriceAddition): void {
  const { type, itemId, quantity, unitAmount } = addition;
  if ((type === 'item') !== (itemId !== null)) throw invalid('itemId', 'Choose an item');
  const prices = additionPrices(card, rental);
  const item = prices.items.find(({ id }) => id === itemId);
  if (type === 'item' && !item) throw invalid('itemId', 'There is no such item');
  const countsOnce = type === 'overage' || item?.unit === 'flat' || item?.unit === 'percent';
  if (countsOnce && quantity !== 1) throw invalid('quantity', 'This counts once: the quantity must be 1');
  if (type === 'overage' && rentalWeightTerms(card, rental).type === 'per_ton')
    throw invalid('type', 'The extra weight of this rental is billed by its dump tickets');
  const price = {
    item: item?.unitPrice ?? null,
    extra_days: prices.extraDay,
    exchange: prices.exchange,
    dump_and_return: prices.dumpAndReturn,
    overage: null,
  }[type];
  if (price === null && unitAmount === null)
    throw invalid('unitAmount', 'Enter an amount: the price list has none');
  if (price !== null && unitAmount !== null)
    throw invalid('unitAmount', 'The price list has this price: leave the amount out');
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/** The line for the history. */
function lineOfAddition(card: RateCard, rental: AgreedRental, addition: PriceAddition): QuoteLine {
  try {
    return additionLine(card, rental, addition);
  } catch (error) {
    if (error instanceof QuoteError) throw new AppError('invalid', error.message);
    throw error;
  }
}
