import { useState, useSyncExternalStore } from 'react';
import { deviceStorage } from '#web/kit/ui/browser/storage.ts';

const MAP_KEY = 'dispatch-map';
/** From this width on, the map stands beside the routes; below, it takes their place. */
const BESIDE = '(min-width: 100rem)';

/** Whether this device shows the map, and where. It is shown when asked, and without asking only where it has room. */
export function useMapSwitch() {
  const isBeside = useSyncExternalStore(subscribe, hasRoomBeside);
  const [stored, setStored] = useState(() => deviceStorage.get(MAP_KEY));
  const isOn = stored === null ? isBeside : stored === 'on';
  const set = (next: boolean) => {
    const value = next ? 'on' : 'off';
    setStored(value);
    deviceStorage.set(MAP_KEY, value);
  };
  return { isOn, isBeside, set };
}
export type MapSwitch = ReturnType<typeof useMapSwitch>;

const hasRoomBeside = () => window.matchMedia?.(BESIDE).matches === true;

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia?.(BESIDE);
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}
