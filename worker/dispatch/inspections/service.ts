import type { BodyInput, ReplyOf } from '#contract/endpoint.ts';
import type { Inspection, listInspections, signOffInspection } from '#contract/inspections.ts';
import { type Day, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { withConstraintErrors } from '#worker/base/db/constraint-errors.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getSettings } from '../setup/settings.ts';
import { findInspection, type InspectionRow, listInspectionRows, repairStatements } from './repo.ts';

/** The inspections of the routes of a day. */
export async function readInspections(ctx: Context, day: Day): Promise<ReplyOf<typeof listInspections>> {
  const { hasInspections } = await getSettings(ctx);
  const rows = await listInspectionRows(ctx.db, day);
  return { isOn: hasInspections, inspections: rows.map(toInspection) };
}

/** Stores who certifies the repair of the defects. Throws not_found, and conflict if there is nothing to sign off. */
export async function signOff(
  ctx: Context,
  actor: Actor,
  { id, ...repair }: { id: string } & BodyInput<typeof signOffInspection>,
): Promise<Inspection> {
  const { defects } = toInspection(await getInspection(ctx, id));
  if (defects.length === 0) throw new AppError('conflict', 'This report has no defect to sign off.');
  const { result, name, note } = repair;
  const by = { userId: actor.userId, nowMs: ctx.now() };
  await withConstraintErrors({ 'truck_repairs.inspection_id': { message: SIGNED_OFF } }, () =>
    commit(ctx, {
      writes: repairStatements(ctx.db, { inspectionId: id, result, name, note: note || null, ...by }),
    }),
  );
  return toInspection(await getInspection(ctx, id));
}

const SIGNED_OFF = 'This report was signed off already. Load it again.';

async function getInspection(ctx: Context, id: string): Promise<InspectionRow> {
  const row = await findInspection(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such inspection.');
  return row;
}

export function toInspection(row: InspectionRow): Inspection {
  const { id, routeId, payload, driver, doneAtMs, repairResult } = row;
  return {
    id,
    routeId,
    kind: payload.kind,
    driver,
    doneAt: isoInstant(doneAtMs),
    defects: payload.defects.map(({ item, note, photoIds = [] }) => ({ item, note: note || null, photoIds })),
    isSafe: payload.isSafe,
    repair:
      repairResult === null
        ? null
        : {
            result: repairResult,
            name: row.repairName ?? '',
            note: row.repairNote,
            at: isoInstant(row.repairAtMs ?? 0),
          },
  };
}
