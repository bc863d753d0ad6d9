import { isLiveStop } from '#domain/dispatch/stops.ts';
import { AppError } from '#domain/errors.ts';
import { moveTo } from '#worker/bookings/days.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { insertConflict } from './conflicts-repo.ts';
import { ALWAYS, updateJobUnit } from './effects-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  conflictOf,
  conflictStatements,
  type EffectStatement,
  eventOf,
  refused,
} from './plan.ts';
import { type FoundUnit, findUnitByNumber, recordedPlaceText } from './units-repo.ts';

type UnitInput = ActionInput<'unit'>;

/**
 * The unit that the driver brings or takes away. Another unit than the planned one gets the days of the booking, if it
 * is free for them. At a stop that is over the number is recorded and changes nothing.
 */
export async function planUnit(input: UnitInput): Promise<ActionPlan> {
  const { ctx, payload, state, record } = input;
  const { stop } = state;
  const unit = await findUnitByNumber(ctx.db, payload.number);
  if (!unit) return refused('unit', `There is no unit ${payload.number}. Check the number.`);
  // The number as it is painted, and which unit it is: later readers of the log need both.
  input.entry.payload = {
    ...payload,
    number: unit.number,
    direction: payload.direction ?? (stop.type === 'final_pickup' ? 'collected' : 'brought'),
  };
  if (!record) return applied();
  if (conflictOf(stop) !== null || !isLiveStop(stop.status))
    return applied(...otherUnitConflict(input, unit));
  if (input.entry.payload.direction === 'collected') return planCollected(input, unit);
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
function planCollected(input: UnitInput, unit: FoundUnit): ActionPlan {
  const { state, record } = input;
  const isHere = unit.location?.place === 'booking' && unit.location.bookingId === record?.id;
  if (isHere || unit.id === state.stop.collectedId) return applied();
  return refusedElsewhere(
    input,
    unit,
    `Unit ${unit.number} is recorded ${recordedPlaceText(unit.location)}, not here. Check the number, or call the office.`,
  );
}

/** The driver cannot go on, and the office reads which unit stands at the customer. */
function refusedElsewhere(input: UnitInput, unit: FoundUnit, reason: string): ActionPlan {
  return { ...refused('unit', reason), statements: [elsewhereConflict(input, unit)] };
}

function elsewhereConflict({ ctx, entry, state, record }: UnitInput, unit: FoundUnit): EffectStatement {
  const place = recordedPlaceText(unit.location);
  const message = `The driver has unit ${unit.number}, which is recorded ${place}. Correct its location if the driver is right.`;
  return insertConflict(ctx.db, {
    ...{ actionId: entry.id, kind: 'unit_elsewhere', stopId: state.stop.id, bookingId: record?.id ?? null },
    ...{ message, nowMs: entry.receivedAt },
  });
}

async function planBrought(input: UnitInput, unit: FoundUnit): Promise<ActionPlan> {
  const { ctx, entry, state, record } = input;
  const { stop } = state;
  if (!record) return applied();
  const { location } = unit;
  const isElsewhere = location?.place === 'booking' && location.bookingId !== record.id;
  // The driver has the planned unit, so its pickup at the former customer was not marked: staff must mark it.
  if (unit.id === stop.broughtId) return isElsewhere ? applied(elsewhereConflict(input, unit)) : applied();
  if (isElsewhere) {
    const place = recordedPlaceText(location);
    const reason = `Unit ${unit.number} is recorded ${place}. Check the number, or call the office.`;
    return refusedElsewhere(input, unit, reason);
  }
  const reason = await reasonNotToBring(input, unit);
  if (reason) return refused('unit', reason);
  try {
    const role = stop.broughtRole ?? undefined;
    const move = await moveTo(ctx, record, { dumpsterId: unit.id, role, userId: entry.driverId });
    const conflict = await move.refusal();
    if (conflict) return refused('unit', conflict.message);
    const details = { dumpsterNumber: unit.number, former: move.before.dumpsterNumber };
    return {
      isRefused: false,
      only: move.only,
      statements: [
        ...move.alongside(ALWAYS),
        updateJobUnit(ctx.db, stop.jobId, unit.id),
        ...eventOf(input, { action: 'driver_unit', details, hasNewVersion: true }),
      ],
    };
  } catch (error) {
    if (error instanceof AppError) return refused('unit', error.message);
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
