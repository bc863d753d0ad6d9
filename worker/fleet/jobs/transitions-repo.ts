import { type SQL, sql } from 'drizzle-orm';
import { doneStopStatus, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { type JobStatus, ROUTED_JOB_STATUSES } from '#domain/jobs/jobs.ts';
import { JOB_BY_STOP, STOP_BY_JOB, type StopEvent } from '#domain/jobs/transitions.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';

/** ROUTED_JOB_STATUSES, for IN. */
export const ROUTED_STATUSES = sql.raw(`(${ROUTED_JOB_STATUSES.map((status) => `'${status}'`).join(', ')})`);

/** Jobs that change together: one (null: of a stop without a job), those of a booking, or those of all bookings. */
export type ChangedJobs = { jobId: number | null } | { bookingId: number } | 'all';

/** What is left out stays. `set`: other columns. `where`: a condition on the rows; absent: all of the jobs. */
type JobChange = { status?: SQL | JobStatus; dueDay?: SQL | Day; set?: SQL; where?: SQL; nowMs: number };

/**
 * For a batch: changes the status or the day of jobs, and then their stops. Nothing else changes either of them, so that
 * no stop is left for a job that was cancelled or moved.
 */
export function changeJobs(db: Db, jobs: ChangedJobs, { set, where = sql`1`, nowMs, ...to }: JobChange) {
  const isAmong = amongRows(jobs, { jobId: 'id', bookingId: 'booking_id' });
  const changed = [
    sql`status = ${statusAfter(to)}`,
    ...(to.dueDay === undefined ? [] : [sql`due_day = ${to.dueDay}`]),
    ...(set ? [set] : []),
    sql`version = version + 1`,
  ];
  return [
    db.run(sql`UPDATE jobs SET ${sql.join(changed, sql`, `)} WHERE ${isAmong} AND (${where})`),
    ...stopsFollowJobs(db, jobs, nowMs),
  ] as const;
}

/** A job whose stop leaves the route, because the job is due after it, is open again. */
function statusAfter({ status: given, dueDay }: Pick<JobChange, 'status' | 'dueDay'>): SQL {
  const status = given === undefined ? sql`status` : sql`${given}`;
  if (dueDay === undefined) return status;
  return sql`CASE WHEN EXISTS (
    SELECT 1 FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
    WHERE s.job_id = jobs.id AND s.removed_at IS NULL AND s.status = 'pending' AND r.date < ${dueDay}
  ) THEN ${statusByStop('taken_off', status)} ELSE ${status} END`;
}

/** For a batch, after a change of jobs: their live stops leave their routes or are done, as in stopByJob. Safe to repeat. */
export function stopsFollowJobs(db: Db, jobs: ChangedJobs, nowMs: number) {
  const isAmong = amongRows(jobs, { jobId: 's.job_id', bookingId: 's.booking_id' });
  const followers = (columns: SQL) => sql`
    SELECT ${columns}
    FROM driver_route_stops s JOIN jobs j ON j.id = s.job_id JOIN driver_routes r ON r.id = s.route_id
    WHERE ${isAmong} AND s.removed_at IS NULL AND s.status IN ('pending', 'in_transit') AND ${EFFECT} <> 'stays'`;
  return [
    db.run(sql`
      UPDATE driver_routes SET
        version = version + 1,
        updated_at = max(updated_at, coalesce(published_at, 0), ${nowMs})
      WHERE id IN (${followers(sql`s.route_id`)})`),
    db.run(sql`
      UPDATE driver_route_stops SET
        status = CASE effect WHEN 'done' THEN ${DONE_STATUS} ELSE status END,
        removed_at = CASE effect WHEN 'leaves' THEN at ELSE removed_at END,
        updated_at = CASE effect WHEN 'done' THEN at ELSE updated_at END,
        changed_at = at
      FROM (${followers(sql`s.id AS stop_id, r.updated_at AS at, ${EFFECT} AS effect`)})
      WHERE id = stop_id`),
  ] as const;
}

/**
 * For a batch: the jobs of stops get the status that their event gives them. `stops`: a condition on rows of
 * driver_route_stops. Stops that are taken off are read before they are.
 */
export function jobsFollowStops(db: Db, event: StopEvent, stops: SQL) {
  const jobIds = sql`SELECT job_id FROM driver_route_stops WHERE ${stops}`;
  return db.run(sql`
    UPDATE jobs SET status = ${statusByStop(event)}, version = version + 1
    WHERE id IN (${jobIds}) AND status <> ${statusByStop(event)}`);
}

/** For a batch: a job gets the status that an event of one of its stops gives it. */
export function jobFollowsStop(
  db: Db,
  { jobId, event, nowMs }: { jobId: number | null; event: StopEvent; nowMs: number },
) {
  const status = statusByStop(event);
  return changeJobs(db, { jobId }, { status, where: sql`status <> ${status}`, nowMs });
}

/** For a batch: a job that is planned without a stop is open, so that the board shows it. Safe to repeat. */
export function openJobsWithoutStop(db: Db) {
  const hasNoStop = sql`NOT EXISTS (
    SELECT 1 FROM driver_route_stops WHERE job_id = jobs.id AND removed_at IS NULL AND status IN ('pending', 'in_transit'))`;
  return db.run(sql`
    UPDATE jobs SET status = ${statusByStop('taken_off')}, version = version + 1
    WHERE status <> ${statusByStop('taken_off')} AND ${hasNoStop}`);
}

/** JOB_BY_STOP of a job in a status. */
function statusByStop(event: StopEvent, status: SQL = sql`status`): SQL {
  const cases = Object.entries(JOB_BY_STOP[event]).flatMap(([from, to]) =>
    from === to ? [] : `WHEN '${from}' THEN '${to}'`,
  );
  return sql`CASE ${status} ${sql.raw(cases.join(' '))} ELSE ${status} END`;
}

function amongRows(jobs: ChangedJobs, columns: { jobId: string; bookingId: string }): SQL {
  if (jobs === 'all') return sql.raw(`${columns.bookingId} IS NOT NULL`);
  return 'jobId' in jobs
    ? sql`${sql.raw(columns.jobId)} = ${jobs.jobId}`
    : sql`${sql.raw(columns.bookingId)} = ${jobs.bookingId}`;
}

const EFFECT_CASES = Object.entries(STOP_BY_JOB).flatMap(([job, effects]) =>
  Object.entries(effects).flatMap(([stop, effect]) =>
    effect === 'stays' ? [] : `WHEN j.status = '${job}' AND s.status = '${stop}' THEN '${effect}'`,
  ),
);
/** stopByJob of the stop s on the route r and its job j. */
const EFFECT = sql.raw(`(CASE ${EFFECT_CASES.join(' ')}
  WHEN s.status = 'pending' AND j.due_day > r.date THEN 'leaves' ELSE 'stays' END)`);

const DONE_STATUS = sql.raw(
  `CASE stop_type ${STOP_TYPES.map((type) => `WHEN '${type}' THEN '${doneStopStatus(type)}'`).join(' ')} END`,
);
