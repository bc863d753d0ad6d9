import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { type InsertValues, insertSelect } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';

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

/** No call with this key has made its booking. */
export function isRequestNew(key: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM bookings WHERE request_key = ${key})`;
}

/** For a batch: a booking by staff. */
export function insertStaffBooking(db: Db, row: InsertValues<typeof bookings> & { requestKey: string }) {
  return db.run(insertSelect(bookings, row));
}
