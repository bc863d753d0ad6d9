import { inArray, sql } from 'drizzle-orm';
import { listShareIds, stripeIdOf } from '#domain/money/shares.ts';
import type { Db } from '#worker/base/db/client.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';

/** A booking of an order. `hasUnit`: whether a unit is reserved for its days. */
export type OrderedBooking = { id: number; isCancelled: boolean; hasUnit: boolean };

/** The bookings that the same payment paid for, in their order; only itself for most bookings. */
export function listOrder(
  db: Db,
  { id, stripePaymentIntentId }: { id: number; stripePaymentIntentId: string | null },
): Promise<OrderedBooking[]> {
  const isOfOrder =
    stripePaymentIntentId === null
      ? sql`${bookings.id} = ${id}`
      : inArray(bookings.stripePaymentIntentId, listShareIds(stripeIdOf(stripePaymentIntentId)));
  return db
    .select({
      id: bookings.id,
      isCancelled: sql`${bookings.status} = 'cancelled'`.mapWith(Boolean),
      hasUnit:
        sql`EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = bookings.id AND role = 'first')`.mapWith(
          Boolean,
        ),
    })
    .from(bookings)
    .where(isOfOrder)
    .orderBy(bookings.id);
}
