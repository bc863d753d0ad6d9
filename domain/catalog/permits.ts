import type { Day } from '#domain/shared/days.ts';
import type { PlacementType } from './quote.ts';
import type { RateCard, StreetRule } from './rate-card.ts';

/** The rule of a placement on a street; null on private property and in a zone without a rule. */
export function findStreetRule(
  { area }: Pick<RateCard, 'area'>,
  { placementType, zone }: { placementType: PlacementType; zone: string | null },
): StreetRule | null {
  if (placementType !== 'street') return null;
  return area.zones.find(({ id }) => id === zone)?.streetRule ?? null;
}

/** Who applies for the permit of a street, for customers; unknown: the zone has no rule. */
export const PERMIT_TEXTS = {
  business: 'We apply for the street permit.',
  customer: 'You apply for the street permit.',
  unknown:
    'Some towns require a permit for a dumpster on the street. If yours does, please apply for it before the delivery.',
} as const;

/** What staff enter of a street permit. */
export type Permit = { permitNumber: string | null; permitExpires: Day | null };

/** Whether a permit lacks its number or its last day, or ends before the pickup. */
export function isPermitIncomplete({ permitNumber, permitExpires }: Permit, pickupDay: Day): boolean {
  return permitNumber === null || permitExpires === null || permitExpires < pickupDay;
}
