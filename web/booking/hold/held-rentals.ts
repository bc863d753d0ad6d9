import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import { RENTAL_TYPES, type RentalType, rentalEnd } from '#domain/rental.ts';
import { deviceStorage, tabStorage } from '#web/ui/browser/storage.ts';
import { VISIT_KEYS } from '#web/ui/browser/visit.ts';
import type { HoldDeadline } from './hold-clock.ts';

const heldSchema = z.object({
  rentalType: z.enum(RENTAL_TYPES),
  dumpsterType: z.string(),
  deliveryDate: z.string(),
});
export type HeldRental = z.output<typeof heldSchema>;

/** Ends with the hold; the device's clock only decides how long other tabs know of it. */
const deviceHeldSchema = z.extend(heldSchema, { untilMs: z.number() });

/** Sizes and rental periods that the server refused as sold out: more than a hold of this customer blocks them. */
const refused = new Set<string>();

/** Remembers what this checkout holds, for this tab and the others of this browser: the public counts take it for gone. */
export function saveHeldRental(
  { rentalType, dumpsterType, deliveryDate }: HeldRental,
  hold?: HoldDeadline,
): void {
  const held = { rentalType, dumpsterType, deliveryDate };
  refused.clear();
  tabStorage.set(VISIT_KEYS.held, JSON.stringify(held));
  if (!hold) return;
  const untilMs = Date.now() + hold.endsAtMs - performance.now();
  deviceStorage.set(VISIT_KEYS.held, JSON.stringify({ ...held, untilMs }));
}

/**
 * The server says that a rental is sold out: a hold with all of its days has ended. Which other days are blocked
 * is not known, so the days of this size and rental period are free only where the server says so.
 */
export function clearHeldRental(rental: HeldRental): void {
  refused.add(sizeAndPeriodOf(rental));
  const hasEnded = (held: HeldRental | null) => held !== null && hasAllDays(held, rental);
  if (hasEnded(rentalHeldInTab())) tabStorage.remove(VISIT_KEYS.held);
  if (hasEnded(rentalHeldOnDevice())) deviceStorage.remove(VISIT_KEYS.held);
}

/** Whether holds of this customer have some days of the rental, and none has all of them. */
export function isPartlyHeld(rental: HeldRental): boolean {
  const holds = listHeldRentals();
  return holds.some((held) => hasSomeDays(held, rental)) && !holds.some((held) => hasAllDays(held, rental));
}

/** What this tab holds, and what was held last in this browser. */
export function listHeldRentals(): HeldRental[] {
  return [rentalHeldInTab(), rentalHeldOnDevice()].filter((held) => held !== null);
}

function rentalHeldInTab(): HeldRental | null {
  return parse(heldSchema, tabStorage.get(VISIT_KEYS.held));
}

function rentalHeldOnDevice(): HeldRental | null {
  const held = parse(deviceHeldSchema, deviceStorage.get(VISIT_KEYS.held));
  return held && held.untilMs > Date.now() ? held : null;
}

function parse<T>(schema: z.ZodMiniType<T>, text: string | null): T | null {
  try {
    return z.safeParse(schema, JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The days that cannot be picked, without those that may be gone only because this customer holds a unit. */
export function daysUnavailableToCustomer(
  days: readonly string[],
  asked: { rentalType: RentalType; dumpsterType: string; today: string },
  holds: readonly HeldRental[],
): readonly string[] {
  return days.filter(
    (day) => day < asked.today || !isBlockedByOwnHold({ ...asked, deliveryDate: day }, holds),
  );
}

/** The counts as they are for this customer: another rental can take the days of the customer's hold. */
export function countWithOwnHolds(
  types: readonly DumpsterTypeAvailability[],
  asked: { rentalType: RentalType; deliveryDate: string },
  holds: readonly HeldRental[],
): DumpsterTypeAvailability[] {
  return types.map((type) =>
    type.count === 0 && isBlockedByOwnHold({ ...asked, dumpsterType: type.id }, holds)
      ? { ...type, available: true, count: 1 }
      : type,
  );
}

/** Whether the rental may be unavailable only because of a hold of this customer. */
function isBlockedByOwnHold(rental: HeldRental, holds: readonly HeldRental[]): boolean {
  if (!rental.deliveryDate) return false;
  // The unit of a hold with all days of the rental is free for it, whatever was refused.
  const blocks = refused.has(sizeAndPeriodOf(rental)) ? hasAllDays : hasSomeDays;
  return holds.some((held) => blocks(held, rental));
}

function hasSomeDays(held: HeldRental, rental: HeldRental): boolean {
  return (
    held.dumpsterType === rental.dumpsterType &&
    held.deliveryDate <= endOf(rental) &&
    rental.deliveryDate <= endOf(held)
  );
}

function hasAllDays(held: HeldRental, rental: HeldRental): boolean {
  return (
    held.dumpsterType === rental.dumpsterType &&
    held.deliveryDate <= rental.deliveryDate &&
    endOf(rental) <= endOf(held)
  );
}

function endOf({ rentalType, deliveryDate }: HeldRental): string {
  return rentalEnd(rentalType, deliveryDate);
}

function sizeAndPeriodOf({ rentalType, dumpsterType }: HeldRental): string {
  return `${rentalType} ${dumpsterType}`;
}

/** What this customer holds, also when another tab changes it. */
export function useHeldRentals(): readonly HeldRental[] {
  const [holds, setHolds] = useState(listHeldRentals);
  useEffect(() => {
    const update = ({ key }: StorageEvent) => {
      // Null: all of the storage was cleared.
      if (key === VISIT_KEYS.held || key === null) setHolds(listHeldRentals());
    };
    window.addEventListener('storage', update);
    return () => window.removeEventListener('storage', update);
  }, []);
  return holds;
}
