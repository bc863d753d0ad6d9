import { useEffect, useRef, useState } from 'react';

/** How long money waits before it moves (SPEC 9). */
const WINDOW_MS = 1500;

/** Nothing begun; in the window in which it can be stopped; sent, and no longer to be stopped. */
export type Stage = 'open' | 'waiting' | 'sent';

export type HeldBack = {
  stage: Stage;
  start: (act: () => Promise<unknown>) => void;
  stop: () => void;
};

/** Holds an act back for a moment. Stopped, or gone from the screen before the moment is over, it never happens. */
export function useHeldBack(): HeldBack {
  const [stage, setStage] = useState<Stage>('open');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = (act: () => Promise<unknown>) => {
    clearTimeout(timer.current);
    setStage('waiting');
    timer.current = setTimeout(() => {
      setStage('sent');
      void act().finally(() => setStage('open'));
    }, WINDOW_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    setStage((now) => (now === 'waiting' ? 'open' : now));
  };
  return { stage, start, stop };
}
