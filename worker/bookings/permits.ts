import { findStreetRule, isPermitIncomplete } from '#domain/catalog/permits.ts';
import { isOver } from '#domain/rental/bookings.ts';
import type { Context } from '#worker/base/context.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import type { BookingChanges, BookingRecord } from '#worker/rental/repo.ts';

type Placed = Pick<BookingRecord, 'placementType' | 'zone' | 'rateCardId'>;

/** Whether the zone of the booking has a street rule for its placement, by its own rate card. */
export async function needsPermit(
  ctx: Context,
  { placementType, zone, rateCardId }: Placed,
): Promise<boolean> {
  // Most bookings: without reading the rate card.
  if (placementType !== 'street') return false;
  const { card } = await getRateCard(ctx, rateCardId);
  return findStreetRule(card, { placementType, zone }) !== null;
}

/** Whether staff must look after the permit of a booking with these changes. */
export async function isPermitMissing(
  ctx: Context,
  record: BookingRecord,
  changes: BookingChanges,
): Promise<boolean> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: BookingRecord = { ...record, ...Object.fromEntries(given) };
  if (isOver(changed.status) || !isPermitIncomplete(changed, changed.pickupDay)) return false;
  return needsPermit(ctx, changed);
}
