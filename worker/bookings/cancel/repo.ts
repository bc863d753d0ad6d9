import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { paymentOperations } from '#worker/base/db/schema/operations.ts';
import { type Entry, insertEntry } from '#worker/base/history/repo.ts';
import { type NotifiedRefund, sumRefund } from '#worker/money/notification-repo.ts';
import { LIVE, type NewOperation } from '#worker/money/operations/repo.ts';

/** True while the booking has this version and can be cancelled. */
export function isCancellable(id: number, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings
    WHERE id = ${id} AND version = ${version} AND status NOT IN ('cancelled', 'completed'))`;
}

/** For a batch: inserts a cancellation. Indexes reject it beside a charge or refund. */
export function insertCancellation(
  db: Db,
  operation: Omit<NewOperation, 'kind'> & { bookingVersion: number },
) {
  const { bookingId, bookingVersion, amount, reason, idempotencyKey, requestHash, nowMs } = operation;
  return db.run(sql`
    INSERT INTO payment_operations (booking_id, kind, amount, reason, idempotency_key, request_hash, created_by,
      claimed_until, notify_customer, booking_version, created_at, updated_at)
    VALUES (${bookingId}, 'cancel', ${amount}, ${reason}, ${idempotencyKey}, ${requestHash}, ${operation.createdBy},
      ${operation.claimedUntil}, ${operation.notifyCustomer ? 1 : 0}, ${bookingVersion}, ${nowMs}, ${nowMs})`);
}

/** True while this attempt has the claim of a cancellation that is not over. */
export function isCancellationClaimed(id: number, claimedUntil: number): SQL {
  const live = sql.join(
    LIVE.map((state) => sql`${state}`),
    sql`, `,
  );
  return sql`EXISTS (SELECT 1 FROM payment_operations
    WHERE id = ${id} AND kind = 'cancel' AND claimed_until = ${claimedUntil} AND state IN (${live}))`;
}

/**
 * First in the batch that ends a cancellation: 'confirming' within this transaction only, which allows the batch to
 * change the booking (trigger bookings_while_cancelling).
 */
export function beginEnd(db: Db, id: number) {
  return db.run(sql`UPDATE payment_operations SET state = 'confirming' WHERE id = ${id}`);
}

/** Last in that batch. */
export function finishEnd(db: Db, id: number, nowMs: number) {
  return db.run(sql`
    UPDATE payment_operations SET state = 'succeeded', claimed_until = NULL, updated_at = ${nowMs} WHERE id = ${id}`);
}

/** For a batch: when the booking was cancelled. */
export function storeCancellation(db: Db, { bookingId, nowMs }: { bookingId: number; nowMs: number }) {
  return db.run(sql`UPDATE bookings SET cancelled_at = ${nowMs} WHERE id = ${bookingId}`);
}

/** For a batch: the booking is no longer cancelled. Confirmed again, it is e-mailed again. */
export function clearCancellation(db: Db, bookingId: number) {
  return db.run(sql`
    UPDATE bookings SET cancelled_at = NULL, confirmed_email_at = NULL WHERE id = ${bookingId}`);
}

/** For a batch: the status and version of a booking whose cancellation ends. */
export function setCancelled(db: Db, bookingId: number) {
  return db.run(sql`
    UPDATE bookings SET status = 'cancelled', version = version + 1 WHERE id = ${bookingId}`);
}

/** For a batch, after setCancelled: the history entry of the new version. */
export function insertCancelledEntry(db: Db, bookingId: number, entry: Omit<Entry, 'action'>) {
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
export function keepDaysUntil(db: Db, { bookingId, until }: { bookingId: number; until: readonly Day[] }) {
  const exchanges = sql`(SELECT count(*) FROM jobs
    WHERE booking_id = ${bookingId} AND type = 'exchange' AND status = 'done')`;
  // 'first' is 0, 'exchange n' is n.
  const place = sql`(CASE role WHEN 'first' THEN 0 ELSE CAST(substr(role, length('exchange ') + 1) AS INTEGER) END)`;
  return [
    db.run(sql`
      DELETE FROM dumpster_schedule WHERE booking_id = ${bookingId} AND ${place} > ${exchanges}`),
    ...until.map((day) =>
      db.run(sql`
        UPDATE dumpster_schedule SET end_date = ${day}
        WHERE booking_id = ${bookingId} AND ${place} = ${exchanges} AND end_date < ${day} AND NOT EXISTS (
            SELECT 1 FROM dumpster_schedule taken
            WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
              AND taken.end_date >= dumpster_schedule.start_date AND taken.start_date <= ${day})`),
    ),
  ];
}
