import { deviceStorage, tabStorage } from './storage.ts';

/** What a tab remembers of a booking in progress. `draft` and `receipt` are known to ui/theme/theme-start.ts, too. */
export const VISIT_KEYS = {
  draft: 'booking-draft',
  receipt: 'booking-receipt',
  checkout: 'checkout-key',
  held: 'checkout-held',
  /** A payment whose outcome is not known yet, for the page that payments return to. */
  payment: 'booking-payment',
} as const;

/** After a payment the next booking begins empty, under a key of its own. */
export function endVisit(): void {
  tabStorage.remove(VISIT_KEYS.draft);
  tabStorage.remove(VISIT_KEYS.checkout);
  tabStorage.remove(VISIT_KEYS.held);
  tabStorage.remove(VISIT_KEYS.payment);
  deviceStorage.remove(VISIT_KEYS.held);
}
