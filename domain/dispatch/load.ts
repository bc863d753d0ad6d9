import type { StopType } from './stops.ts';

/** The units on a truck: empty ones to deliver, and full ones. */
export type TruckLoad = { empty: number; full: number };

/** What cannot be loaded or unloaded, and at which stop of the list. */
type LoadProblem = { index: number; reason: 'no_unit_on_board' | 'truck_full' };

/** `before`: the load when the truck leaves the start. `after`: the load after each stop, up to the problem. */
export type LoadPlan = { before: TruckLoad; after: TruckLoad[]; problem: LoadProblem | null };

/** What a stop does with units. */
export type Handling = 'brings' | 'collects' | 'swaps' | 'carries' | 'empties' | 'reloads' | 'none';

const HANDLING: Readonly<Record<StopType, Handling>> = {
  delivery: 'brings',
  exchange: 'swaps',
  live_load: 'swaps',
  final_pickup: 'collects',
  // The unit goes onto the truck and is put down again before the next stop.
  dump_and_return: 'carries',
  relocation: 'carries',
  relocate_on_site: 'carries',
  disposal: 'empties',
  yard: 'reloads',
  break: 'none',
};

export function handlingOf(type: StopType): Handling {
  return HANDLING[type];
}

/** Whether the stop needs a unit from the truck. */
export function needsEmptyUnit(type: StopType): boolean {
  return HANDLING[type] === 'brings' || HANDLING[type] === 'swaps';
}

/**
 * The load along a route by counts alone, for a suggestion and for routes whose units are not known yet: followUnits
 * (day-units.ts) says what is possible. At the start and at each yard stop the truck gets the fewest units with which it comes
 * farthest: those of its next deliveries, as far as they fit. A disposal site leaves emptied units on the truck.
 */
export function planLoad(types: readonly StopType[], capacity: number): LoadPlan {
  const after: TruckLoad[] = [];
  const before = { empty: bestLoad(types, 0, capacity), full: 0 };
  let load: TruckLoad = before;
  for (const [index, type] of types.entries()) {
    const next =
      HANDLING[type] === 'reloads'
        ? { empty: bestLoad(types, index + 1, capacity), full: 0 }
        : handle(load, type, capacity);
    if (typeof next === 'string') return { before, after, problem: { index, reason: next } };
    after.push(next);
    load = next;
  }
  return { before, after, problem: null };
}

/** The fewest units with which the truck comes farthest from this stop on, up to the next yard stop. */
function bestLoad(types: readonly StopType[], from: number, capacity: number): number {
  let best = { units: 0, reached: -1 };
  for (let units = 0; units <= capacity; units += 1) {
    const reached = distanceWith({ empty: units, full: 0 }, types, { from, capacity });
    if (reached > best.reached) best = { units, reached };
  }
  return best.units;
}

/** How many stops the truck makes with this load before the next yard stop. */
function distanceWith(
  start: TruckLoad,
  types: readonly StopType[],
  { from, capacity }: { from: number; capacity: number },
): number {
  let load = start;
  for (let index = from; index < types.length; index += 1) {
    const type = types[index] ?? 'break';
    if (HANDLING[type] === 'reloads') return types.length;
    const next = handle(load, type, capacity);
    if (typeof next === 'string') return index;
    load = next;
  }
  return types.length;
}

/** The load after a stop that is not a yard, or why it cannot be made. */
function handle(load: TruckLoad, type: StopType, capacity: number): TruckLoad | LoadProblem['reason'] {
  const { empty, full } = load;
  switch (HANDLING[type]) {
    case 'brings':
      return empty > 0 ? { empty: empty - 1, full } : 'no_unit_on_board';
    case 'swaps':
      return empty > 0 ? { empty: empty - 1, full: full + 1 } : 'no_unit_on_board';
    case 'collects':
      return empty + full < capacity ? { empty, full: full + 1 } : 'truck_full';
    case 'carries':
      return empty + full < capacity ? load : 'truck_full';
    case 'empties':
      return { empty: empty + full, full: 0 };
    default:
      return load;
  }
}
