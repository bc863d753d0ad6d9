import { NEVER_MOVED, type UnitLocation } from '#contract/inventory.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { type CurrentLocation, listUnitNumbersAt, type TruckOrSite } from './repo.ts';

/** Where a unit is, as the API returns it. A unit that was never moved is in the yard. */
export function toUnitLocation(current: CurrentLocation | null): UnitLocation {
  if (!current) return NEVER_MOVED;
  const { id: _, since, ...location } = current;
  return { ...location, since: isoInstant(since) };
}

/** Units beyond this number are not named. */
const NAMED = 5;

/** 'Dumpster D-7 is', 'Dumpsters D-7, D-8 are': the units that are on a truck or at a site. Null: there are none. */
export async function unitsAtText(ctx: Context, at: TruckOrSite): Promise<string | null> {
  const numbers = await listUnitNumbersAt(ctx.db, at, NAMED + 1);
  if (numbers.length === 0) return null;
  if (numbers.length === 1) return `Unit ${numbers[0]} is`;
  const more = numbers.length > NAMED ? ' and more' : '';
  return `Units ${numbers.slice(0, NAMED).join(', ')}${more} are`;
}
