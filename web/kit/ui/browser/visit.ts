import { deviceStorage, tabStorage } from './storage.ts';

/** Storage keys of a booking in progress. ui/theme/theme-start.ts also uses `draft` and `receipt`. */
export const VISIT_KEYS = {
  draft: 'booking-draft',
  receipt: 'booking-receipt',
  checkout: 'checkout-key',
  held: 'checkout-held',
  /** A payment with an unknown outcome, for the return page. */
  payment: 'booking-payment',
} as const;

/** Clears the stored booking, so that the next one starts empty with a new key. */
export function endVisit(): void {
  tabStorage.remove(VISIT_KEYS.draft);
  tabStorage.remove(VISIT_KEYS.checkout);
  tabStorage.remove(VISIT_KEYS.held);
  tabStorage.remove(VISIT_KEYS.payment);
  deviceStorage.remove(VISIT_KEYS.held);
}
