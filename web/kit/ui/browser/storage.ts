import { tabKey } from './tab.ts';

/** A Storage that never throws. If the browser denies access (cross-origin frames), values stay in memory. */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T, instead: () => T): T => {
    try {
      return use(open());
    } catch {
      return instead();
    }
  };
  return {
    get: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    set: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key) =>
      attempt(
        (storage) => storage.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}

const sessionStore = safeStorage(() => window.sessionStorage);

/** Values last until the tab is closed. Each named frame of a tab has its own. */
export const tabStorage: SafeStorage = {
  get: (key) => sessionStore.get(tabKey(key)),
  set: (key, value) => sessionStore.set(tabKey(key), value),
  remove: (key) => sessionStore.remove(tabKey(key)),
};

/** Values persist on this device. */
export const deviceStorage = safeStorage(() => window.localStorage);
