import { sql } from 'drizzle-orm';
import { type Day, dayAt } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';

/** The day on which the unit of a booking was collected; null while it is not. */
export async function findPickedUpDay(
  db: Db,
  { bookingId, timeZone }: { bookingId: number; timeZone: string },
): Promise<Day | null> {
  const [pickup] = await readRows(
    db,
    { dueDay: sql<Day>`due_day`, doneAt: sql<number | null>`done_at` },
    (columns) => sql`
      SELECT ${columns} FROM jobs WHERE booking_id = ${bookingId} AND type = 'final_pickup' AND status = 'done'`,
  );
  if (!pickup) return null;
  // A pickup that no person marked is done on its day.
  return pickup.doneAt === null ? pickup.dueDay : dayAt(pickup.doneAt, timeZone);
}
