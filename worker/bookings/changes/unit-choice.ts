import { entryName } from '#domain/catalog/entries.ts';
import { isAddedJobType } from '#domain/jobs/added-jobs.ts';
import { isOver } from '#domain/rental/bookings.ts';
import type { ChangeOffer, ChangeReason } from '#domain/rental/changes/change-types.ts';
import { isOnSite, type RuleRefusal } from '#domain/rental/changes/rental-rules.ts';
import {
  canTake,
  type DaySpan,
  type PlannedUnit,
  pickFreeUnit,
  reservationsOn,
} from '#domain/rental/changes/units.ts';
import { formatDay } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { findRecord, hasCancellation } from '#worker/rental/repo.ts';
import type { ChangedRental } from './calendar.ts';
import { type RentalRecord, readRental } from './read-rental.ts';
import { selectPlannedUnits, selectReservations, type UnitFilter, type UnitRow } from './repo.ts';

/** The days that a booking needs of a unit, for one of its roles. */
export type UnitNeed = DaySpan & {
  role: string;
  dumpsterType: string;
  /** The unit that the booking has for the role; null: none. */
  current: number | null;
  /** True if the present unit will do although it has another size. */
  canKeep: boolean;
  /** True if only that unit will do, because it is at the customer. */
  isFixed: boolean;
  /** A unit that the booking cannot take: the one that is exchanged. */
  excluded: number | null;
};

/** Another booking that changes its unit in the same transaction. */
export type MovedUnit = {
  bookingId: number;
  version: number;
  row: Omit<UnitRow, 'number'>;
  fromNumber: string;
  toNumber: string;
};

export type UnitChoice =
  | { unit: { id: number; number: string }; moved: MovedUnit | null; reason: null }
  | { unit: null; moved: null; reason: ChangeReason };

type UnitRequest = { dumpsterId?: number | undefined; moveBookingId?: number | undefined };

/** The most other bookings that are examined for a move, and the most units of other sizes in an offer. */
const MAX_CANDIDATES = 5;
const MAX_UNIT_OFFERS = 3;

/** What the rental needs after the change; null if it keeps its units, or gives days back. */
export function computeUnitNeed(
  type: string,
  { state, units, today }: RentalRecord,
  { days, exchangeDays, dumpsterType }: ChangedRental,
): UnitNeed | null {
  // The removal of an exchange: unitsWithoutExchange (job-removal.ts).
  if (type === 'shorten' || type === 'remove_job' || isAddedJobType(type)) return null;
  const last = units.at(-1);
  const end = days.pickupDay;
  if (type === 'exchange') {
    const start = exchangeDays.at(-1) ?? today;
    const excluded = last?.dumpsterId ?? null;
    const role = `exchange ${exchangeDays.length}`;
    return { role, dumpsterType, start, end, excluded, current: null, canKeep: false, isFixed: false };
  }
  const isMovable = !isOnSite(state, today);
  return {
    role: last?.role ?? 'first',
    dumpsterType,
    end,
    excluded: null,
    start: isMovable ? days.deliveryDate : (last?.start ?? today),
    current: last?.dumpsterId ?? null,
    canKeep: type !== 'resize',
    isFixed: !isMovable && last !== undefined,
  };
}

/** The unit that the booking gets, or why there is none and what staff can do instead. */
export async function chooseUnit(
  ctx: Context,
  rental: RentalRecord,
  { need, request }: { need: UnitNeed; request: UnitRequest },
): Promise<UnitChoice> {
  const { dumpsterId = null, moveBookingId = null } = request;
  const ids = [need.current, dumpsterId].filter((id) => id !== null);
  const filter = { dumpsterType: need.dumpsterType, ids };
  const all = await readUnits(ctx, { bookingId: rental.record.id, filter, window: need });
  const { units, isNamed } = possibleUnits(all, need, dumpsterId);
  const free = findUnitFor(units, need, isNamed);
  if (free) return { unit: free, moved: null, reason: null };
  const moves = await findMoves(ctx, rental, { need, units });
  const accepted = moves.find(({ moved }) => moved.bookingId === moveBookingId);
  if (accepted) return { unit: accepted.unit, moved: accepted.moved, reason: null };
  const others = need.isFixed ? [] : await listUnitOffers(ctx, rental, need);
  const offers = [...moves.slice(0, 1).map(({ offer }) => offer), ...others];
  return { unit: null, moved: null, reason: { ...unitRefusal(rental, need, { units, isNamed }), offers } };
}

/** The units that will do. `isNamed`: it is one certain unit, that of the booking or of the call. */
export function possibleUnits(all: readonly PlannedUnit[], need: UnitNeed, dumpsterId: number | null) {
  const named = need.isFixed ? need.current : dumpsterId;
  const units = all.filter(named === null ? isPossible(need) : ({ id }) => id === named);
  return { units, isNamed: named !== null };
}

/** The free one of the units that will do, the present one first; null without any. */
export function findUnitFor(
  units: readonly PlannedUnit[],
  need: UnitNeed,
  isNamed: boolean,
): PlannedUnit | null {
  const { dumpsterType, current: preferred } = need;
  return isNamed ? findNamed(units, need) : pickFreeUnit(units, need, { dumpsterType, preferred });
}

const isPossible =
  ({ dumpsterType, current, canKeep, excluded }: UnitNeed) =>
  (unit: PlannedUnit) =>
    unit.id !== excluded && (unit.dumpsterType === dumpsterType || (canKeep && unit.id === current));

/** A unit out of service keeps its bookings, so the unit that the booking has may be out of service. */
function findNamed([unit]: readonly PlannedUnit[], need: UnitNeed): PlannedUnit | null {
  if (!unit || unit.id === need.excluded) return null;
  const isFree = unit.id === need.current ? reservationsOn(unit, need).length === 0 : canTake(unit, need);
  return isFree ? unit : null;
}

/** The units with the days in the window that other bookings and holds have. */
export async function readUnits(
  ctx: Context,
  query: { bookingId: number; filter: UnitFilter; window: DaySpan },
): Promise<PlannedUnit[]> {
  const [units, reservations] = await readTogether(ctx.db, [
    selectPlannedUnits(ctx.db, query.filter),
    selectReservations(ctx.db, query),
  ]);
  const daysOf = Map.groupBy(reservations, ({ dumpsterId }) => dumpsterId);
  return units.map((unit) => ({ ...unit, reserved: daysOf.get(unit.id) ?? [] }));
}

type Move = { unit: PlannedUnit; moved: MovedUnit; offer: ChangeOffer };

/**
 * The bookings that can make room: each is the only one on the days of a unit, is not delivered yet, and has another
 * free unit of its size for all of its days.
 */
async function findMoves(
  ctx: Context,
  rental: RentalRecord,
  { need, units }: { need: UnitNeed; units: readonly PlannedUnit[] },
): Promise<Move[]> {
  const present = units.filter(({ id }) => id === need.current);
  const candidates = [...present, ...units.filter(({ id }) => id !== need.current)].flatMap((unit) => {
    const holders = [...new Set(reservationsOn(unit, need).map(({ bookingId }) => bookingId))];
    const [bookingId] = holders;
    const isUsable = unit.isAvailable || unit.id === need.current;
    return holders.length === 1 && bookingId != null && isUsable ? [{ unit, bookingId }] : [];
  });
  const found: Move[] = [];
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const move = await findMove(ctx, rental, candidate);
    if (move) found.push(move);
  }
  return found;
}

async function findMove(
  ctx: Context,
  { today }: RentalRecord,
  { unit, bookingId }: { unit: PlannedUnit; bookingId: number },
): Promise<Move | null> {
  const record = await findRecord(ctx.db, bookingId);
  if (!record || isOver(record.status) || (await hasCancellation(ctx.db, bookingId))) return null;
  const other = await readRental(ctx, record);
  const [row, ...further] = other.units;
  if (!row || further.length > 0 || isOnSite(other.state, today) || other.state.isPickedUp) return null;
  const { dumpsterType } = record;
  const filter = { dumpsterType, ids: [] };
  const units = await readUnits(ctx, { bookingId, filter, window: row });
  const free = pickFreeUnit(
    units.filter(({ id }) => id !== unit.id),
    row,
    { dumpsterType, preferred: null },
  );
  if (!free) return null;
  const { role, start, end } = row;
  const names = { fromNumber: unit.number, toNumber: free.number };
  const customer = `${record.firstName} ${record.lastName}`;
  return {
    unit,
    moved: { bookingId, version: record.version, row: { role, start, end, dumpsterId: free.id }, ...names },
    offer: { offer: 'move', bookingId, customer, startDate: start, endDate: end, ...names },
  };
}

/** Free units of the size first, for a call that named another unit; then of other sizes. */
async function listUnitOffers(ctx: Context, rental: RentalRecord, need: UnitNeed): Promise<ChangeOffer[]> {
  const { published } = rental;
  const units = await readUnits(ctx, { bookingId: rental.record.id, filter: null, window: need });
  const free = units.filter((unit) => unit.id !== need.excluded && canTake(unit, need));
  const ofSize = free.filter(({ dumpsterType }) => dumpsterType === need.dumpsterType);
  const others = Map.groupBy(free, ({ dumpsterType }) => dumpsterType);
  others.delete(need.dumpsterType);
  const firsts = [...others.values()].flatMap(([first]) => first ?? []);
  return [...ofSize.slice(0, 1), ...firsts].slice(0, MAX_UNIT_OFFERS).map((unit) => ({
    offer: 'unit',
    dumpsterId: unit.id,
    dumpsterNumber: unit.number,
    sizeName: entryName(published.card.dumpsterSizes, unit.dumpsterType),
  }));
}

/** Why none of the units that will do is free. */
export function unitRefusal(
  { published }: Pick<RentalRecord, 'published'>,
  need: UnitNeed,
  { units: [unit], isNamed }: { units: readonly PlannedUnit[]; isNamed: boolean },
): RuleRefusal {
  const span = `from ${formatDay(need.start)} to ${formatDay(need.end)}`;
  if (!isNamed) {
    const size = entryName(published.card.dumpsterSizes, need.dumpsterType);
    return { code: 'no_unit', message: `No ${size} unit is free ${span}.` };
  }
  if (!unit) return { code: 'no_unit', message: 'There is no such unit.' };
  const name = `Unit ${unit.number}`;
  const [taken] = reservationsOn(unit, need);
  if (unit.id === need.excluded) return { code: 'taken', message: `${name} is the one to exchange.` };
  if (!taken) return { code: 'taken', message: `${name} is not in service.` };
  const who = taken.bookingId === null ? 'a customer who is paying now' : `booking #${taken.bookingId}`;
  const days = `${formatDay(taken.start)} to ${formatDay(taken.end)}`;
  return { code: 'taken', message: `${name} is reserved for ${who} from ${days}.` };
}
