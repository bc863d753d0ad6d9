import type { PublicCatalog } from '#contract/public-catalog.ts';
import { offeredMaterials, offeredRentalOptions, offeredSizes } from '#domain/catalog/entries.ts';
import type { UnpaidFlow } from '#web/public/booking/flow.ts';
import type { Entries } from '#web/public/booking/history/entries.ts';
import { materialIdOf, pendingBooking } from './pending-booking.ts';

/** A step as it is stored. */
export type StoredStep =
  | { step: 'rental'; entries: Entries }
  | { step: 'details' | 'payment'; rentalType: string; entries: Entries };

/**
 * The step with this catalog. What is no longer offered is cleared, with a message, and the customer chooses again;
 * all other entries are kept. A payment needs valid entries, else it is the form.
 */
export function reconcileStep(catalog: PublicCatalog, stored: StoredStep): UnpaidFlow {
  if (stored.step === 'rental') return { step: 'rental', entries: stored.entries };
  const { step, rentalType } = stored;
  if (!isKnown(offeredRentalOptions(catalog), rentalType))
    return { step: 'rental', entries: stored.entries, dropped: [RENTAL_GONE] };
  const { entries, dropped } = dropEntries(catalog, rentalType, stored.entries);
  if (dropped.length > 0) return { step: 'details', rentalType, entries, dropped };
  const booking = step === 'payment' && pendingBooking(catalog, rentalType, entries);
  return booking
    ? { step: 'payment', rentalType, entries, booking }
    : { step: 'details', rentalType, entries };
}

function dropEntries(catalog: PublicCatalog, rentalType: string, given: Entries) {
  const dropped: string[] = [];
  let entries = given;
  if (
    entries.material &&
    !isKnown(offeredMaterials(catalog, { rentalOption: rentalType }), entries.material)
  ) {
    entries = { ...entries, material: '' };
    dropped.push(MATERIAL_GONE);
  }
  const material = materialIdOf(catalog, rentalType, entries);
  const sizes = offeredSizes(catalog, { rentalOption: rentalType, material });
  if (entries.dumpsterType && !isKnown(sizes, entries.dumpsterType)) {
    entries = { ...entries, dumpsterType: '' };
    dropped.push(SIZE_GONE);
  }
  return { entries, dropped };
}

function isKnown(entries: readonly { id: string }[], wanted: string): boolean {
  return entries.some(({ id }) => id === wanted);
}

const RENTAL_GONE =
  'The rental period that you had chosen is no longer offered. Please choose another one. Everything else you entered is kept.';
const SIZE_GONE = 'The size that you had chosen is not offered for this rental, so we cleared it.';
const MATERIAL_GONE = 'The material that you had chosen is not offered for this rental, so we cleared it.';
