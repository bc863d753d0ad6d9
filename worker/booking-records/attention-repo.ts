import { type SQL, sql } from 'drizzle-orm';
import type { AttentionReason } from '#domain/bookings.ts';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';

/* Only the table attention is written. Triggers keep bookings.needs_attention, the most urgent reason, by which lists sort. */

type Change = { bookingId: number | SQL; reason: AttentionReason; condition: SQL };

/** Adds a reason to a booking while `condition` holds, unless it has it. */
export function insertAttention(db: Db, { bookingId, reason, condition, nowMs }: Change & { nowMs: number }) {
  return db.run(sql`
    INSERT INTO attention (booking_id, reason, created_at)
    SELECT ${bookingId}, ${reason}, ${nowMs} WHERE ${condition} ON CONFLICT DO NOTHING`);
}

export function deleteAttention(db: Db, { bookingId, reason, condition }: Change) {
  return db.run(
    sql`DELETE FROM attention WHERE booking_id = ${bookingId} AND reason = ${reason} AND ${condition}`,
  );
}

/**
 * Adds no_unit to a booking without a unit up to `neededUntil`, and removes it otherwise. `neededUntil`: null when it
 * needs no unit.
 */
export function updateUnitAttention(
  db: Db,
  bookingId: number,
  { neededUntil, nowMs, condition }: { neededUntil: Day | null; nowMs: number; condition: SQL },
) {
  const holds = sql`EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId} AND end_date >= ${neededUntil})`;
  const change = { bookingId, reason: 'no_unit' } as const;
  return [
    deleteAttention(db, { ...change, condition: sql`${condition} AND (${neededUntil} IS NULL OR ${holds})` }),
    insertAttention(db, {
      ...change,
      nowMs,
      condition: sql`${condition} AND ${neededUntil} IS NOT NULL AND NOT ${holds}`,
    }),
  ] as const;
}

/** Adds 'permit' or removes it. */
export function updatePermitAttention(
  db: Db,
  bookingId: number,
  { isMissing, nowMs, condition }: { isMissing: boolean; nowMs: number; condition: SQL },
) {
  const change = { bookingId, reason: 'permit', condition } as const;
  return isMissing ? insertAttention(db, { ...change, nowMs }) : deleteAttention(db, change);
}

/** Adds no_unit to a booking without any days while `condition` holds. */
export function flagWithoutUnit(
  db: Db,
  { bookingId, nowMs, condition }: { bookingId: SQL; nowMs: number; condition: SQL },
) {
  const hasDays = sql`EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId})`;
  return insertAttention(db, {
    ...{ bookingId, reason: 'no_unit', nowMs },
    condition: sql`${condition} AND NOT ${hasDays}`,
  });
}

export async function hasAttention(db: Db, bookingId: number, reason: AttentionReason): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM attention WHERE booking_id = ${bookingId} AND reason = ${reason}`,
  );
  return rows.length > 0;
}
