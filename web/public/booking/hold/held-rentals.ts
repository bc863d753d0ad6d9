import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import type { DayRefusal } from '#domain/rental/availability.ts';
import { addDays } from '#domain/shared/days.ts';
import { deviceStorage, tabStorage } from '#web/kit/ui/browser/storage.ts';
import { VISIT_KEYS } from '#web/kit/ui/browser/visit.ts';
import type { HoldDeadline } from './hold-clock.ts';

const heldSchema = z.object({
  dumpsterType: z.string(),
  deliveryDate: z.string(),
  /** The days of the rental, delivery day included. */
  days: z.int(),
  /** How many dumpsters; absent for one. */
  quantity: z.optional(z.int()),
});
export type HeldRental = z.output<typeof heldSchema>;

/** Expires with the hold. The device clock is used for this only. */
const deviceHeldSchema = z.extend(heldSchema, { untilMs: z.number() });

/** Sizes and rental periods that the server reported as sold out: not only this customer's hold blocks them. */
const soldOutCombinations = new Set<string>();

/** Stores the rental that this checkout holds, for all tabs of this browser. Public counts treat it as taken. */
export function saveHeldRental(rental: HeldRental, hold?: HoldDeadline): void {
  const { dumpsterType, deliveryDate, days, quantity = 1 } = rental;
  const held = { dumpsterType, deliveryDate, days, ...(quantity > 1 && { quantity }) };
  soldOutCombinations.clear();
  tabStorage.set(VISIT_KEYS.held, JSON.stringify(held));
  if (!hold) return;
  const untilMs = Date.now() + hold.endsAtMs - performance.now();
  deviceStorage.set(VISIT_KEYS.held, JSON.stringify({ ...held, untilMs }));
}

/**
 * Removes holds that cover all days of a rental that the server reports as sold out: they have ended. Which other
 * days are blocked is unknown, so from now on the days of this size and rental period follow the server's reply.
 */
export function clearHeldRental(rental: HeldRental): void {
  soldOutCombinations.add(sizeAndPeriodOf(rental));
  const hasEnded = (held: HeldRental | null) => held !== null && hasAllDays(held, rental);
  if (hasEnded(rentalHeldInTab())) tabStorage.remove(VISIT_KEYS.held);
  if (hasEnded(rentalHeldOnDevice())) deviceStorage.remove(VISIT_KEYS.held);
}

/** True if holds of this customer cover some days of the rental, but no hold covers all of them. */
export function isPartlyHeld(rental: HeldRental): boolean {
  const holds = listHeldRentals();
  return holds.some((held) => hasSomeDays(held, rental)) && !holds.some((held) => hasAllDays(held, rental));
}

/** Lists the rental held by this tab and the one held last in this browser. */
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

/** Removes from the unavailable days those that only this customer's hold may block. */
export function daysUnavailableToCustomer(
  days: readonly string[],
  {
    reasons = {},
    ...rental
  }: Pick<HeldRental, 'dumpsterType' | 'days'> & {
    today: string;
    reasons?: Readonly<Record<string, DayRefusal>> | undefined;
  },
  holds: readonly HeldRental[],
): readonly string[] {
  return days.filter(
    (day) =>
      day < rental.today ||
      !isBlockedByOwnHold({ ...rental, deliveryDate: day, reason: reasons[day] }, holds),
  );
}

/** Corrects the counts for this customer, whose own hold can be moved to the new rental. */
export function countWithOwnHolds(
  types: readonly DumpsterTypeAvailability[],
  rental: Pick<HeldRental, 'deliveryDate' | 'days'>,
  holds: readonly HeldRental[],
): DumpsterTypeAvailability[] {
  return types.map((type) => {
    const own = { ...rental, dumpsterType: type.id, reason: type.reason };
    if (type.count === 0 && isBlockedByOwnHold(own, holds))
      return { ...type, available: true, count: countHeld(own, holds) };
    // The other dumpsters of an order that is held for these days.
    const others = rental.deliveryDate === '' ? 0 : countHeld(own, holds) - 1;
    return type.count > 0 && others > 0 ? { ...type, count: type.count + others } : type;
  });
}

/** How many dumpsters a hold of this customer has for some of the days; at least 1. */
function countHeld(rental: HeldRental, holds: readonly HeldRental[]): number {
  return Math.max(
    1,
    ...holds.filter((held) => hasSomeDays(held, rental)).map(({ quantity = 1 }) => quantity),
  );
}

/** True if only a hold of this customer may block the rental. */
function isBlockedByOwnHold(
  rental: HeldRental & { reason: DayRefusal | undefined },
  holds: readonly HeldRental[],
): boolean {
  if (!rental.deliveryDate) return false;
  // A rule of the calendar stays, but a hold keeps the day on which it begins.
  if (rental.reason === 'closed' || rental.reason === 'too_soon')
    return holds.some((held) => held.deliveryDate === rental.deliveryDate && hasSomeDays(held, rental));
  // A hold that covers all days of the rental can always be used for it.
  const blocks = soldOutCombinations.has(sizeAndPeriodOf(rental)) ? hasAllDays : hasSomeDays;
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

function endOf({ days, deliveryDate }: HeldRental): string {
  return addDays(deliveryDate, days - 1);
}

function sizeAndPeriodOf({ days, dumpsterType }: HeldRental): string {
  return `${days} ${dumpsterType}`;
}

/** The rentals that this customer holds. Follows changes in other tabs. */
export function useHeldRentals(): readonly HeldRental[] {
  const [holds, setHolds] = useState(listHeldRentals);
  useEffect(() => {
    const update = ({ key }: StorageEvent) => {
      // The key is null when the whole storage was cleared.
      if (key === VISIT_KEYS.held || key === null) setHolds(listHeldRentals());
    };
    window.addEventListener('storage', update);
    return () => window.removeEventListener('storage', update);
  }, []);
  return holds;
}
