import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';

/** Whether staff have had a reminder of a booking sent on a day. */
export async function isReminded(db: Db, bookingId: number, day: Day): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 WHERE ${reminded(bookingId, day)}`);
  return rows.length > 0;
}

/** True in a statement while staff may have a reminder of a booking sent. */
export function isRemindable(bookingId: number, day: Day): SQL {
  return sql`status = 'pending' AND NOT ${reminded(bookingId, day)}`;
}

function reminded(bookingId: number, day: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = ${`booking-reminder:${bookingId}:${day}`})`;
}
