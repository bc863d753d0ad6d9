import { tabKey } from './tab.ts';

/** A Storage that never throws: where the browser closes its own (frames of other sites), memory steps in. */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

export function safeStorage(open: () => Storage): SafeStorage {
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

/** Lasts as long as the tab. Each named frame of a tab has values of its own. */
export const tabStorage: SafeStorage = {
  get: (key) => sessionStore.get(tabKey(key)),
  set: (key, value) => sessionStore.set(tabKey(key), value),
  remove: (key) => sessionStore.remove(tabKey(key)),
};

/** Lasts on this device. */
export const deviceStorage = safeStorage(() => window.localStorage);
