import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { materialOf, offeredSizes } from '#domain/catalog/entries.ts';
import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { DEFAULT_DUMPSTER_TYPE } from '#domain/rental/rental.ts';

/** What to do with the chosen size when new availability arrives. */
export type SizeChoice = { keep: true } | { keep: false; choose: string; soldOut?: string };

/** A size with its free units, as the form shows it. */
export type SizeRow = DumpsterTypeAvailability & {
  size: SizeOption;
  /** Why the size cannot be chosen for this material; null if it can. */
  refusal: string | null;
};

/** The sizes that are offered with the rental. Those that the material may not go into have a reason. */
export function listSizeRows(
  catalog: PublicCatalog,
  { rentalType, material }: { rentalType: string; material: string },
  types: readonly DumpsterTypeAvailability[],
): SizeRow[] {
  const forMaterial = offeredSizes(catalog, { rentalOption: rentalType, material });
  return offeredSizes(catalog, { rentalOption: rentalType }).flatMap((size): SizeRow[] => {
    const type = types.find(({ id }) => id === size.id);
    if (!type) return [];
    if (forMaterial.some(({ id }) => id === size.id)) return [{ ...type, size, refusal: null }];
    const { name, sizes } = materialOf(catalog, material);
    const isTooLarge = sizes !== null && !sizes.includes(size.id);
    const refusal = isTooLarge ? `Too large for this weight: ${name}` : `Not offered for: ${name}`;
    return [{ ...type, available: false, size, refusal }];
  });
}

export function isOffered({ available, count }: DumpsterTypeAvailability): boolean {
  return available && count > 0;
}

/**
 * Clears a size that is no longer available; the customer then chooses again. If no size was chosen yet, selects the
 * default size, or the first one that is available.
 */
export function chooseSize(
  types: readonly DumpsterTypeAvailability[],
  chosen: string,
  wasCleared: boolean,
): SizeChoice {
  const offered = types.filter(isOffered).map(({ id }) => id as string);
  if (offered.includes(chosen)) return { keep: true };
  if (chosen) return { keep: false, choose: '', soldOut: chosen };
  const preferred = offered.includes(DEFAULT_DUMPSTER_TYPE) ? DEFAULT_DUMPSTER_TYPE : offered[0];
  return preferred && !wasCleared ? { keep: false, choose: preferred } : { keep: true };
}
