import { isLiveStop } from '#domain/dispatch/stops.ts';
import { AppError } from '#domain/errors.ts';
import { moveTo } from '#worker/bookings/days.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { ALWAYS, updateJobUnit } from './effects-repo.ts';
import { type ActionInput, type ActionPlan, applied, conflictOf, eventOf, refused } from './plan.ts';
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
  if (!record || conflictOf(stop) !== null || !isLiveStop(stop.status)) return applied();
  if (input.entry.payload.direction === 'collected') return planCollected(input, unit);
  return stop.type === 'delivery' || stop.type === 'exchange' ? planBrought(input, unit) : applied();
}

/** Only a unit that is recorded at this customer can be taken away from there. */
function planCollected({ state, record }: UnitInput, unit: FoundUnit): ActionPlan {
  const isHere = unit.location?.place === 'booking' && unit.location.bookingId === record?.id;
  if (isHere || unit.id === state.stop.collectedId) return applied();
  return refused(
    'unit',
    `Unit ${unit.number} is recorded ${recordedPlaceText(unit.location)}, not here. Check the number, or call the office.`,
  );
}

async function planBrought(input: UnitInput, unit: FoundUnit): Promise<ActionPlan> {
  const { ctx, entry, state, record } = input;
  const { stop } = state;
  if (!record || unit.id === stop.broughtId) return applied();
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
  const { location } = unit;
  if (location?.place === 'booking' && location.bookingId !== record.id) {
    return `Unit ${unit.number} is recorded ${recordedPlaceText(location)}. Check the number, or call the office.`;
  }
  return null;
}
