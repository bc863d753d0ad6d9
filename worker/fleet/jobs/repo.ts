import { gte, type SQL, sql } from 'drizzle-orm';
import { computeJobStatus, type TruckMove } from '#domain/jobs/jobs.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { blackoutDays } from '#worker/base/db/schema/business.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { IS_LIVE_JOB } from './moves-repo.ts';
import { changeJobs, ROUTED_STATUSES } from './transitions-repo.ts';

/** A revision of a checkout that holds truck moves until it is paid or ends. */
export type MoveHolder = { checkoutId: string; revision: number };
/** `item`: the number of the dumpster in its order. */
export type HeldMove = TruckMove & { item: number };

/** Inserts the truck moves of a revision. Triggers delete them with the held days. */
export function insertHeldJobs(
  db: Db,
  { checkoutId, revision }: MoveHolder,
  { moves, nowMs }: { moves: readonly HeldMove[]; nowMs: number },
) {
  return db.run(sql`
    INSERT INTO jobs (checkout_id, revision, item, type, due_day, created_at)
    SELECT ${checkoutId}, ${revision}, value ->> 'item', value ->> 'type', value ->> 'dueDay', ${nowMs}
    FROM json_each(${JSON.stringify(moves)})`);
}

/**
 * Moves the jobs of a dumpster of a paid revision to its booking, and inserts those that are missing, for example after the hold
 * ended.
 */
export function handJobsToBooking(
  db: Db,
  { checkoutId, revision, item }: MoveHolder & { item: number },
  input: BookingJobs,
) {
  const { bookingId } = input;
  return [
    db.run(sql`
      UPDATE jobs SET booking_id = ${bookingId}, checkout_id = NULL, revision = NULL, item = 1, version = version + 1
      WHERE checkout_id = ${checkoutId} AND revision = ${revision} AND item = ${item}`),
    insertJobsOfBooking(db, input),
  ] as const;
}

type BookingJobs = {
  bookingId: SQL;
  moves: readonly TruckMove[];
  /** The window of the delivery; absent: at any time. */
  deliveryWindow?: string | undefined;
  today: Day;
  nowMs: number;
};

/** For the batch of a new booking: inserts those of its jobs that it does not have yet. */
export function insertJobsOfBooking(
  db: Db,
  { bookingId, moves, deliveryWindow = 'any', today, nowMs }: BookingJobs,
) {
  const withStatus = moves.map((move) => ({
    ...move,
    window: move.type === 'delivery' ? deliveryWindow : 'any',
    status: computeJobStatus('pending', move.dueDay, today),
  }));
  return db.run(sql`
    INSERT INTO jobs (booking_id, type, due_day, time_window, status, created_at)
    SELECT ${bookingId}, value ->> 'type', value ->> 'dueDay', value ->> 'window', value ->> 'status', ${nowMs}
    FROM json_each(${JSON.stringify(withStatus)})
    WHERE NOT EXISTS (
      SELECT 1 FROM jobs WHERE booking_id = ${bookingId} AND type = value ->> 'type')`);
}

/**
 * Cancels, completes or restores the jobs of a booking whose status changes. Jobs that staff marked done stay done, and
 * those that staff cancelled alone stay cancelled. The final pickup of a cancelled booking whose unit is on site is due
 * today; that of a completed one stays open unless the unit is picked up. A planned exchange ends with its booking, and
 * is restored only with the days of its unit. Of several cancelled deliveries or final pickups only the last one is
 * restored. A job that staff added and that was cancelled on its day is never done: no truck came. A job that is done before its day is done today, so that the truck move of that day is free; a restored
 * delivery or final pickup is due on the booking's day again. Before or after the status of the booking.
 */
export function updateJobsOfBooking(
  db: Db,
  {
    bookingId,
    ...change
  }: {
    bookingId: number;
    status: BookingStatus;
    isOnSite: boolean;
    isPickedUp: boolean;
    today: Day;
    nowMs: number;
  },
) {
  const { nowMs } = change;
  const unmarked = statusOfUnmarked(change);
  // A job on a route stays planned, unless it is cancelled, done, or moved behind the route's day.
  const status = sql`CASE WHEN done_by IS NOT NULL THEN 'done'
    WHEN status IN ${ROUTED_STATUSES} AND ${unmarked} = 'open' THEN status ELSE ${unmarked} END`;
  const dueDay = sql`CASE WHEN done_by IS NOT NULL THEN due_day ELSE ${dueDayOfUnmarked(change)} END`;
  const where = sql`withdrawn_at IS NULL AND (status <> ${status} OR due_day <> ${dueDay})
    AND (${IS_LIVE_JOB} OR type NOT IN ('delivery', 'final_pickup')
      OR id IN (SELECT max(id) FROM jobs WHERE booking_id = ${bookingId} GROUP BY type))`;
  return changeJobs(db, { bookingId }, { status, dueDay, where, nowMs });
}

type StatusChange = { status: BookingStatus; isOnSite: boolean; isPickedUp: boolean; today: Day };

/** The next status of a job that staff did not mark done. */
function statusOfUnmarked({ status, isOnSite, isPickedUp, today }: StatusChange): SQL {
  const byType = (delivery: string, pickup: string, other: SQL) =>
    sql`CASE type WHEN 'delivery' THEN ${delivery} WHEN 'final_pickup' THEN ${pickup} ELSE ${other} END`;
  if (status === 'completed')
    return byType(
      'done',
      isPickedUp ? 'done' : 'open',
      sql`CASE WHEN status = 'cancelled' OR due_day > ${today} THEN 'cancelled' ELSE 'done' END`,
    );
  if (status === 'cancelled')
    return isOnSite
      ? byType('done', 'open', sql`CASE WHEN status = 'done' THEN 'done' ELSE 'cancelled' END`)
      : sql`'cancelled'`;
  const past = computeJobStatus(status, addDays(today, -1), today);
  const coming = computeJobStatus(status, today, today);
  const byDay = sql`CASE WHEN type = 'exchange' AND NOT ${HAS_EXCHANGE_UNIT} THEN 'cancelled'
    WHEN type NOT IN ('delivery', 'final_pickup') AND status = 'cancelled' AND due_day < ${today} THEN 'cancelled'
    WHEN ${BOOKED_DAY} < ${today} AND (type <> 'final_pickup' OR NOT ${IS_DELIVERY_MARKED}) THEN ${past}
    ELSE ${coming} END`;
  return isOnSite ? byType('done', 'open', byDay) : byDay;
}

/** The unit of an exchange has its days from the day of the job on. */
const HAS_EXCHANGE_UNIT = sql`EXISTS (
  SELECT 1 FROM dumpster_schedule unit
  WHERE unit.booking_id = jobs.booking_id AND unit.role <> 'first' AND unit.start_date = jobs.due_day)`;

/** Where staff mark jobs, no pickup counts as done because its day is past. */
const IS_DELIVERY_MARKED = sql`EXISTS (
  SELECT 1 FROM jobs delivery
  WHERE delivery.booking_id = jobs.booking_id AND delivery.type = 'delivery' AND delivery.done_by IS NOT NULL)`;

const BOOKED_DAY = sql`CASE type
  WHEN 'delivery' THEN (SELECT delivery_date FROM bookings WHERE id = booking_id)
  WHEN 'final_pickup' THEN (SELECT pickup_day FROM bookings WHERE id = booking_id)
  ELSE due_day END`;

function dueDayOfUnmarked({ status, isOnSite, isPickedUp, today }: StatusChange): SQL {
  const ofPickup = (day: SQL | Day, other: SQL) =>
    sql`CASE type WHEN 'final_pickup' THEN ${day} ELSE ${other} END`;
  if (status === 'completed') {
    const doneBy = sql`CASE WHEN type IN ('delivery', 'final_pickup') THEN min(due_day, ${today}) ELSE due_day END`;
    if (!isPickedUp) return ofPickup(BOOKED_DAY, doneBy);
    // A unit that was on site until now is collected today, on any day that was planned.
    return isOnSite ? ofPickup(today, doneBy) : doneBy;
  }
  if (status === 'cancelled') return isOnSite ? ofPickup(today, sql`due_day`) : sql`due_day`;
  return BOOKED_DAY;
}

/** The closed days from `from` on, in order; also for a batch. */
export function listClosedDays(db: Db, from: Day) {
  return db
    .select({ day: blackoutDays.day, reason: blackoutDays.reason })
    .from(blackoutDays)
    .where(gte(blackoutDays.day, from))
    .orderBy(blackoutDays.day);
}
/**
 * For the batch of a cancellation after the delivery: the final pickup is due on `pickupDay`, and jobs that are neither
 * done nor the pickup are cancelled. A pickup that is planned for another day is open again.
 */
export function keepOnlyPickup(
  db: Db,
  { bookingId, pickupDay, nowMs }: { bookingId: number; pickupDay: Day; nowMs: number },
) {
  const isToDo = sql`status NOT IN ('done', 'cancelled')`;
  return [
    ...changeJobs(
      db,
      { bookingId },
      { status: 'cancelled', where: sql`type <> 'final_pickup' AND ${isToDo}`, nowMs },
    ),
    ...changeJobs(
      db,
      { bookingId },
      {
        status: 'open',
        dueDay: pickupDay,
        where: sql`type = 'final_pickup' AND due_day <> ${pickupDay} AND ${isToDo}`,
        nowMs,
      },
    ),
  ] as const;
}

/** The day on which the final pickup of a booking is due; null when it is done or cancelled. */
export async function findPickupDue(db: Db, bookingId: number): Promise<Day | null> {
  const [row] = await db
    .select({ dueDay: jobs.dueDay })
    .from(jobs)
    .where(
      sql`${jobs.bookingId} = ${bookingId} AND ${jobs.type} = 'final_pickup' AND ${jobs.status} NOT IN ('done', 'cancelled')`,
    );
  return row?.dueDay ?? null;
}
