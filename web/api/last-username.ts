import { deviceStorage } from '#web/ui/browser/storage.ts';

const KEY = 'admin-last-username';
const FIRST_ADMINISTRATOR = 'admin';

/** The name that was last used on this device. */
export function lastUsername(): string {
  return deviceStorage.get(KEY) || FIRST_ADMINISTRATOR;
}

export function rememberUsername(username: string): void {
  deviceStorage.set(KEY, username);
}
