import { type Day, startOfDay } from '#domain/shared/days.ts';

const HOUR_MS = 60 * 60_000;

/** How long staff can keep a booking for a customer who has not paid yet. */
export const LINK_HOURS = { min: 2, max: 7 * 24 } as const;
/** The clock of a browser and the time that a call takes. */
const TOLERANCE_MS = 5 * 60_000;

/** Whether staff may choose this end of a payment link; both in milliseconds. */
export function isLinkEndAllowed(endsAtMs: number, nowMs: number): boolean {
  const ahead = endsAtMs - nowMs;
  return ahead >= LINK_HOURS.min * HOUR_MS - TOLERANCE_MS && ahead <= LINK_HOURS.max * HOUR_MS + TOLERANCE_MS;
}

/**
 * When the payment link of a new booking ends, in milliseconds: at the chosen time or at the start of the delivery day,
 * whichever is earlier, but never less than two hours from now.
 */
export function linkEndMs(
  chosenMs: number,
  { deliveryDate, timeZone, nowMs }: { deliveryDate: Day; timeZone: string; nowMs: number },
): number {
  const earliest = nowMs + LINK_HOURS.min * HOUR_MS;
  return Math.max(earliest, Math.min(chosenMs, startOfDay(deliveryDate, timeZone)));
}
