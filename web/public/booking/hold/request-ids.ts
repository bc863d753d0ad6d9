import { deviceStorage, tabStorage } from '#web/kit/ui/browser/storage.ts';
import { VISIT_KEYS } from '#web/kit/ui/browser/visit.ts';

const DEVICE_ID = 'booking-device';

/** The random id of this browser. Without storage it lasts until the page is left. */
export function deviceId(): string {
  const stored = deviceStorage.get(DEVICE_ID);
  if (stored) return stored;
  const created = crypto.randomUUID();
  deviceStorage.set(DEVICE_ID, created);
  return created;
}

/** The Idempotency-Key of this checkout. All its requests share it, also after a reload. */
export function checkoutKey(): string {
  const stored = tabStorage.get(VISIT_KEYS.checkout);
  if (stored) return stored;
  const created = crypto.randomUUID();
  tabStorage.set(VISIT_KEYS.checkout, created);
  return created;
}
