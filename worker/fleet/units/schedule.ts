import { MAX_TIMELINE_DAYS, type SizeAvailability } from '#contract/inventory.ts';
import { countFreeUnits, freeUnitsByDay } from '#domain/rental/availability.ts';
import { addDays, type Day, daysBetween } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { assertInCatalog, listCatalogNames } from '#worker/catalog/names.ts';
import { listFleetUnits } from './repo.ts';
import { listFleetDays, listOccupied, listUnitDays, listUnits } from './schedule-repo.ts';
import { getUnit, toDumpsters } from './service.ts';
import { listFleetBars } from './timeline-repo.ts';

/** The limits of one request. */
const MOST_DAYS = 366;
const COMING_DAYS = 30;

/** The requested days. */
type Asked = { from?: Day | undefined; to?: Day | undefined };

export async function unitSchedule(
  ctx: Context,
  id: number,
  { from, to, holds = false }: Asked & { holds?: boolean | undefined },
) {
  await getUnit(ctx, id);
  if (from && to) assertOrder({ from, to });
  return listUnitDays(ctx.db, id, { from: from ?? null, to: to ?? null, hasHolds: holds });
}

export async function fleetSchedule(ctx: Context, { from = ctx.today(), to }: Asked) {
  return listFleetDays(ctx.db, checkWindow({ from, to: to ?? addDays(from, COMING_DAYS - 1) }));
}

/** How many units of each size are free: on all of the days together, and on each day. */
export async function sizeAvailability(
  ctx: Context,
  { from = ctx.today(), to = from }: Asked,
): Promise<SizeAvailability[]> {
  const window = checkWindow({ from, to });
  const count = daysBetween(from, to) + 1;
  const [fleet, occupied] = await readTogether(ctx.db, [
    listUnits(ctx.db),
    listOccupied(ctx.db, { dumpsterType: null, ...window }),
  ]);
  const { dumpsterSizes } = await listCatalogNames(ctx);
  const daysOf = Map.groupBy(occupied, (taken) => taken.dumpsterId);
  return dumpsterSizes.map(({ id, name }) => {
    const all = fleet.filter((unit) => unit.dumpsterType === id);
    const units = all
      .filter((unit) => unit.isAvailable)
      .map((unit) => ({ occupied: daysOf.get(unit.id) ?? [] }));
    return {
      dumpsterType: name,
      sizeId: id,
      total: all.length,
      inService: units.length,
      available: countFreeUnits(units, from, count),
      days: freeUnitsByDay(units, from, count).map((free, index) => ({ day: addDays(from, index), free })),
    };
  });
}

/** The units, by size and number, and what occupies them. */
export async function fleetTimeline(
  ctx: Context,
  { from, to, dumpsterType: size = null }: { from: Day; to: Day; dumpsterType?: string | null | undefined },
) {
  assertOrder({ from, to });
  if (daysBetween(from, to) >= MAX_TIMELINE_DAYS) {
    throw refusal(`At most ${MAX_TIMELINE_DAYS} days can be asked for`);
  }
  if (size !== null) await assertInCatalog(ctx, { dumpsterType: size });
  const [fleet, bars] = await Promise.all([
    listFleetUnits(ctx.db, size),
    listFleetBars(ctx.db, { from, to, size }),
  ]);
  return { today: ctx.today(), units: await toDumpsters(ctx, fleet), bars };
}

function checkWindow(window: { from: Day; to: Day }) {
  assertOrder(window);
  if (daysBetween(window.from, window.to) < MOST_DAYS) return window;
  throw refusal(`At most ${MOST_DAYS} days can be asked for`);
}

function assertOrder({ from, to }: { from: Day; to: Day }) {
  if (to < from) throw refusal('The last day must not lie before the first');
}

function refusal(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'to', message }] });
}
