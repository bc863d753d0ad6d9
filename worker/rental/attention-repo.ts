import { type SQL, sql } from 'drizzle-orm';
import type { AttentionReason } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';

/* Only the table attention is written. Triggers keep bookings.needs_attention, the most urgent reason, by which lists sort. */

type Change = { bookingId: number | SQL; reason: AttentionReason };

/** Adds a reason to a booking, unless it has it. */
export function insertAttention(db: Db, { bookingId, reason, nowMs }: Change & { nowMs: number }) {
  return db.run(sql`
    INSERT INTO attention (booking_id, reason, created_at) VALUES (${bookingId}, ${reason}, ${nowMs})
    ON CONFLICT DO NOTHING`);
}

export function deleteAttention(db: Db, { bookingId, reason }: Change) {
  return db.run(sql`DELETE FROM attention WHERE booking_id = ${bookingId} AND reason = ${reason}`);
}

/**
 * Adds no_unit to a booking without a unit up to `neededUntil`, and removes it otherwise. `neededUntil`: null when it
 * needs no unit; also an expression.
 */
export function updateUnitAttention(
  db: Db,
  bookingId: number | SQL,
  { neededUntil, nowMs }: { neededUntil: Day | SQL | null; nowMs: number },
) {
  const holds = sql`EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId} AND end_date >= ${neededUntil})`;
  return [
    db.run(sql`
      DELETE FROM attention WHERE booking_id = ${bookingId} AND reason = 'no_unit' AND (${neededUntil} IS NULL OR ${holds})`),
    db.run(sql`
      INSERT INTO attention (booking_id, reason, created_at)
      SELECT ${bookingId}, 'no_unit', ${nowMs} WHERE ${neededUntil} IS NOT NULL AND NOT ${holds} ON CONFLICT DO NOTHING`),
  ] as const;
}

/** Adds 'permit' or removes it. */
export function updatePermitAttention(
  db: Db,
  bookingId: number,
  { isMissing, nowMs }: { isMissing: boolean; nowMs: number },
) {
  const change = { bookingId, reason: 'permit' } as const;
  return isMissing ? insertAttention(db, { ...change, nowMs }) : deleteAttention(db, change);
}

/** Adds no_unit to a booking without any days. */
export function flagWithoutUnit(db: Db, { bookingId, nowMs }: { bookingId: SQL; nowMs: number }) {
  return db.run(sql`
    INSERT INTO attention (booking_id, reason, created_at)
    SELECT ${bookingId}, 'no_unit', ${nowMs}
    WHERE NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId}) ON CONFLICT DO NOTHING`);
}

export async function hasAttention(db: Db, bookingId: number, reason: AttentionReason): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM attention WHERE booking_id = ${bookingId} AND reason = ${reason}`,
  );
  return rows.length > 0;
}
