import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { type InsertValues, insertSelect } from '#worker/db/rows.ts';
import { bookings } from '#worker/db/schema/bookings.ts';

/** The booking that a call with this key made. */
export async function findBookingRequest(db: Db, key: string) {
  const [row] = await db
    .select({ id: bookings.id, requestHash: bookings.requestHash })
    .from(bookings)
    .where(eq(bookings.requestKey, key));
  return row ?? null;
}

/** The id of the booking that a call with this key made, inside a statement of the same batch. */
export function requestedBookingId(key: string): SQL {
  return sql`(SELECT id FROM bookings WHERE request_key = ${key})`;
}

/** True once the booking of a call exists; for the statements after its insert in the same batch. */
export function isRequestedBookingMade(key: string): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE request_key = ${key})`;
}

/**
 * Inserts a booking while all `conditions` hold. Another booking with its request key rejects the batch, also if they
 * no longer hold: otherwise the statements after this one would add to that booking a second time.
 */
export function insertStaffBooking(
  db: Db,
  row: InsertValues<typeof bookings> & { requestKey: string },
  conditions: readonly SQL[],
) {
  const allHold = sql`(${sql.join([...conditions], sql` AND `)})`;
  return db.run(
    sql`${insertSelect(bookings, row)} WHERE ${allHold} OR ${isRequestedBookingMade(row.requestKey)}`,
  );
}
