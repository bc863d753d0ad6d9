import { isLoadType } from './loads.ts';
import type { StopType } from './stops.ts';

/** A stop as the waste on the truck depends on it. `material`: in the words of the catalog; null: not known. */
export type WasteStop = { type: StopType; material: string | null };

/**
 * Whether a disposal site takes a material. `accepted`: null for a site that takes everything. A material that is not
 * known (null) is what the business usually takes away. Upper and lower case are the same.
 */
export function acceptsWaste(accepted: readonly string[] | null, material: string | null): boolean {
  if (accepted === null || material === null) return true;
  return accepted.some((name) => normalize(name) === normalize(material));
}

/**
 * The materials on the truck that a disposal site does not accept. `stops`: those before the site, in order; a disposal
 * site or a yard empties the truck. `accepted`: null for a site that accepts everything. Upper and lower case are the same.
 */
export function listRefusedWaste(stops: readonly WasteStop[], accepted: readonly string[] | null): string[] {
  if (accepted === null) return [];
  const since = stops.findLastIndex(({ type }) => type === 'disposal' || type === 'yard') + 1;
  const materials = stops
    .slice(since)
    .flatMap(({ type, material }) => (isLoadType(type) && material !== null ? [material] : []));
  return [...new Set(materials)].filter((material) => !acceptsWaste(accepted, material));
}

const normalize = (name: string) => name.trim().toLowerCase();
