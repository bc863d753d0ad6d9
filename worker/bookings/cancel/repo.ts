import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';
import { paymentOperations } from '#worker/db/schema/operations.ts';
import { type Entry, insertEntry } from '#worker/history/repo.ts';
import { type NotifiedRefund, sumRefund } from '#worker/payments/notification-repo.ts';
import { LIVE, type NewOperation } from '#worker/payments/operations/repo.ts';

/**
 * For a batch: inserts a cancellation while the booking has `bookingVersion` and can be cancelled. Indexes reject it
 * beside a charge or refund.
 */
export function insertCancellation(
  db: Db,
  operation: Omit<NewOperation, 'kind'> & { bookingVersion: number },
) {
  const { bookingId, bookingVersion, amount, reason, idempotencyKey, requestHash, nowMs } = operation;
  return db.run(sql`
    INSERT INTO payment_operations (booking_id, kind, amount, reason, idempotency_key, request_hash, created_by,
      claimed_until, notify_customer, booking_version, created_at, updated_at)
    SELECT id, 'cancel', ${amount}, ${reason}, ${idempotencyKey}, ${requestHash}, ${operation.createdBy},
      ${operation.claimedUntil}, ${operation.notifyCustomer ? 1 : 0}, version, ${nowMs}, ${nowMs}
    FROM bookings
    WHERE id = ${bookingId} AND version = ${bookingVersion} AND status NOT IN ('cancelled', 'completed')`);
}

/**
 * First in the batch that ends a cancellation: 'confirming' within this transaction only, which allows the batch to
 * change the booking (trigger bookings_while_cancelling). Changes no row when another attempt has the claim.
 */
export function beginEnd(db: Db, id: number, claimedUntil: number) {
  const live = sql.join(
    LIVE.map((state) => sql`${state}`),
    sql`, `,
  );
  return db.run(sql`
    UPDATE payment_operations SET state = 'confirming'
    WHERE id = ${id} AND kind = 'cancel' AND claimed_until = ${claimedUntil} AND state IN (${live})`);
}

/** Last in that batch. Changes no row unless beginEnd did. */
export function finishEnd(db: Db, id: number, nowMs: number) {
  return db.run(sql`
    UPDATE payment_operations SET state = 'succeeded', claimed_until = NULL, updated_at = ${nowMs}
    WHERE id = ${id} AND kind = 'cancel' AND state = 'confirming'`);
}

/** True in that batch, between the two. */
export function isEnding(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE id = ${id} AND kind = 'cancel' AND state = 'confirming')`;
}

/** For a batch: when the booking was cancelled. */
export function storeCancellation(
  db: Db,
  { bookingId, nowMs, condition }: { bookingId: number; nowMs: number; condition: SQL },
) {
  return db.run(sql`UPDATE bookings SET cancelled_at = ${nowMs} WHERE id = ${bookingId} AND ${condition}`);
}

/** For a batch: the booking is no longer cancelled. Confirmed again, it is e-mailed again. */
export function clearCancellation(db: Db, bookingId: number, condition: SQL) {
  return db.run(sql`
    UPDATE bookings SET cancelled_at = NULL, confirmed_email_at = NULL WHERE id = ${bookingId} AND ${condition}`);
}

/** For a batch: the status and version of a booking whose cancellation ends. */
export function setCancelled(db: Db, bookingId: number, condition: SQL) {
  return db.run(sql`
    UPDATE bookings SET status = 'cancelled', version = version + 1 WHERE id = ${bookingId} AND ${condition}`);
}

/** For a batch, after setCancelled: the history entry of the new version. */
export function insertCancelledEntry(
  db: Db,
  bookingId: number,
  entry: Omit<Entry, 'action'> & { condition: SQL },
) {
  const version = sql`(SELECT version FROM bookings WHERE id = ${bookingId})`;
  return insertEntry(
    db,
    { subject: 'booking', subjectId: bookingId, version },
    { ...entry, action: 'changed' },
  );
}

/**
 * What the cancellation that made `version` of a booking refunded; nothing if staff cancelled it without a refund. The
 * booking can be reopened since then.
 */
export async function sumCancellationRefund(
  db: Db,
  { bookingId, version }: { bookingId: number; version: number },
): Promise<NotifiedRefund | null> {
  const [operation] = await db
    .select({ operationId: paymentOperations.id })
    .from(paymentOperations)
    .where(
      and(
        eq(paymentOperations.bookingId, bookingId),
        eq(paymentOperations.kind, 'cancel'),
        eq(paymentOperations.state, 'succeeded'),
        eq(paymentOperations.bookingVersion, version - 1),
      ),
    );
  return operation ? sumRefund(db, { ...operation, bookingId }) : null;
}

/**
 * For a batch: the unit on site keeps its days, and those until each day of `until` if no other booking has one of them.
 * The units of exchanges that are not done are released.
 */
export function keepDaysUntil(
  db: Db,
  { bookingId, until, condition }: { bookingId: number; until: readonly Day[]; condition: SQL },
) {
  const exchanges = sql`(SELECT count(*) FROM jobs
    WHERE booking_id = ${bookingId} AND type = 'exchange' AND status = 'done')`;
  // 'first' is 0, 'exchange n' is n.
  const place = sql`(CASE role WHEN 'first' THEN 0 ELSE CAST(substr(role, length('exchange ') + 1) AS INTEGER) END)`;
  return [
    db.run(sql`
      DELETE FROM dumpster_schedule WHERE booking_id = ${bookingId} AND ${place} > ${exchanges} AND ${condition}`),
    ...until.map((day) =>
      db.run(sql`
        UPDATE dumpster_schedule SET end_date = ${day}
        WHERE booking_id = ${bookingId} AND ${place} = ${exchanges} AND end_date < ${day}
          AND ${condition} AND NOT EXISTS (
            SELECT 1 FROM dumpster_schedule taken
            WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
              AND taken.end_date >= dumpster_schedule.start_date AND taken.start_date <= ${day})`),
    ),
  ];
}
