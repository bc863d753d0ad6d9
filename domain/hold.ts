/** How long days are held for somebody who is paying, in seconds. */
export const HOLD_SECONDS = 20 * 60;

/** Past its end a hold lives on by half as much again while Stripe waits for the customer or the bank. */
const EXTENSION = 1.5;

export type Hold = { createdAtMs: number; expiresAtMs: number };
export type HoldState = 'live' | 'extendable' | 'over';

/** 'extendable': only a payment that requires_action or is processing keeps the hold. */
export function holdState(hold: Hold, nowMs: number): HoldState {
  if (nowMs < hold.expiresAtMs) return 'live';
  return nowMs < extendedEndMs(hold) ? 'extendable' : 'over';
}

/** When a hold ends: past its end it can only be an extended one. */
export function heldUntilMs(hold: Hold, nowMs: number): number {
  return nowMs < hold.expiresAtMs ? hold.expiresAtMs : extendedEndMs(hold);
}

/** When a hold ends that a payment under way prolongs. */
export function extendedEndMs(hold: Hold): number {
  return hold.createdAtMs + (hold.expiresAtMs - hold.createdAtMs) * EXTENSION;
}

/** Live holds at most from one network: an IPv4 address or IPv6 /56, and an IPv4 /24 or IPv6 /48. */
export const MAX_HOLDS = { homeNetwork: 10, wideNetwork: 30 } as const;

/** Live holds at most with one e-mail address or phone number, of those from one device or home network. */
export const MAX_HOLDS_OF_CONTACT = 2;

/**
 * Unpaid hold-days at most, of a size and of the fleet: a share of what its units offer within the horizon, and
 * never less than the minimum, so that a small fleet can be booked.
 */
export const HOLD_DAYS = { percent: 10, percentWithTurnstile: 30, minimum: 60 } as const;

/** Percent of a limit on hold-days from which on staff are warned. */
export const NEAR_LIMIT_PERCENT = 80;
