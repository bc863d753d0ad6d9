import { useRef, useState } from 'react';
import type { Recording } from '#web/driver/outbox/recordings.ts';
import { record } from '#web/driver/store.ts';
import { stopName } from '#web/driver/words.ts';
import type { StopState } from './stop-state.ts';

/** Records once, however often it is called while that runs. `onSaved` is not called if the phone could not store it. */
export function useRecording({ stop }: StopState, onSaved: () => void) {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const save = async (recordings: () => Promise<readonly Recording[]> | readonly Recording[]) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      if (await record({ id: stop.id, name: stopName(stop) }, await recordings())) onSaved();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, save };
}
