import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { changeJobs } from '#worker/fleet/jobs/transitions-repo.ts';

export type BookingUnitDays = { unitId: number; number: string; start: Day; end: Day };
export type TakenUnitDays = { unitId: number; bookingId: number | null; start: Day };

/** The days of the units of a booking, in their order. */
export function listBookingUnitDays(
  db: Db,
  bookingId: number,
): Promise<(BookingUnitDays & { id: number })[]> {
  return readRows(
    db,
    {
      id: sql<number>`s.id`,
      unitId: sql<number>`s.dumpster_id`,
      number: sql<string>`d.dumpster_number`,
      start: sql<Day>`s.start_date`,
      end: sql<Day>`s.end_date`,
    },
    (columns) => sql`
      SELECT ${columns} FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id
      WHERE s.booking_id = ${bookingId} ORDER BY s.start_date, s.id`,
  );
}

/** The first days of others on a unit after `after` and up to `until`; null when it is free. */
export async function findUnitTaken(
  db: Db,
  input: { unitId: number; bookingId: number; after: Day; until: Day; except: readonly number[] },
): Promise<TakenUnitDays | null> {
  const { unitId, bookingId, after, until, except } = input;
  const [row] = await readRows(
    db,
    {
      unitId: sql<number>`dumpster_id`,
      bookingId: sql<number | null>`booking_id`,
      start: sql<Day>`start_date`,
    },
    (columns) => sql`
      SELECT ${columns} FROM dumpster_schedule
      WHERE dumpster_id = ${unitId} AND booking_id IS NOT ${bookingId} AND end_date > ${after} AND start_date <= ${until}
        AND coalesce(booking_id, 0) NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))
      ORDER BY start_date LIMIT 1`,
  );
  return row ?? null;
}

type Versions = readonly { id: number; version: number }[];

/** True while each of them has its version. */
export function areUnchanged(table: 'jobs' | 'bookings', rows: Versions): SQL {
  return sql`(
    SELECT count(*) FROM json_each(${JSON.stringify(rows)}) v JOIN ${sql.identifier(table)} t
      ON t.id = v.value ->> 'id' AND t.version = v.value ->> 'version') = ${rows.length}`;
}

/** For a batch: the job is due on the day, and leaves an earlier route. */
export function carryJob(db: Db, jobId: number, { toDay, nowMs }: { toDay: Day; nowMs: number }) {
  return changeJobs(db, { jobId }, { dueDay: toDay, nowMs });
}

/** For a batch: the unit of a booking stays until the day. */
export function keepUnitUntil(db: Db, scheduleId: number, toDay: Day) {
  return db.run(
    sql`UPDATE dumpster_schedule SET end_date = ${toDay} WHERE id = ${scheduleId} AND end_date < ${toDay}`,
  );
}

/** For a batch: the unit that an exchange brings has its days from the day on. */
export function beginUnitOn(db: Db, scheduleId: number, toDay: Day) {
  return db.run(sql`
    UPDATE dumpster_schedule SET start_date = ${toDay}, end_date = max(end_date, ${toDay}) WHERE id = ${scheduleId}`);
}

/** For a batch: the pickup day of a booking. The customer wanted the pickup on the former day. */
export function movePickupDay(db: Db, bookingId: number, toDay: Day) {
  return db.run(sql`
    UPDATE bookings SET pickup_day = ${toDay}, pickup_asked_day = coalesce(pickup_asked_day, pickup_day)
    WHERE id = ${bookingId} AND pickup_day < ${toDay}`);
}
