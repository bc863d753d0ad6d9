import { type ReactNode, useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import { deviceStorage } from '#web/ui/browser/storage.ts';
import { MapPanel } from './MapPanel.tsx';
import { PinProvider } from './pins.tsx';

const MAP_KEY = 'dispatch-map';

type Props = { board: Board; mayWrite: boolean; isOn: boolean; children: ReactNode };

/** The board with its map: beside it on wide screens, else above it. */
export function MapArea({ board, mayWrite, isOn, children }: Props) {
  return (
    <PinProvider day={board.day} mayWrite={mayWrite}>
      <div className="flex flex-col-reverse gap-4 min-[100rem]:flex-row min-[100rem]:items-start">
        <div className="min-w-0 flex-1 space-y-3">{children}</div>
        {isOn && <MapPanel board={board} />}
      </div>
    </PinProvider>
  );
}

/** Whether this device shows the map. Phones show it when asked: it is 450 kB. */
export function useMapSwitch() {
  const [isOn, setOn] = useState(() => {
    const stored = deviceStorage.get(MAP_KEY);
    return stored === null ? window.matchMedia?.('(min-width: 64rem)').matches === true : stored === 'on';
  });
  const toggle = () => {
    setOn(!isOn);
    deviceStorage.set(MAP_KEY, isOn ? 'off' : 'on');
  };
  return { isOn, toggle };
}
export type MapSwitch = ReturnType<typeof useMapSwitch>;
