import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import { DEFAULT_DUMPSTER_TYPE } from '#domain/rental.ts';

/** What becomes of the chosen size when an answer on availability arrives. */
export type SizeChoice = { keep: true } | { keep: false; choose: string; soldOut?: string };

export function isOffered({ available, count }: DumpsterTypeAvailability): boolean {
  return available && count > 0;
}

/**
 * A size that is no longer to be had is cleared, and stays so until the customer chooses again. With none chosen
 * so far the default is preselected, or the first that is to be had.
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
