import type { Dumpster, DumpsterChanges, NewDumpster } from '#contract/inventory.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import {
  type ConstraintErrors,
  constraintError,
  withConstraintErrors,
} from '#worker/base/db/constraint-errors.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import {
  retryOnVersionConflict,
  staleError,
  VersionConflict,
} from '#worker/base/history/version-conflict.ts';
import type { ListPage, ListParams } from '#worker/base/lists/list-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { assertInCatalog, findSizesByName, getSizeName } from '#worker/catalog/names.ts';
import { toUnitLocation } from '#worker/fleet/locations/places.ts';
import { findCurrentLocation } from '#worker/fleet/locations/repo.ts';
import {
  type FleetFilter,
  findUnit,
  insertUnit,
  isAsRead,
  type ListedUnit,
  listCommitments,
  pageOfFleet,
  type Unit,
  type UnitFields,
  unitIdOf,
  updateUnit,
} from './repo.ts';

export async function getUnit(ctx: Context, id: number): Promise<Unit> {
  const unit = await findUnit(ctx.db, id);
  if (!unit) throw new AppError('not_found', 'There is no such dumpster.');
  return unit;
}

/** One page of the units that are not deleted. */
export async function listFleet(
  ctx: Context,
  filter: Omit<FleetFilter, 'searchedSizes'>,
  request: Omit<ListParams, 'where'>,
): Promise<ListPage<Dumpster>> {
  await assertInCatalog(ctx, filter);
  const searchedSizes = filter.search ? await findSizesByName(ctx, filter.search) : [];
  const page = await pageOfFleet(ctx.db, { ...filter, searchedSizes }, request);
  return { ...page, rows: await toDumpsters(ctx, page.rows) };
}

export async function addUnit(ctx: Context, actor: Actor, input: NewDumpster): Promise<Unit> {
  await assertInCatalog(ctx, input);
  const row = { ...input, notes: input.notes || null };
  const nowMs = ctx.now();
  const id = unitIdOf(row.dumpsterNumber);
  const { made } = await withConstraintErrors(CLASHES, () =>
    commit(ctx, {
      writes: {
        made: insertUnit(ctx.db, { ...row, createdAt: nowMs }),
        entry: insertEntry(
          ctx.db,
          { subject: 'dumpster', subjectId: id, version: 1 },
          { action: 'created', actor, before: null, after: row, nowMs },
        ),
      },
    }),
  );
  if (!made[0]) throw new Error('The dumpster was not stored');
  return made[0];
}

/** A unit and the version that the caller has seen; null accepts any version. */
type UnitVersion = { id: number; version: number | null };

/** Changes the fields that differ. A unit out of service keeps its reservations; the size of a reserved unit cannot change. */
export async function changeUnit(
  ctx: Context,
  actor: Actor,
  { changes, ...at }: UnitVersion & { changes: DumpsterChanges },
): Promise<Unit> {
  await assertInCatalog(ctx, changes);
  return applyUnitChange(ctx, at, (unit) => {
    const differing = computeUnitDifferences(unit, changes);
    return {
      actor,
      action: 'changed',
      changes: differing,
      ifReserved: differing.dumpsterType
        ? (words) => ({
            message: `The size cannot change while this dumpster is reserved for ${words}.`,
            path: 'dumpsterType',
          })
        : null,
    };
  });
}

/** Deletes a unit. Past bookings keep it, and its number can be used again. */
export async function deleteUnit(ctx: Context, actor: Actor, id: number): Promise<void> {
  await applyUnitChange(ctx, { id, version: null }, () => ({
    actor,
    action: 'deleted',
    changes: { deletedAt: ctx.now() },
    ifReserved: (words) => ({
      message: `This dumpster cannot be deleted while it is reserved for ${words}.`,
    }),
  }));
}

/** Units as the API returns them, with the names of their sizes. */
export async function toDumpsters(ctx: Context, units: readonly ListedUnit[]): Promise<Dumpster[]> {
  const nameOf = await getSizeName(ctx);
  return units.map(({ id, dumpsterNumber, dumpsterType, isAvailable, notes, location }) => {
    return {
      id,
      dumpsterNumber,
      dumpsterType: nameOf(dumpsterType),
      sizeId: dumpsterType,
      isAvailable,
      notes,
      location: toUnitLocation(location),
    };
  });
}

export async function toDumpster(ctx: Context, unit: Unit): Promise<Dumpster> {
  const location = await findCurrentLocation(ctx.db, unit.id);
  const [dumpster] = await toDumpsters(ctx, [{ ...unit, location }]);
  if (!dumpster) throw new Error('toDumpsters returned no unit');
  return dumpster;
}

type Plan = {
  actor: Actor;
  action: string;
  changes: Partial<UnitFields & { deletedAt: number }>;
  /** The error when the unit is reserved; null if reservations are allowed. */
  ifReserved: ((words: string) => { message: string; path?: string }) | null;
};

/**
 * Changes the unit at the version that was read. The statement itself checks for reservations, because a customer can
 * take a hold between the read and the write. Without a version the last write wins, so each attempt plans the change
 * again.
 */
function applyUnitChange(
  ctx: Context,
  { id, version }: UnitVersion,
  makePlan: (unit: Unit) => Plan,
): Promise<Unit> {
  return retryOnVersionConflict(ctx, async () => {
    const unit = await getUnit(ctx, id);
    if (version !== null && version !== unit.version) throw await staleError(ctx, subjectOf(id), version);
    const plan = makePlan(unit);
    if (Object.keys(plan.changes).length === 0) return unit;
    const changed = await write(ctx, unit, plan);
    if (changed) return changed;
    const commitments = plan.ifReserved ? await listCommitments(ctx.db, id, ctx.today()) : [];
    if (plan.ifReserved && commitments.length > 0)
      throw constraintError(plan.ifReserved(commitmentsText(commitments)));
    // A caller that named no version has nothing to load again.
    const busy = new AppError('busy', 'This dumpster is being changed. Try again in a moment.', {
      retryAfter: 1,
    });
    return new VersionConflict(subjectOf(id), unit.version, version === null ? busy : null);
  });
}

/** Writes the change and its history, or neither. Returns null when the unit has another version or is reserved. */
async function write(
  ctx: Context,
  unit: Unit,
  { actor, action, changes, ifReserved }: Plan,
): Promise<Unit | null> {
  const isDeletion = 'deletedAt' in changes;
  const fields = isDeletion ? FIELDS : (Object.keys(changes) as (keyof UnitFields)[]);
  const entry = {
    action,
    actor,
    before: pick(unit, fields),
    after: isDeletion ? null : pick(changes, fields),
    nowMs: ctx.now(),
  };
  const written = await withConstraintErrors(CLASHES, () =>
    unlessGuarded(
      ['as_read'],
      commit(ctx, {
        guards: { as_read: isAsRead(unit, ifReserved && ctx.today()) },
        writes: {
          entry: insertEntry(ctx.db, { ...subjectOf(unit.id), version: unit.version + 1 }, entry),
          unit: updateUnit(ctx.db, unit, changes),
        },
      }),
    ),
  );
  return written?.unit[0] ?? null;
}

const FIELDS = ['dumpsterNumber', 'dumpsterType', 'isAvailable', 'notes'] as const;

function pick(values: Partial<UnitFields>, fields: readonly (keyof UnitFields)[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function computeUnitDifferences(unit: Unit, { notes, ...others }: DumpsterChanges): Partial<UnitFields> {
  const values = { ...others, ...(notes !== undefined && { notes: notes || null }) };
  const entries = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== unit[field as keyof UnitFields],
  );
  return Object.fromEntries(entries) as Partial<UnitFields>;
}

const CLASHES: ConstraintErrors = {
  dumpsters_number: { message: 'Another dumpster has this number.', path: 'dumpsterNumber' },
};

const subjectOf = (id: number) => ({ subject: 'dumpster' as const, subjectId: id });

/** The most booking numbers in the text; the others are only counted. */
const NAMED = 20;

/** 'bookings #12, #15 and a customer who is paying now'. A null stands for a customer who is paying. */
export function commitmentsText(commitments: readonly (number | null)[]): string {
  const bookings = commitments.filter((bookingId) => bookingId !== null);
  const isPaying = bookings.length < commitments.length;
  const words = [...(bookings.length > 0 ? [bookingsInWords(bookings)] : []), ...(isPaying ? [PAYING] : [])];
  return words.join(' and ');
}

const PAYING = 'a customer who is paying now';

function bookingsInWords(bookings: readonly number[]): string {
  const names = bookings.slice(0, NAMED).map((bookingId) => `#${bookingId}`);
  const others = bookings.length - names.length;
  return `${bookings.length === 1 ? 'booking' : 'bookings'} ${names.join(', ')}${others > 0 ? `, ${others} more` : ''}`;
}
