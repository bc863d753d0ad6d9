import { deviceStorage } from '#web/ui/browser/storage.ts';

const MOVED = 'booking-moved';

/** Reports to the other tabs of this browser that a hold was moved to this one. */
export function reportMovedHold(): void {
  deviceStorage.set(MOVED, crypto.randomUUID());
}

/** Another tab of this browser has moved a hold, perhaps the one of this tab. */
export function onMovedHold(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === MOVED) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
