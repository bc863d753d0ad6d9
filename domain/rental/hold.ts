/** How long days are held for a customer who is paying, in seconds. */
export const HOLD_SECONDS = 20 * 60;

/** A hold lasts up to 1.5 times as long while Stripe waits for the customer or the bank. */
const EXTENSION = 1.5;

export type HoldTimes = { createdAtMs: number; expiresAtMs: number };
export type HoldState = 'live' | 'extendable' | 'over';

/** 'extendable': the hold continues only while its payment has the status requires_action or processing. */
export function holdState(hold: HoldTimes, nowMs: number): HoldState {
  if (nowMs < hold.expiresAtMs) return 'live';
  return nowMs < extendedEndMs(hold) ? 'extendable' : 'over';
}

/** When a hold ends, in milliseconds; after its regular end, the extended end. */
export function heldUntilMs(hold: HoldTimes, nowMs: number): number {
  return nowMs < hold.expiresAtMs ? hold.expiresAtMs : extendedEndMs(hold);
}

/** When a hold ends that is extended by a payment in progress, in milliseconds. */
export function extendedEndMs(hold: HoldTimes): number {
  return hold.createdAtMs + (hold.expiresAtMs - hold.createdAtMs) * EXTENSION;
}

/** The most live holds from one network. Home: an IPv4 address or IPv6 /56. Wide: an IPv4 /24 or IPv6 /48. */
export const MAX_HOLDS = { homeNetwork: 10, wideNetwork: 30 } as const;

/** The most live holds with one e-mail address or phone number from one device or home network. */
export const MAX_HOLDS_OF_CONTACT = 2;

/**
 * The most unpaid hold-days of a size and of the fleet: a percentage of the unit-days within the horizon. The minimum
 * keeps a small fleet bookable.
 */
export const HOLD_DAYS = { percent: 10, percentWithTurnstile: 30, minimum: 60 } as const;

/**
 * The most truck moves of a day that unpaid holds take, in percent of the day's moves: from one network (see MAX_HOLDS)
 * and from all. The minimum keeps a small firm bookable: a rental of one day needs two moves, and another customer one.
 */
export const HELD_MOVES = {
  homeNetwork: { percent: 30, minimum: 2 },
  wideNetwork: { percent: 40, minimum: 2 },
  all: { percent: 60, minimum: 3 },
} as const;

/** The most truck moves of a day that unpaid holds take: of one network, or in all. */
export function maxHeldMoves(from: keyof typeof HELD_MOVES, maxMovesPerDay: number): number {
  const { percent, minimum } = HELD_MOVES[from];
  return Math.max(minimum, Math.floor((maxMovesPerDay * percent) / 100));
}

/** Staff are warned when hold-days or held truck moves reach this percentage of a limit. */
export const NEAR_LIMIT_PERCENT = 80;

/** An intent with this many failed attempts is cancelled, because criminals test stolen cards with many attempts. */
export const MAX_FAILED_ATTEMPTS = 5;
