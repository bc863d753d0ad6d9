import type { NewTruck, Truck, TruckChanges } from '#contract/trucks.ts';
import { formatDay } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { type ConstraintErrors, withConstraintErrors } from '#worker/base/db/constraint-errors.ts';
import { changeRow, removeRow } from '#worker/base/history/change-row.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { unitsAtText } from '#worker/fleet/locations/places.ts';
import {
  deleteTruckRow,
  findTruck,
  findTruckRouteDay,
  insertTruck,
  isTruckAt,
  isTruckRemovable,
  listTruckRows,
  type TruckRow,
  truckIdOf,
  updateTruckRow,
} from './repo.ts';

/** The trucks by name, those out of service included. */
export function listTrucks(ctx: Context): Promise<TruckRow[]> {
  return listTruckRows(ctx.db, ctx.today());
}

/** Throws not_found for a truck that is deleted, too. */
async function getTruck(ctx: Context, id: number): Promise<TruckRow> {
  const row = await findTruck(ctx.db, id, ctx.today());
  if (!row) throw new AppError('not_found', 'There is no such truck.');
  return row;
}

/** Throws conflict for a name that another truck has. */
export async function addTruck(ctx: Context, actor: Actor, input: NewTruck): Promise<TruckRow> {
  const nowMs = ctx.now();
  const id = truckIdOf(input.name);
  const { made } = await withConstraintErrors(CLASHES, () =>
    commit(ctx, {
      writes: {
        made: insertTruck(ctx.db, { ...input, createdAt: nowMs }),
        entry: insertEntry(
          ctx.db,
          { subject: 'truck', subjectId: id, version: 1 },
          { action: 'created', actor, before: null, after: input, nowMs },
        ),
      },
    }),
  );
  if (!made[0]) throw new Error('The truck was not stored');
  return { ...made[0], routeDays: [] };
}

type TruckVersion = { id: number; version: number | null };

/** Throws stale for an old version, and conflict for a name that another truck has. */
export async function changeTruck(
  ctx: Context,
  actor: Actor,
  { id, version, changes }: TruckVersion & { changes: TruckChanges },
): Promise<TruckRow> {
  const { row } = await withConstraintErrors(CLASHES, () =>
    changeRow<TruckRow>(ctx, actor, {
      changesOf: () => changes,
      version,
      ...rowOf(ctx, id),
      update: (values) => updateTruckRow(ctx.db, id, values),
    }),
  );
  return row;
}

/** Throws conflict while a route to come has the truck, or a unit is on it. */
export function deleteTruck(ctx: Context, actor: Actor, { id, version }: TruckVersion): Promise<void> {
  const today = ctx.today();
  return removeRow<TruckRow>(ctx, actor, {
    version,
    ...rowOf(ctx, id),
    remove: (next) => deleteTruckRow(ctx.db, id, { version: next, nowMs: ctx.now() }),
    isRemovable: isTruckRemovable(id, today),
    entryOf: ({ name, plate, capacity, isInService, inspectionItems }) => ({
      name,
      plate,
      capacity,
      isInService,
      inspectionItems,
    }),
    refusal: async ({ name }) => {
      const day = await findTruckRouteDay(ctx.db, id, today);
      if (day) {
        const text = `${name} has a route on ${formatDay(day)}. Give that route another truck first.`;
        return new AppError('conflict', text);
      }
      const units = await unitsAtText(ctx, { truckId: id });
      return units === null
        ? null
        : new AppError('conflict', `${units} on ${name}. Correct the location first.`);
    },
  });
}

const CLASHES: ConstraintErrors = {
  trucks_name: { message: 'Another truck has this name.', path: 'name' },
};

function rowOf(ctx: Context, id: number) {
  return {
    subject: { subject: 'truck' as const, subjectId: id },
    read: () => getTruck(ctx, id),
    isAt: (version: number) => isTruckAt(id, version),
  };
}

/** A truck as the API returns it. */
export function toTruck(row: TruckRow): Truck {
  const { id, name, plate, capacity, isInService, inspectionItems, routeDays, version } = row;
  return { id, name, plate, capacity, isInService, inspectionItems, routeDays, version };
}
