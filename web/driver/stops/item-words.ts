import type { RequiredItem } from '#domain/dispatch/stops.ts';
import type { StopPart } from '#web/driver/address.ts';

/** What the primary button says when the item is the next to record. */
export const RECORD_VERBS: Readonly<Record<RequiredItem, string>> = {
  unit: 'Enter the unit you bring',
  collected_unit: 'Enter the unit you take',
  delivery_placement: 'Photo of the placement',
  pickup_before: 'Photo before the pickup',
  pickup_after: 'Photo after the pickup',
  signature: 'Get the signature',
  ticket: 'Enter the dump ticket',
};

export const ITEM_NAMES: Readonly<Record<RequiredItem, string>> = {
  unit: 'Unit you bring',
  collected_unit: 'Unit you take away',
  delivery_placement: 'Photo of the placement',
  pickup_before: 'Photo before the pickup',
  pickup_after: 'Photo after the pickup',
  signature: 'Signature, if someone is there',
  ticket: 'Dump ticket with its photo',
};

type PhotoRequirement = 'delivery_placement' | 'pickup_before' | 'pickup_after';

export function isPhotoItem(item: RequiredItem): item is PhotoRequirement {
  return item === 'delivery_placement' || item === 'pickup_before' || item === 'pickup_after';
}

/** The part of the stop's page where an item is entered. */
export const PART_OF_ITEM: Readonly<Record<Exclude<RequiredItem, PhotoRequirement>, StopPart>> = {
  unit: 'unit',
  collected_unit: 'collected-unit',
  signature: 'signature',
  ticket: 'ticket',
};
