import { handlingOf, needsEmptyUnit, type TruckLoad } from './load.ts';
import { isLiveStop } from './stops.ts';
import type { UnitRoute, UnitStop } from './unit-day.ts';

export const isPast = ({ status }: UnitStop) => !isLiveStop(status);

/** A unit that no row names: the one of a stop that brings any, or whose unit is not known. */
const anonymousId = (index: number, isCollected: boolean) => -(2 * index + (isCollected ? 2 : 1));

export function broughtId(stop: UnitStop, index: number): number {
  return isLiveStop(stop.status) && stop.unitId !== null ? stop.unitId : anonymousId(index, false);
}

export function collectedIdOf({ type, unitId, collectedId }: UnitStop, index: number): number {
  return (type === 'exchange' ? collectedId : unitId) ?? anonymousId(index, true);
}

/** The units on a truck: whether each is full. */
export type Aboard = Map<number, boolean>;

/** What a stop does to the units on the truck. A live load leaves its unit full on the truck. */
export function moveUnits(aboard: Aboard, stop: UnitStop, index: number): void {
  const { type } = stop;
  const handling = handlingOf(type);
  if (handling === 'brings' || handling === 'swaps') aboard.delete(broughtId(stop, index));
  if (type === 'live_load') aboard.set(broughtId(stop, index), true);
  if (type === 'exchange' || handling === 'collects') aboard.set(collectedIdOf(stop, index), true);
  if (handling === 'empties') for (const id of aboard.keys()) aboard.set(id, false);
}

export function countUnitsAboard(aboard: Aboard): TruckLoad {
  const full = [...aboard.values()].filter(Boolean).length;
  return { empty: aboard.size - full, full };
}

/** The stops from an index up to the next yard stop that were made or will be, with their indices. */
export function listStopsToYard(stops: readonly UnitStop[], from: number): [number, UnitStop][] {
  const rest = [...stops.entries()].slice(from).filter(([, { status }]) => status !== 'attempted');
  const yard = rest.findIndex(([, { type }]) => handlingOf(type) === 'reloads');
  return yard < 0 ? rest : rest.slice(0, yard);
}

type Loading = { loaded: Aboard; offered: readonly number[] };

/** The index of the first stop that the truck cannot make with this load; Infinity if it comes to the next yard. */
export function computeReach(
  { stops, capacity }: UnitRoute,
  from: number,
  { loaded, offered }: Loading,
): number {
  const aboard = new Map(loaded);
  for (const [index, stop] of listStopsToYard(stops, from)) {
    const handling = handlingOf(stop.type);
    if (needsEmptyUnit(stop.type)) {
      const unitId = broughtId(stop, index);
      const isReady = aboard.get(unitId) === false;
      if (!isReady && offered.includes(unitId)) return index;
      // No load makes this stop possible.
      if (!isReady) continue;
    }
    const needsRoom = handling === 'collects' || handling === 'carries';
    if (needsRoom && !isPast(stop) && aboard.size >= capacity) return index;
    moveUnits(aboard, stop, index);
  }
  return Number.POSITIVE_INFINITY;
}

/** The unit that stands at the customer before the stop. */
export const presentUnitKey = ({ type, bookingId, unitId, collectedId }: UnitStop) =>
  unitKey(bookingId, type === 'exchange' ? collectedId : unitId);

/** The unit of a booking. */
export const unitKey = (bookingId: number | null, unitId: number | null) => `${bookingId} ${unitId}`;

/** Whether it takes away a known unit that stands at a customer. */
export const isTaking = ({ type, unitId, collectedId }: UnitStop) =>
  (type === 'final_pickup' && unitId !== null) || (type === 'exchange' && collectedId !== null);

/** Whether it leaves a unit at a customer that is not there yet. A live load takes its unit away again. */
export function isToBring({ type, status, unitId, bookingId }: UnitStop): boolean {
  const isBringing = type === 'delivery' || type === 'exchange';
  return isBringing && isLiveStop(status) && (unitId !== null || bookingId !== null);
}
