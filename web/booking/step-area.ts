import { createContext, type RefObject, useContext, useLayoutEffect, useState } from 'react';
import { pauseInput } from '#web/ui/browser/input-pause.ts';

/** The element around the steps. */
export const StepArea = createContext<RefObject<HTMLElement | null> | null>(null);

/**
 * Keeps the page as high as it was before until the set-up of the payment ends. Then other content is below the
 * finger, and input is paused.
 */
export function useSetUpHeight(): void {
  const area = useContext(StepArea);
  // While this renders for the first time, the page still shows what was there before.
  const [height] = useState(() => area?.current?.offsetHeight ?? 0);
  useLayoutEffect(() => {
    const element = area?.current;
    if (!element) return;
    element.style.minHeight = `${height}px`;
    return () => {
      element.style.minHeight = '';
    };
  }, [area, height]);
  useLayoutEffect(() => pauseInput, []);
}
