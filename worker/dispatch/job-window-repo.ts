import { type SQL, sql } from 'drizzle-orm';
import { isJobAt, type JobRow } from '#worker/bookings/jobs/repo.ts';
import type { Db } from '#worker/db/client.ts';
import type { RouteAt } from './history-repo.ts';
import { isUnchangedSince, type PlanGuard } from './plan-guard-repo.ts';

/** For the batch of a change of the booking. */
export function updateJobWindow(
  db: Db,
  { id, version }: Pick<JobRow, 'id' | 'version'>,
  { window, condition }: { window: string; condition: SQL },
) {
  return db.run(sql`
    UPDATE jobs SET time_window = ${window}, version = version + 1
    WHERE id = ${id} AND version = ${version} AND ${condition} RETURNING id, version`);
}

/** True while the job, and what the guard names, have these versions. */
export function areAt(job: Pick<JobRow, 'id' | 'version'>, guard: PlanGuard): SQL {
  return sql`${isJobAt(job)} AND ${isUnchangedSince(guard)}`;
}

/** As raiseRouteVersion, for the batch of a change that may not be made. */
export function raiseRouteVersionIf(
  db: Db,
  { id, version }: RouteAt,
  { nowMs, condition }: { nowMs: number; condition: SQL },
) {
  return db.run(sql`
    UPDATE driver_routes SET version = version + 1, updated_at = ${nowMs}
    WHERE id = ${id} AND version = ${version} AND ${condition}`);
}
