import type { Utm } from '#domain/catalog/quote.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';

export const UTM_STORAGE_KEY = 'utm';

/** Null without an advertisement. */
export function findUtm(): Utm | null {
  try {
    return JSON.parse(tabStorage.get(UTM_STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}
