import { deviceStorage } from '#web/ui/browser/storage.ts';

const DEVICE_ID = 'booking-device';

/** The random id of this browser. Where the browser refuses storage, it lasts until the page is left. */
export function deviceId(): string {
  const stored = deviceStorage.get(DEVICE_ID);
  if (stored) return stored;
  const created = crypto.randomUUID();
  deviceStorage.set(DEVICE_ID, created);
  return created;
}
