import { useEffect, useState } from 'react';
import { type Hold, secondsLeft } from './hold-clock.ts';

const LOOK_EVERY_MS = 250;

/** The seconds left of a hold, counted on the page's running clock; 0 without a hold. */
export function useSecondsLeft(hold: Hold | null): number {
  const [, redraw] = useState(0);
  const seconds = hold ? secondsLeft(hold, performance.now()) : 0;
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!hold || !isRunning) return;
    const timer = setInterval(() => redraw(secondsLeft(hold, performance.now())), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [hold, isRunning]);
  return seconds;
}
