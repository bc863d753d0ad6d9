import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import { AppError } from '#domain/shared/errors.ts';
import { moveTo } from '#worker/bookings/days.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { insertConflict, markReplacedUnitsResolved } from './conflicts-repo.ts';
import { updateJobUnit } from './effects-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  conflictStatements,
  type EffectStatement,
  findFactConflict,
  makeEventStatements,
  refused,
} from './plan.ts';
import { type FoundUnit, findUnitByNumber, recordedPlaceText } from './units-repo.ts';

type UnitInput = ActionInput<'unit'>;
type UnitPlan = Extract<ActionPlan, { isRefused: false }> | UnitRefusal;
/** Why the records are against the unit, for the driver; `conflict`: for the office. */
type UnitRefusal = {
  isRefused: true;
  reason: string;
  conflict: { kind: 'unit_elsewhere' | 'unit_refused'; message: string };
};

/**
 * The unit that the driver brings or takes away. Another unit than the planned one gets the days of the booking, if it
 * is free for them. What the records are against is refused, and a conflict for the office. A driver who is sure has it
 * recorded all the same, and the office settles which unit was moved.
 */
export async function planUnit(input: UnitInput): Promise<ActionPlan> {
  const { ctx, entry, payload, state } = input;
  const direction = payload.direction ?? (state.stop.type === 'final_pickup' ? 'collected' : 'brought');
  entry.payload = { ...payload, direction };
  const unit = await findUnitByNumber(ctx.db, payload.number);
  // The number as it is painted, and which unit it is: later readers of the log need both.
  if (unit) entry.payload = { ...entry.payload, number: unit.number };
  const plan = unit
    ? await planFoundUnit(input, { unit, direction })
    : refusedUnit(NOT_THERE(payload.number));
  const replaced = markReplacedUnitsResolved(ctx.db, {
    actionId: entry.id,
    stopId: state.stop.id,
    driverId: entry.driverId,
    direction,
    atMs: entry.correctedTime,
    nowMs: entry.receivedAt,
  });
  if (!plan.isRefused) return { ...plan, statements: [replaced, ...plan.statements] };
  const statements = [replaced, refusalConflict(input, plan)];
  if (payload.isSure !== true) return { ...refused('unit', plan.reason), statements };
  entry.payload = { ...entry.payload, isDisputed: true };
  return applied(...statements, ...makeEventStatements(input, sureEvent(input, plan)));
}

const NOT_THERE = (number: string) => `There is no unit ${number}. Check the number.`;

function sureEvent({ entry, payload }: UnitInput, { reason }: UnitRefusal) {
  const what = `Unit ${payload.number} ${entry.payload.direction === 'collected' ? 'taken away' : 'brought'}`;
  return { action: 'driver_conflict', details: { what, conflict: reason } } as const;
}

function refusedUnit(reason: string, message?: string): UnitRefusal {
  const conflict = message
    ? { kind: 'unit_elsewhere' as const, message }
    : { kind: 'unit_refused' as const, message: `The driver has another unit than planned. ${reason}` };
  return { isRefused: true, reason, conflict };
}

async function planFoundUnit(
  input: UnitInput,
  { unit, direction }: { unit: FoundUnit; direction: UnitDirection },
): Promise<UnitPlan> {
  const { state, record } = input;
  const { stop } = state;
  if (!record) return applied();
  if (findFactConflict(stop) !== null || !isLiveStop(stop.status))
    return applied(...otherUnitConflict(input, unit));
  if (direction === 'collected') return planCollected(input, unit);
  return stop.type === 'delivery' || stop.type === 'exchange' ? planBrought(input, unit) : applied();
}

/** The locations of the units follow the plan or the marks of staff: the office corrects a different unit. */
function otherUnitConflict(input: UnitInput, unit: FoundUnit): EffectStatement[] {
  const { stop } = input.state;
  const isCollected = input.entry.payload.direction === 'collected';
  const plannedId = isCollected ? stop.collectedId : stop.broughtId;
  // A cancelled booking has no unit any more.
  if (plannedId === null || plannedId === unit.id) return [];
  const what = `Unit ${unit.number} ${isCollected ? 'taken away' : 'brought'}`;
  return conflictStatements(input, what, {
    kind: 'other_unit',
    text: `the stop was planned with another unit. Unit ${unit.number} was recorded ${recordedPlaceText(unit.location)}`,
  });
}

/** Only a unit that is recorded at this customer can be taken away from there. */
function planCollected({ state, record }: UnitInput, unit: FoundUnit): UnitPlan {
  const isHere = unit.location?.place === 'booking' && unit.location.bookingId === record?.id;
  if (isHere || unit.id === state.stop.collectedId) return applied();
  const place = recordedPlaceText(unit.location);
  const reason = `Unit ${unit.number} is recorded ${place}, not here. Check the number, or call the office.`;
  return refusedUnit(reason, elsewhereText(unit));
}

function elsewhereText(unit: FoundUnit): string {
  return `The driver has unit ${unit.number}, which is recorded ${recordedPlaceText(unit.location)}. Correct its location if the driver is right.`;
}

function refusalConflict(
  { ctx, entry, state, record }: UnitInput,
  { conflict: { kind, message } }: Pick<UnitRefusal, 'conflict'>,
): EffectStatement {
  return insertConflict(ctx.db, {
    actionId: entry.id,
    kind,
    stopId: state.stop.id,
    bookingId: record?.id ?? null,
    message,
    nowMs: entry.receivedAt,
  });
}

async function planBrought(input: UnitInput, unit: FoundUnit): Promise<UnitPlan> {
  const { ctx, entry, state, record } = input;
  const { stop } = state;
  if (!record) return applied();
  const { location } = unit;
  const isElsewhere = location?.place === 'booking' && location.bookingId !== record.id;
  // The driver has the planned unit, so its pickup at the former customer was not marked: staff must mark it.
  if (unit.id === stop.broughtId) {
    const conflict = { kind: 'unit_elsewhere', message: elsewhereText(unit) } as const;
    return isElsewhere ? applied(refusalConflict(input, { conflict })) : applied();
  }
  if (isElsewhere) {
    const reason = `Unit ${unit.number} is recorded ${recordedPlaceText(location)}. Check the number, or call the office.`;
    return refusedUnit(reason, elsewhereText(unit));
  }
  const reason = await reasonNotToBring(input, unit);
  if (reason) return refusedUnit(reason);
  try {
    const role = stop.broughtRole ?? undefined;
    const move = await moveTo(ctx, record, { dumpsterId: unit.id, role, userId: entry.driverId });
    const conflict = await move.refusal();
    if (conflict) return refusedUnit(conflict.message);
    const details = { dumpsterNumber: unit.number, former: move.before.dumpsterNumber };
    return {
      isRefused: false,
      guards: move.guards,
      statements: [
        ...move.writes,
        updateJobUnit(ctx.db, stop.jobId, unit.id),
        ...makeEventStatements(input, { action: 'driver_unit', details, hasNewVersion: true }),
      ],
    };
  } catch (error) {
    if (error instanceof AppError) return refusedUnit(error.message);
    throw error;
  }
}

async function reasonNotToBring({ ctx, record }: UnitInput, unit: FoundUnit): Promise<string | null> {
  if (!record) return null;
  if (unit.dumpsterType !== record.dumpsterType) {
    const labelsOf = await loadLabels(ctx, [record]);
    const nameOf = (dumpsterType: string) => labelsOf({ ...record, dumpsterType }).sizeName;
    return `Unit ${unit.number} is a ${nameOf(unit.dumpsterType)}. The customer ordered a ${nameOf(record.dumpsterType)}.`;
  }
  if (!unit.isAvailable) return `Unit ${unit.number} is out of service. Take another one.`;
  return null;
}
