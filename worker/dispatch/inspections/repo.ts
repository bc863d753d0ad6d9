import { type SQL, sql } from 'drizzle-orm';
import type { InspectionPayload } from '#contract/inspections.ts';
import type { RepairResult } from '#domain/dispatch/inspections.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { type RowsQuery, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { dispatchSettings } from '#worker/base/db/schema/dispatch.ts';
import { nameOf } from '#worker/base/history/repo.ts';

/** An inspection is an action of a stop of the route: `a` of stop `s` of route `r`, with its repair `m`. */
const FROM = sql`driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
  CROSS JOIN driver_actions a ON a.stop_id = s.id LEFT JOIN truck_repairs m ON m.inspection_id = a.id`;

const FIELDS = {
  id: sql<string>`a.id`,
  routeId: sql<number>`r.id`,
  payload: sql<InspectionPayload>`a.payload`.mapWith((text: string): InspectionPayload => JSON.parse(text)),
  driver: sql<string>`coalesce(${nameOf(sql`a.driver_id`)}, '')`,
  doneAtMs: sql<number>`a.corrected_time`,
  repairResult: sql<RepairResult | null>`m.result`,
  repairName: sql<string | null>`m.name`,
  repairNote: sql<string | null>`m.note`,
  repairAtMs: sql<number | null>`m.created_at`,
};
export type InspectionRow = SelectedRow<typeof FIELDS>;

const COUNTS = sql`type = 'inspection' AND result = 'applied' AND approval IS NOT 'rejected'`;

/** In the order in which they were done. `where`: about the routes `r`. */
export function inspectionsWhere(where: SQL): RowsQuery<typeof FIELDS> {
  return {
    fields: FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM ${FROM}
      WHERE ${where} AND a.id IN (SELECT id FROM driver_actions WHERE stop_id = s.id AND ${COUNTS})
      ORDER BY a.corrected_time, a.received_at`,
  };
}

const REPORT_FIELDS = { ...FIELDS, truckId: sql<number>`t.id` };

/** The last report with a defect of each truck of the routes `r` that match, unless a driver has confirmed it. */
export function lastReportsWhere(where: SQL): RowsQuery<typeof REPORT_FIELDS> {
  const ofTruck = sql`payload ->> '$.truckId' = t.id`;
  return {
    fields: REPORT_FIELDS,
    query: (columns) => sql`
      SELECT ${columns}
      FROM (SELECT DISTINCT truck_id AS id FROM driver_routes r WHERE ${where} AND truck_id IS NOT NULL) t
        JOIN driver_actions a ON a.id = (SELECT id FROM driver_actions
          WHERE ${COUNTS} AND ${ofTruck} AND json_array_length(payload, '$.defects') > 0
          ORDER BY corrected_time DESC LIMIT 1)
        JOIN driver_route_stops s ON s.id = a.stop_id JOIN driver_routes r ON r.id = s.route_id
        LEFT JOIN truck_repairs m ON m.inspection_id = a.id
      WHERE NOT EXISTS (SELECT 1 FROM driver_actions
        WHERE ${COUNTS} AND ${ofTruck} AND payload ->> '$.confirmedId' = a.id)`,
  };
}

export function listInspectionRows(db: Db, day: Day): Promise<InspectionRow[]> {
  const { fields, query } = inspectionsWhere(sql`r.date = ${day}`);
  return readRows(db, fields, query);
}

export async function findInspection(db: Db, id: string): Promise<InspectionRow | null> {
  const [row] = await readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM driver_actions a JOIN driver_route_stops s ON s.id = a.stop_id
        JOIN driver_routes r ON r.id = s.route_id LEFT JOIN truck_repairs m ON m.inspection_id = a.id
      WHERE a.id = ${id} AND a.id IN (SELECT id FROM driver_actions WHERE id = ${id} AND ${COUNTS})`,
  );
  return row ?? null;
}

type NewRepair = {
  inspectionId: string;
  result: RepairResult;
  name: string;
  note: string | null;
  userId: number;
  nowMs: number;
};

/** The sign-off, and the end of the notice that the truck is not safe to drive. */
export function repairStatements(db: Db, repair: NewRepair) {
  const { inspectionId, result, name, note, userId, nowMs } = repair;
  return [
    db.run(sql`
      INSERT INTO truck_repairs (inspection_id, result, name, note, created_by, created_at)
      VALUES (${inspectionId}, ${result}, ${name}, ${note}, ${userId}, ${nowMs})`),
    db.run(sql`
      UPDATE driver_conflicts SET decided_at = ${nowMs}, decided_by = ${userId}
      WHERE action_id = ${inspectionId} AND kind = 'truck_unsafe' AND decided_at IS NULL`),
  ] as const;
}

/** For a batch: whether the firm asks for inspections, and for which items. */
export const INSPECTION_SETTINGS = {
  fields: { isOn: dispatchSettings.hasInspections, items: dispatchSettings.inspectionItems },
  query: (columns: SQL) => sql`SELECT ${columns} FROM dispatch_settings`,
};
