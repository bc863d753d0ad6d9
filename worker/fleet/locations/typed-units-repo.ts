import { type SQL, sql } from 'drizzle-orm';
import { UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';

const KINDS = sql`(SELECT value FROM json_each(${JSON.stringify(UNIT_CONFLICT_KINDS)}))`;
const conflictOf = (action: SQL) =>
  sql`SELECT 1 FROM driver_conflicts WHERE action_id = ${action} AND kind IN ${KINDS}`;

/** The action of the unit that a driver typed last at the stops of a job, also when it was refused. */
function latestTypedUnit(jobId: SQL, direction: UnitDirection): SQL {
  return sql`(
    SELECT typed.id FROM driver_route_stops visit CROSS JOIN driver_actions typed ON typed.stop_id = visit.id
    WHERE visit.job_id = ${jobId} AND typed.type = 'unit' AND typed.approval IS NOT 'rejected'
      AND (json_extract(typed.payload, '$.direction') IS 'collected') = ${direction === 'collected' ? 1 : 0}
    ORDER BY typed.corrected_time DESC, typed.received_at DESC, typed.rowid DESC LIMIT 1)`;
}

/**
 * True when the driver typed another unit at the stops of a job than this one, and the records were against it: then the
 * plan does not say which unit was moved, also after the conflict is settled.
 */
export function isOtherUnitTyped(jobId: SQL, direction: UnitDirection, dumpsterId: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM driver_actions a WHERE a.id = ${latestTypedUnit(jobId, direction)}
      AND (a.result = 'refused' OR EXISTS (${conflictOf(sql`a.id`)}))
      AND lower(json_extract(a.payload, '$.number')) <> (
        SELECT lower(dumpster_number) FROM dumpsters WHERE id = ${dumpsterId}))`;
}

/** True while the office has not settled which unit a driver moved for a job. */
export function isUnitUnsettled(jobId: SQL, direction: UnitDirection): SQL {
  return sql`EXISTS (
    SELECT 1 FROM driver_actions a WHERE a.id = ${latestTypedUnit(jobId, direction)} AND (
      EXISTS (${conflictOf(sql`a.id`)} AND decided_at IS NULL)
      OR (a.result = 'refused' AND NOT EXISTS (${conflictOf(sql`a.id`)}))))`;
}
