import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { payLinks } from '#worker/base/db/schema/operations.ts';

const l = alias(payLinks, 'l');

/**
 * The ended links whose time is over and that may have to cancel their bookings, oldest first. A link waits while a
 * charge, refund or cancellation of its booking runs.
 */
export function listEndedLinks(db: Db, { nowMs, limit }: { nowMs: number; limit: number }) {
  return db
    .select({ id: l.id, bookingId: l.bookingId, amount: l.amount })
    .from(l)
    .where(
      sql`cancels_booking = 1 AND state = 'withdrawn' AND expires_at <= ${nowMs} AND ${isIdle(sql`l.booking_id`)}`,
    )
    .orderBy(l.createdAt)
    .limit(limit);
}

const isIdle = (bookingId: SQL) => sql`NOT EXISTS (
  SELECT 1 FROM payment_operations o
  WHERE o.booking_id = ${bookingId} AND o.state NOT IN ('succeeded', 'failed', 'canceled'))`;

/**
 * True while the booking of a link must be cancelled at the link's end: nothing was paid, staff neither withdrew the
 * link nor sent another one, and the dumpster was not delivered: neither marked so, nor on a day before `firstDay`.
 */
export function isReleasable({ id, bookingId }: { id: string; bookingId: number }, firstDay: Day): SQL {
  return sql`EXISTS (
      SELECT 1 FROM pay_links ended
      WHERE ended.id = ${id} AND ended.cancels_booking = 1 AND ended.end_reason IS NOT 'withdrawn' AND NOT EXISTS (
        SELECT 1 FROM pay_links newer
        WHERE newer.booking_id = ended.booking_id AND newer.id <> ended.id AND newer.created_at >= ended.ended_at))
    AND EXISTS (SELECT 1 FROM bookings
      WHERE id = ${bookingId} AND status NOT IN ('completed', 'cancelled') AND paid_amount = 0
        AND delivery_date >= ${firstDay})
    AND ${isIdle(sql`${bookingId}`)}
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE booking_id = ${bookingId} AND type = 'delivery' AND status = 'done')`;
}

/** For a batch, after what reads the booking as it was. */
export function markReleased(db: Db, { bookingId, nowMs }: { bookingId: number; nowMs: number }) {
  return db.run(sql`
    UPDATE bookings SET status = 'cancelled', cancelled_at = ${nowMs} WHERE id = ${bookingId}`);
}

/** The link is never looked at again, also if the booking stays. */
export function clearCancelsBooking(db: Db, id: string) {
  return db.run(sql`
    UPDATE pay_links SET cancels_booking = 0
    WHERE id = ${id} AND state = 'withdrawn' AND ${isIdle(sql`booking_id`)}`);
}
