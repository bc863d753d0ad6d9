import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { changeJobs } from '#worker/fleet/jobs/transitions-repo.ts';

/** The bookings whose unit is overdue, or whose exchange is late, the longest first. */
export async function listOverdue(
  db: Db,
  { today, limit }: { today: Day; limit: number },
): Promise<number[]> {
  const found = await readRows(
    db,
    { id: sql<number>`id` },
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT id, pickup_day FROM bookings WHERE site_status = 'on_site' AND pickup_day < ${today}
        UNION SELECT b.id, b.pickup_day FROM jobs j CROSS JOIN bookings b ON b.id = j.booking_id
          WHERE ${isLateExchange(today)} AND b.site_status = 'on_site')
      ORDER BY pickup_day, id LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** As the index jobs_open. */
const isLateExchange = (today: Day) => sql`j.status NOT IN ('done', 'cancelled') AND j.booking_id IS NOT NULL
  AND j.due_day < ${today} AND j.type = 'exchange'`;

/** 'first' is 0, 'exchange n' is n. */
const PLACE = sql`(CASE role WHEN 'first' THEN 0 ELSE CAST(substr(role, length('exchange ') + 1) AS INTEGER) END)`;
const exchangesOf = (bookingId: number) =>
  sql`(SELECT count(*) FROM jobs WHERE booking_id = ${bookingId} AND type = 'exchange' AND status = 'done')`;

/** The row of the unit on site: that of the latest exchange which is done. */
const siteDaysOf = (bookingId: number) => sql`(SELECT id FROM dumpster_schedule
  WHERE booking_id = ${bookingId} AND ${PLACE} <= ${exchangesOf(bookingId)} ORDER BY ${PLACE} DESC LIMIT 1)`;

const DAYS_IN_THE_WAY = {
  id: sql<number>`next.id`,
  // Null for a hold.
  bookingId: sql<number | null>`next.booking_id`,
  startDate: sql<Day>`next.start_date`,
  endDate: sql<Day>`next.end_date`,
  dumpsterType: sql<string>`d.dumpster_type`,
  isDelivered: sql<number>`coalesce(b.site_status <> 'not_delivered', 0)`,
};
export type DaysInTheWay = SelectedRow<typeof DAYS_IN_THE_WAY>;

/** The days of other bookings and of holds on the unit of a booking, up to `until` and in their order. */
export function findUnitAfter(
  db: Db,
  { bookingId, until }: { bookingId: number; until: Day },
): Promise<DaysInTheWay[]> {
  return readRows(
    db,
    DAYS_IN_THE_WAY,
    (columns) => sql`
    SELECT ${columns}
    FROM dumpster_schedule own CROSS JOIN dumpster_schedule next ON next.dumpster_id = own.dumpster_id
    JOIN dumpsters d ON d.id = next.dumpster_id LEFT JOIN bookings b ON b.id = next.booking_id
    WHERE own.id = ${siteDaysOf(bookingId)} AND next.booking_id IS NOT ${bookingId}
      AND next.end_date > own.end_date AND next.start_date <= ${until}
    ORDER BY next.start_date`,
  );
}

/**
 * A unit in service of the same size that is free for the days; null without one. Not the unit that the overdue booking
 * has on site: its days are still to be extended. Nor one of `except`.
 */
export async function findFreeUnit(
  db: Db,
  days: Pick<DaysInTheWay, 'dumpsterType' | 'startDate' | 'endDate'>,
  { overdueId, except = [] }: { overdueId: number; except?: readonly number[] },
): Promise<{ id: number; number: string } | null> {
  const [unit] = await readRows(
    db,
    { id: sql<number>`d.id`, number: sql<string>`d.dumpster_number` },
    (columns) => sql`
      SELECT ${columns} FROM dumpsters d
      WHERE d.dumpster_type = ${days.dumpsterType} AND ${isFreeFor(days)}
        AND d.id NOT IN (SELECT dumpster_id FROM dumpster_schedule WHERE id = ${siteDaysOf(overdueId)})
        AND d.id NOT IN (SELECT value FROM json_each(${JSON.stringify(except)})) ORDER BY d.id LIMIT 1`,
  );
  return unit ?? null;
}

const isFreeFor = ({
  startDate,
  endDate,
}: Pick<DaysInTheWay, 'startDate' | 'endDate'>) => sql`d.is_available = 1 AND d.deleted_at IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule taken
    WHERE taken.dumpster_id = d.id AND taken.end_date >= ${startDate} AND taken.start_date <= ${endDate})`;

/** True while the days are as they were read, and the unit is free for them. */
export function areDaysMovableTo(days: DaysInTheWay, unitId: number): SQL {
  const { id, startDate, endDate } = days;
  return sql`EXISTS (
      SELECT 1 FROM dumpster_schedule WHERE id = ${id} AND start_date = ${startDate} AND end_date = ${endDate})
    AND EXISTS (SELECT 1 FROM dumpsters d WHERE d.id = ${unitId} AND ${isFreeFor(days)})`;
}

export function moveDays(db: Db, { id }: DaysInTheWay, unitId: number) {
  return db.run(sql`UPDATE dumpster_schedule SET dumpster_id = ${unitId} WHERE id = ${id}`);
}

/** True while the booking does not have 'unit_not_back'. */
export function lacksFlag(bookingId: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM attention WHERE booking_id = ${bookingId} AND reason = 'unit_not_back')`;
}

/** Ends 'unit_not_back' of the other bookings on the unit of this one. */
export function clearUnitNotBack(db: Db, bookingId: number) {
  return db.run(sql`
    DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id IN (
      SELECT next.booking_id FROM dumpster_schedule own JOIN dumpster_schedule next ON next.dumpster_id = own.dumpster_id
      WHERE own.id = ${siteDaysOf(bookingId)} AND next.booking_id <> ${bookingId})`);
}

/** Gives 'unit_not_back' to the other bookings that have the unit of this one on days up to `until`. */
export function flagUnitNotBack(
  db: Db,
  { bookingId, until, nowMs }: { bookingId: number; until: Day; nowMs: number },
) {
  return db.run(sql`
    INSERT INTO attention (booking_id, reason, created_at)
    SELECT next.booking_id, 'unit_not_back', ${nowMs}
    FROM dumpster_schedule kept JOIN dumpster_schedule next ON next.dumpster_id = kept.dumpster_id
    WHERE kept.id = ${siteDaysOf(bookingId)} AND next.booking_id <> ${bookingId}
      AND next.end_date > kept.end_date AND next.start_date <= ${until}
    ON CONFLICT DO NOTHING`);
}

/** Moves the pickup day of a booking, and the day of its open final pickup, to a later day. */
export function updatePickupDay(
  db: Db,
  { bookingId, pickupDay, nowMs }: { bookingId: number; pickupDay: Day; nowMs: number },
) {
  const where = sql`type = 'final_pickup' AND status NOT IN ('done', 'cancelled') AND due_day < ${pickupDay}`;
  return [
    ...changeJobs(db, { bookingId }, { dueDay: pickupDay, where, nowMs }),
    db.run(sql`
      UPDATE bookings SET pickup_day = ${pickupDay}
      WHERE id = ${bookingId} AND pickup_day < ${pickupDay}`),
  ] as const;
}

const plannedOf = (bookingId: number) => ({
  id: sql<number>`s.id`,
  unitId: sql<number>`s.dumpster_id`,
  endDate: sql<Day>`s.end_date`,
  dumpsterType: sql<string>`d.dumpster_type`,
  // The unit on site can be that of a later exchange, too; it is not back before that one.
  isFree: sql<number>`s.dumpster_id NOT IN (SELECT dumpster_id FROM dumpster_schedule WHERE id = ${siteDaysOf(bookingId)})
    AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule taken
    WHERE taken.dumpster_id = s.dumpster_id AND taken.id <> s.id AND taken.end_date >= s.start_date
      AND taken.start_date <= max(s.end_date, today.day) AND taken.end_date >= today.day)`,
});
type PlannedDays = SelectedRow<ReturnType<typeof plannedOf>>;
/** `unitId`: the unit that it gets; null: none is free. */
export type LateExchange = Omit<PlannedDays, 'unitId'> & { unitId: number | null };

/** The units of exchanges that should have been made before `today`. `isFree`: from today to the end of their days. */
export function findLateExchanges(
  db: Db,
  { bookingId, today }: { bookingId: number; today: Day },
): Promise<PlannedDays[]> {
  return readRows(
    db,
    plannedOf(bookingId),
    (columns) => sql`
      SELECT ${columns}
      FROM (SELECT ${today} AS day) today JOIN dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id
      WHERE s.booking_id = ${bookingId} AND s.start_date < today.day AND ${PLACE} > ${exchangesOf(bookingId)}
      ORDER BY s.id`,
  );
}

/**
 * Plans late exchanges for today with these units, or drops them when a unit is missing: first the days, which can be on
 * the unit that is on site, and after that unit is extended the jobs.
 */
export function replanExchanges(
  db: Db,
  late: readonly LateExchange[],
  { bookingId, today, nowMs }: { bookingId: number; today: Day; nowMs: number },
) {
  const isPossible = late.every(({ unitId }) => unitId !== null);
  const where = sql`type = 'exchange' AND status NOT IN ('done', 'cancelled') AND due_day < ${today}`;
  const to = isPossible ? { dueDay: today } : ({ status: 'cancelled' } as const);
  const jobs = changeJobs(db, { bookingId }, { ...to, where, nowMs });
  if (!isPossible) {
    return {
      days: late.map(({ id }) => db.run(sql`DELETE FROM dumpster_schedule WHERE id = ${id}`)),
      jobs,
    };
  }
  return {
    days: late.map(({ id, unitId }) =>
      db.run(sql`
        UPDATE dumpster_schedule
        SET dumpster_id = ${unitId}, start_date = ${today}, end_date = max(end_date, ${today})
        WHERE id = ${id}`),
    ),
    jobs,
  };
}

/** Extends the days of the unit on site. */
export function extendSiteDays(db: Db, { bookingId, end }: { bookingId: number; end: Day }) {
  return db.run(sql`
    UPDATE dumpster_schedule SET end_date = ${end}
    WHERE id = ${siteDaysOf(bookingId)} AND end_date < ${end}`);
}

/** True while the booking is late on a day and no other booking or hold has its unit up to that day. */
export function canKeepUnitUntil({ bookingId, day }: { bookingId: number; day: Day }): SQL {
  return sql`EXISTS (
    SELECT 1 FROM bookings WHERE id = ${bookingId} AND site_status = 'on_site' AND (pickup_day < ${day}
      OR EXISTS (SELECT 1 FROM jobs j WHERE j.booking_id = ${bookingId} AND ${isLateExchange(day)})))
    AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule own JOIN dumpster_schedule taken ON taken.dumpster_id = own.dumpster_id
      WHERE own.id = ${siteDaysOf(bookingId)} AND taken.booking_id IS NOT ${bookingId}
        AND taken.end_date > own.end_date AND taken.start_date <= ${day})`;
}

/**
 * For a batch: a final pickup that staff did not mark is due today. Its unit is still on site, for example after a
 * cancellation.
 */
export function movePickupsToToday(db: Db, today: Day, nowMs: number) {
  const where = sql`status NOT IN ('done', 'cancelled') AND due_day < ${today} AND type = 'final_pickup'
    AND booking_id IN (SELECT id FROM bookings WHERE site_status = 'on_site' AND pickup_day >= ${today})`;
  return changeJobs(db, 'all', { dueDay: today, where, nowMs });
}
