import { sql } from 'drizzle-orm';
import type { WindowCounts } from '#contract/kept-windows.ts';
import type { WindowKind } from '#domain/dispatch/arrival-windows.ts';
import type { TimeSpan } from '#domain/dispatch/route-times.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { arrivalWindows } from '#worker/base/db/schema/drivers.ts';
import { nameOf } from '#worker/base/history/repo.ts';

/** The windows that customers were given for a day, in the order in which they got them. */
export function listWindows(db: Db, day: Day) {
  const { jobId, kind, startsAt, endsAt, createdAt } = arrivalWindows;
  return readRows(
    db,
    { jobId, kind, fromMs: startsAt, toMs: endsAt, createdAtMs: createdAt },
    (columns) => sql`SELECT ${columns} FROM arrival_windows WHERE day = ${day} ORDER BY id`,
  );
}

/** The first and, if it changed, the second window of a job on a day. */
export function listWindowsOfJob(db: Db, { jobId, day }: { jobId: number; day: Day }) {
  const { kind, startsAt, endsAt } = arrivalWindows;
  return readRows(
    db,
    { kind, fromMs: startsAt, toMs: endsAt },
    (columns) =>
      sql`SELECT ${columns} FROM arrival_windows WHERE job_id = ${jobId} AND day = ${day} ORDER BY id`,
  );
}

/** True while a driver is still to come to the job on the day, on a published route. */
export async function isVisitPlanned(db: Db, { jobId, day }: { jobId: number; day: Day }): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
    WHERE s.job_id = ${jobId} AND s.removed_at IS NULL AND s.status IN ('pending', 'in_transit')
      AND r.date = ${day} AND r.published_at IS NOT NULL AND r.removed_at IS NULL`);
  return found.length > 0;
}

/** True while a driver is still to leave for a customer on the day, on a published route. */
export async function hasPendingVisits(db: Db, day: Day): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
    WHERE r.date = ${day} AND r.published_at IS NOT NULL AND r.removed_at IS NULL
      AND s.job_id IS NOT NULL AND s.removed_at IS NULL AND s.status = 'pending' LIMIT 1`);
  return found.length > 0;
}

type NewWindow = {
  jobId: number;
  day: Day;
  kind: WindowKind;
  driverId: number;
  window: TimeSpan;
  /** The first one that was stored names the window. */
  outboxIds: readonly string[];
  nowMs: number;
};

/** For the batch of its messages, after them: the window is recorded when at least one message was stored. */
export function insertWindow(db: Db, { jobId, day, kind, driverId, window, outboxIds, nowMs }: NewWindow) {
  return db.run(sql`
    INSERT INTO arrival_windows (job_id, day, kind, driver_id, starts_at, ends_at, outbox_id, created_at)
    SELECT ${jobId}, ${day}, ${kind}, ${driverId}, ${window.fromMs}, ${window.toMs}, id, ${nowMs} FROM outbox
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(outboxIds)})) LIMIT 1
    ON CONFLICT DO NOTHING`);
}

/** For the statement of a message: a driver is still to come to the stop, and the job has no such window. */
export function isWindowMissing({
  stopId,
  jobId,
  day,
  kind,
}: {
  stopId: number;
  jobId: number;
  day: Day;
  kind: WindowKind;
}) {
  return sql`EXISTS (SELECT 1 FROM driver_route_stops WHERE id = ${stopId} AND status = 'pending' AND removed_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM arrival_windows WHERE job_id = ${jobId} AND day = ${day} AND kind = ${kind})`;
}

/** What became of a window. */
export type WindowOutcome = Exclude<keyof WindowCounts, 'sent' | 'changed'>;

/**
 * How many windows of the days had each outcome, by day, driver and type of job. The last window of a job and day counts,
 * if it has ended. The visit is the first stop of that day which is over; its driver counts, or else the one who was
 * planned.
 */
export function countOutcomes(db: Db, { from, to, nowMs }: { from: Day; to: Day; nowMs: number }) {
  return readRows(
    db,
    {
      day: sql<Day>`day`,
      driverId: sql<number>`driver_id`,
      name: sql<string>`${nameOf(sql`driver_id`)}`,
      type: sql<JobType>`type`,
      outcome: sql<WindowOutcome>`outcome`,
      isChanged: sql<boolean>`is_changed`.mapWith(Boolean),
      count: sql<number>`count(*)`,
    },
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT w.day, coalesce(r.driver_id, w.driver_id) AS driver_id, j.type, w.kind = 'changed' AS is_changed,
          CASE WHEN s.id IS NULL THEN 'missed' WHEN s.status = 'attempted' THEN 'attempted'
            WHEN s.actual_arrival IS NULL THEN 'notRecorded' WHEN s.actual_arrival < w.starts_at THEN 'early'
            WHEN s.actual_arrival > w.ends_at THEN 'late' ELSE 'kept' END AS outcome
        FROM arrival_windows w JOIN jobs j ON j.id = w.job_id
          LEFT JOIN driver_route_stops s ON s.id = (
            SELECT one.id FROM driver_route_stops one JOIN driver_routes route ON route.id = one.route_id
            WHERE one.job_id = w.job_id AND route.date = w.day AND one.status IN ('delivered', 'completed', 'attempted')
            ORDER BY one.actual_arrival IS NULL, one.actual_arrival, one.id LIMIT 1)
          LEFT JOIN driver_routes r ON r.id = s.route_id
        WHERE w.day BETWEEN ${from} AND ${to} AND w.ends_at <= ${nowMs} AND (j.status <> 'cancelled' OR s.id IS NOT NULL)
          AND w.id = (SELECT max(id) FROM arrival_windows WHERE job_id = w.job_id AND day = w.day))
      GROUP BY day, driver_id, type, outcome, is_changed ORDER BY day`,
  );
}
