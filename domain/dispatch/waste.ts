import type { StopType } from './stops.ts';

/** A stop as the waste on the truck depends on it. `material`: in the words of the catalog; null: not known. */
export type WasteStop = { type: StopType; material: string | null };

/** Types of stops at which the truck takes waste along. */
const TAKES_WASTE: ReadonlySet<StopType> = new Set([
  'final_pickup',
  'exchange',
  'live_load',
  'dump_and_return',
] as const);

/**
 * The materials on the truck that a disposal site does not accept. `stops`: those before the site, in order; a disposal
 * site or a yard empties the truck. `accepted`: null for a site that accepts everything. Upper and lower case are the same.
 */
export function listRefusedWaste(stops: readonly WasteStop[], accepted: readonly string[] | null): string[] {
  if (accepted === null) return [];
  const names = new Set(accepted.map(normalize));
  const since = stops.findLastIndex(({ type }) => type === 'disposal' || type === 'yard') + 1;
  const materials = stops
    .slice(since)
    .flatMap(({ type, material }) => (TAKES_WASTE.has(type) && material !== null ? [material] : []));
  return [...new Set(materials)].filter((material) => !names.has(normalize(material)));
}

const normalize = (name: string) => name.trim().toLowerCase();
