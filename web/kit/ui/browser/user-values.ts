import { tabStorage } from './storage.ts';

/** The keys of values in this tab that belong to the user who is signed in. */
export const USER_VALUES = {
  recent: 'office-recent',
  orderDraft: 'new-booking',
  orderAttempt: 'new-booking-call',
} as const;

/** Removes what a user left in this tab, so that the next one does not see it. */
export function forgetUserValues(): void {
  for (const key of Object.values(USER_VALUES)) tabStorage.remove(key);
}
