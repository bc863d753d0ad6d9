import * as z from 'zod/mini';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import type { PendingBooking } from '#web/booking/entries.ts';
import { tabStorage } from '#web/ui/storage.ts';
import { VISIT_KEYS } from '#web/ui/visit.ts';

const heldSchema = z.object({ rentalType: z.string(), dumpsterType: z.string(), deliveryDate: z.string() });
export type Held = z.output<typeof heldSchema>;

/** Remembers what this checkout holds: the public counts take it for gone. */
export function rememberHeld({ rentalType, dumpsterType, deliveryDate }: PendingBooking): void {
  tabStorage.set(VISIT_KEYS.held, JSON.stringify({ rentalType, dumpsterType, deliveryDate }));
}

export function forgetHeld(): void {
  tabStorage.remove(VISIT_KEYS.held);
}

export function heldNow(): Held | null {
  try {
    const parsed = z.safeParse(heldSchema, JSON.parse(tabStorage.get(VISIT_KEYS.held) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The counts as they are for this customer, whose own hold is not in the way of the same rental. */
export function countHeld(
  types: readonly DumpsterTypeAvailability[],
  asked: Pick<Held, 'rentalType' | 'deliveryDate'>,
  held: Held | null,
): DumpsterTypeAvailability[] {
  const isSame = held?.rentalType === asked.rentalType && held.deliveryDate === asked.deliveryDate;
  return types.map((type) =>
    isSame && type.id === held.dumpsterType && type.count === 0
      ? { ...type, available: true, count: 1 }
      : type,
  );
}
