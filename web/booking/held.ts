import * as z from 'zod/mini';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import type { PendingBooking } from '#web/booking/entries.ts';
import type { Hold } from '#web/booking/hold-clock.ts';
import { deviceStorage, tabStorage } from '#web/ui/storage.ts';
import { VISIT_KEYS } from '#web/ui/visit.ts';

const heldSchema = z.object({ rentalType: z.string(), dumpsterType: z.string(), deliveryDate: z.string() });
export type Held = z.output<typeof heldSchema>;

/** Ends with the hold; the device's clock only decides how long other tabs know of it. */
const deviceHeldSchema = z.extend(heldSchema, { untilMs: z.number() });

/** Remembers what this checkout holds, for this tab and the others of this browser: the public counts take it for gone. */
export function rememberHeld({ rentalType, dumpsterType, deliveryDate }: PendingBooking, hold?: Hold): void {
  const held = { rentalType, dumpsterType, deliveryDate };
  tabStorage.set(VISIT_KEYS.held, JSON.stringify(held));
  if (!hold) return;
  const untilMs = Date.now() + hold.endsAtMs - performance.now();
  deviceStorage.set(VISIT_KEYS.held, JSON.stringify({ ...held, untilMs }));
}

export function forgetHeld(): void {
  tabStorage.remove(VISIT_KEYS.held);
  deviceStorage.remove(VISIT_KEYS.held);
}

/** What this tab holds, else what another tab of this browser does. */
export function heldNow(): Held | null {
  const here = parse(heldSchema, tabStorage.get(VISIT_KEYS.held));
  if (here) return here;
  const elsewhere = parse(deviceHeldSchema, deviceStorage.get(VISIT_KEYS.held));
  return elsewhere && elsewhere.untilMs > Date.now() ? elsewhere : null;
}

function parse<T>(schema: z.ZodMiniType<T>, text: string | null): T | null {
  try {
    return z.safeParse(schema, JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The days that cannot be picked, without the one that is gone only because this customer holds it. */
export function withoutHeldDay(
  days: readonly string[],
  asked: Pick<Held, 'rentalType' | 'dumpsterType'> & { today: string },
  held: Held | null,
): readonly string[] {
  const isSame = held?.rentalType === asked.rentalType && held.dumpsterType === asked.dumpsterType;
  return isSame ? days.filter((day) => day !== held.deliveryDate || day < asked.today) : days;
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
