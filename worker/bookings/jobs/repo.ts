import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { LATE_DAYS } from '#domain/rental/work-lists.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, limitTo, type RowsQuery, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { arrivalWindows } from '#worker/base/db/schema/drivers.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import { changeJobs } from '#worker/fleet/jobs/transitions-repo.ts';

const j = alias(jobs, 'j');
const b = alias(bookings, 'b');
const d = alias(dumpsters, 'd');
const s = alias(dumpsterSchedule, 's');
const old = alias(dumpsterSchedule, 'old');
const o = alias(dumpsters, 'o');
const w = alias(arrivalWindows, 'w');

export const JOB_FIELDS = {
  id: j.id,
  bookingId: sql<number>`j.booking_id`,
  type: j.type,
  dueDay: j.dueDay,
  timeWindow: j.timeWindow,
  status: j.status,
  doneAt: j.doneAt,
  doneBy: sql<string | null>`CASE WHEN j.done_by IS NULL THEN NULL ELSE ${nameOf(sql`j.done_by`)} END`,
  version: j.version,
  firstName: b.firstName,
  lastName: b.lastName,
  company: b.company,
  phone: b.phone,
  secondPhone: b.secondPhone,
  address: b.address,
  city: b.city,
  state: b.state,
  zip: b.zip,
  placement: b.placement,
  notes: b.notes,
  rentalType: b.rentalType,
  dumpsterType: b.dumpsterType,
  materialId: b.materialId,
  rateCardId: b.rateCardId,
  bookingVersion: b.version,
  bookingStatus: sql<(typeof bookings.$inferSelect)['status']>`b.status`,
  endDate: b.endDate,
  pickupDay: b.pickupDay,
  agreedPickupDay: b.agreedPickupDay,
  siteStatus: b.siteStatus,
  unitId: leftJoined(d.id),
  unitNumber: leftJoined(d.dumpsterNumber),
  unitRole: leftJoined(s.role),
  collectedId: leftJoined(o.id),
  collectedNumber: leftJoined(o.dumpsterNumber),
  collectedRole: leftJoined(old.role),
  windowDay: leftJoined(w.day),
  windowKind: leftJoined(w.kind),
  windowFromMs: leftJoined(w.startsAt),
  windowToMs: leftJoined(w.endsAt),
};
export type JobRow = SelectedRow<typeof JOB_FIELDS>;

/**
 * `s`: the row of the schedule whose unit is moved: the latest one that has begun on the day, else the first. `old`: the
 * row before it, whose unit an exchange takes away. `w`: the latest window that the customer was sent.
 */
const FROM = sql`jobs j CROSS JOIN bookings b ON b.id = j.booking_id
  LEFT JOIN dumpster_schedule s ON s.id = (
    SELECT id FROM dumpster_schedule WHERE booking_id = j.booking_id
    ORDER BY start_date <= j.due_day DESC, start_date DESC, id DESC LIMIT 1)
  LEFT JOIN dumpsters d ON d.id = coalesce(j.dumpster_id, s.dumpster_id)
  LEFT JOIN dumpster_schedule old ON old.id = CASE j.type WHEN 'exchange' THEN (
    SELECT id FROM dumpster_schedule before
    WHERE before.booking_id = j.booking_id AND before.id <> s.id AND before.start_date <= s.start_date
    ORDER BY before.start_date DESC, before.id DESC LIMIT 1) END
  LEFT JOIN dumpsters o ON o.id = old.dumpster_id
  LEFT JOIN arrival_windows w ON w.id = (SELECT max(id) FROM arrival_windows WHERE job_id = j.id)`;

const ORDER = sql`j.due_day, j.time_window = 'any', j.time_window, j.booking_id, j.id`;
const IS_LIVE = sql`j.status <> 'cancelled'`;

/** The jobs of bookings that are due on a day, without cancelled ones. */
export function listJobsOfDay(db: Db, day: Day, limit: number): Promise<JobRow[]> {
  return readJobs(db, sql`j.due_day = ${day} AND ${IS_LIVE}`, limit);
}

export function listJobsOfBooking(db: Db, bookingId: number, limit: number): Promise<JobRow[]> {
  return readJobs(db, sql`j.booking_id = ${bookingId} AND ${IS_LIVE}`, limit);
}

/** Jobs of bookings by their ids, cancelled ones included, in the order in which they are due. */
export function listJobsByIds(db: Db, ids: readonly number[]): Promise<JobRow[]> {
  return readJobs(db, sql`j.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, ids.length);
}

export async function findJob(db: Db, id: number): Promise<JobRow | null> {
  const [row] = await readJobs(db, sql`j.id = ${id}`, 1);
  return row ?? null;
}

/** A day of the business, with its first instant in milliseconds. */
export type BusinessDay = { today: Day; sinceMs: number };

/** For a batch: the jobs of jobsToDoWhere, in the order in which they are due. */
export function jobsToDo(
  type: JobType,
  { limit, ...day }: BusinessDay & { limit: number },
): RowsQuery<typeof JOB_FIELDS> {
  return jobsWhere(sql`j.id IN (SELECT id FROM jobs WHERE ${jobsToDoWhere(type, day)})`, limit);
}

/**
 * The condition of the jobs of a type that staff have to do on a day, and of those that they have done: due on it, late,
 * or late and done since it began. Today's figures, its lists and the lists of their bookings are this one set.
 */
export function jobsToDoWhere(type: JobType, { today, sinceMs }: BusinessDay): SQL {
  return sql`id IN (
    SELECT id FROM jobs WHERE due_day = ${today} AND status <> 'cancelled' AND type = ${type} AND booking_id IS NOT NULL
    UNION ALL SELECT id FROM jobs
      WHERE ${IS_OPEN} AND due_day < ${today} AND due_day >= ${addDays(today, -LATE_DAYS)} AND type = ${type}
    UNION ALL SELECT id FROM jobs
      WHERE done_at IS NOT NULL AND done_at >= ${sinceMs} AND due_day < ${today} AND type = ${type} AND status = 'done'
        AND booking_id IS NOT NULL)`;
}

/** For a batch: how many jobs are in jobsToDoWhere, up to `limit`, and how many of those are done. */
export function countJobsToDo(type: JobType, { limit, ...day }: BusinessDay & { limit: number }) {
  const fields = { count: sql<number>`count(*)`, done: sql<number>`coalesce(sum(status = 'done'), 0)` };
  return {
    fields,
    query: (columns: SQL) =>
      sql`SELECT ${columns} FROM (SELECT status FROM jobs WHERE ${jobsToDoWhere(type, day)} ${limitTo(limit)})`,
  } satisfies RowsQuery<typeof fields>;
}

/** As the index jobs_open. */
const IS_OPEN = sql`status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL`;

function readJobs(db: Db, where: SQL, limit: number): Promise<JobRow[]> {
  const { fields, query } = jobsWhere(where, limit);
  return readRows(db, fields, query);
}

/** For a batch: the jobs `j` of bookings `b` that match a condition, in the order in which they are due. */
function jobsWhere(where: SQL, limit: number): RowsQuery<typeof JOB_FIELDS> {
  return { fields: JOB_FIELDS, query: jobsQuery({ where, limit }) };
}

/** As jobsWhere, for JOB_FIELDS and fields of other tables; `joins` can name the unit `d` of the job, too. */
export function jobsQuery({
  where,
  limit,
  joins = sql``,
}: {
  where: SQL;
  limit: number;
  joins?: SQL;
}): RowsQuery['query'] {
  return (columns) =>
    sql`SELECT ${columns} FROM ${FROM} ${joins} WHERE ${where} ORDER BY ${ORDER} ${limitTo(limit)}`;
}

type DoneBy = { userId: number; today: Day; atMs: number };

/** For changeJobs: a user did the job `atMs`. A job that is done before its day is done today. */
export function doneBy({ userId, today, atMs }: DoneBy) {
  const set = sql`done_at = ${atMs}, done_by = ${userId}`;
  return { status: 'done', dueDay: sql`min(due_day, ${today})`, set } as const;
}

/**
 * For the batch of a change of the booking: the job was done `atMs`.
 */
export function updateJobDone(db: Db, id: number, { nowMs, ...done }: DoneBy & { nowMs: number }) {
  return changeJobs(db, { jobId: id }, { ...doneBy(done), nowMs });
}

/** For the batch of a change of the booking: sets the job to open again; a delivery or final pickup on its booked day. */
export function updateJobOpen(db: Db, id: number, { dueDay, nowMs }: { dueDay: Day; nowMs: number }) {
  const set = sql`done_at = NULL, done_by = NULL`;
  return changeJobs(db, { jobId: id }, { status: 'open', dueDay, set, nowMs });
}

/**
 * For the batch of a change of the booking: the job stays cancelled when the booking is reopened. `keepsCharge`: its
 * charge stays in the price.
 */
export function updateJobWithdrawn(
  db: Db,
  id: number,
  { keepsCharge, nowMs }: { keepsCharge: boolean; nowMs: number },
) {
  const keptAt = keepsCharge ? nowMs : null;
  const set = sql`withdrawn_at = ${nowMs}, charge_kept_at = ${keptAt}`;
  return changeJobs(db, { jobId: id }, { status: 'cancelled', set, nowMs });
}

/** For the batch of a change of the booking: the status that its job gives it, without an e-mail. Null: it stays. */
export function updateStatusByJob(db: Db, bookingId: number, to: BookingStatus | null) {
  return to === null ? [] : [db.run(sql`UPDATE bookings SET status = ${to} WHERE id = ${bookingId}`)];
}

/** For the batch of a change of the booking. */
export function updateJobWindow(db: Db, id: number, window: string) {
  return db.run(sql`
    UPDATE jobs SET time_window = ${window}, version = version + 1 WHERE id = ${id} RETURNING id, version`);
}

/** True while the job has this version. */
export function isJobAt({ id, version }: Pick<JobRow, 'id' | 'version'>): SQL {
  return sql`EXISTS (SELECT 1 FROM jobs WHERE id = ${id} AND version = ${version})`;
}
