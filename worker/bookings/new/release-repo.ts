import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';
import { payLinks } from '#worker/db/schema/operations.ts';

const l = alias(payLinks, 'l');

/** The links that ended unpaid and may have to cancel their bookings, oldest first. */
export function listEndedLinks(db: Db, limit: number) {
  return db
    .select({ id: l.id, bookingId: l.bookingId, amount: l.amount })
    .from(l)
    .where(sql`cancels_booking = 1 AND state = 'withdrawn'`)
    .orderBy(l.createdAt)
    .limit(limit);
}

/**
 * True while the booking of a link must be cancelled: the link was not paid in time, nothing else was paid, no newer
 * link is open, and the dumpster was not delivered: neither marked so, nor on a day that has passed.
 */
export function isReleasable({ id, bookingId }: { id: string; bookingId: number }, today: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM pay_links WHERE id = ${id} AND cancels_booking = 1 AND end_reason = 'expired')
    AND EXISTS (SELECT 1 FROM bookings
      WHERE id = ${bookingId} AND status NOT IN ('completed', 'cancelled') AND paid_amount = 0
        AND delivery_date >= ${today})
    AND NOT EXISTS (SELECT 1 FROM pay_links WHERE booking_id = ${bookingId} AND state = 'open')
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE booking_id = ${bookingId} AND type = 'delivery' AND status = 'done')`;
}

/** For a batch, last but one: the statements before it have the same condition. */
export function markReleased(
  db: Db,
  { bookingId, nowMs, condition }: { bookingId: number; nowMs: number; condition: SQL },
) {
  return db.run(sql`
    UPDATE bookings SET status = 'cancelled', cancelled_at = ${nowMs} WHERE id = ${bookingId} AND ${condition}`);
}

/** For the same batch, last: the link is never looked at again, also if the booking stays. */
export function clearCancelsBooking(db: Db, id: string) {
  return db.run(sql`UPDATE pay_links SET cancels_booking = 0 WHERE id = ${id} AND state = 'withdrawn'`);
}
