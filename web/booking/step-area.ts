import { createContext, type RefObject, useContext, useLayoutEffect, useState } from 'react';
import { pauseInput } from '#web/ui/input-pause.ts';

/** The element around the steps. */
export const StepArea = createContext<RefObject<HTMLElement | null> | null>(null);

/**
 * The page stays as high as it was before, as long as the component that asks is shown: a page that shrinks
 * moves the footer's links under the finger.
 */
export function useKeptHeight(): void {
  const area = useContext(StepArea);
  // While this renders for the first time, the page still shows what was there before.
  const [height] = useState(() => area?.current?.offsetHeight ?? 0);
  useLayoutEffect(() => {
    const element = area?.current;
    if (!element) return;
    element.style.minHeight = `${height}px`;
    return () => {
      element.style.minHeight = '';
      pauseInput();
    };
  }, [area, height]);
}
