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
