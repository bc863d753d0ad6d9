import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import { DEFAULT_DUMPSTER_TYPE } from '#domain/rental.ts';

/** What to do with the chosen size when new availability arrives. */
export type SizeChoice = { keep: true } | { keep: false; choose: string; soldOut?: string };

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
