import { tabStorage } from '#web/ui/browser/storage.ts';
import { VISIT_KEYS } from '#web/ui/browser/visit.ts';

/** The Idempotency-Key of this checkout: one for all its calls, reloads included. */
export function checkoutKey(): string {
  const kept = tabStorage.get(VISIT_KEYS.checkout);
  if (kept) return kept;
  const made = crypto.randomUUID();
  tabStorage.set(VISIT_KEYS.checkout, made);
  return made;
}
