import type { Billed } from '#domain/catalog/final-price.ts';
import type { Stay } from '#domain/catalog/kept-days.ts';
import { type Day, dayAt } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { listFees } from '#worker/rental/dump-tickets/repo.ts';
import { findPickedUpDay } from '#worker/rental/picked-up-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { type AdditionRow, listAdditions } from './repo.ts';

/** What the price of a booking adds to the agreed one. */
export async function readBilled(
  ctx: Context,
  record: BookingRecord,
): Promise<Omit<Billed, 'additions'> & { additions: (AdditionRow & { isFee: boolean })[]; stay: Stay }> {
  const [tickets, additions, stay] = await Promise.all([
    listFees(ctx.db, record.id),
    listAdditions(ctx.db, record.id),
    readStay(ctx, record),
  ]);
  return { tickets, additions, stay };
}

/** How long the unit of a booking stayed. A customer who cancels asks for the pickup on that day. */
export async function readStay(ctx: Context, record: BookingRecord): Promise<Stay> {
  const { deliveryDate, endDate, agreedPickupDay, pickupAskedDay } = record;
  const { timeZone } = ctx.settings;
  const collectedDay = await findPickedUpDay(ctx.db, { bookingId: record.id, timeZone });
  return {
    deliveryDate,
    endDate,
    agreedPickupDay,
    collectedDay,
    askedDay: pickupAskedDay ?? cancelDay(ctx, record),
    isRemoved: record.keptDaysRemoved !== null,
  };
}

/** The day on which the booking was cancelled; null if it is not. */
export function cancelDay({ settings }: Context, { cancelledAt }: BookingRecord): Day | null {
  return cancelledAt === null ? null : dayAt(cancelledAt, settings.timeZone);
}
