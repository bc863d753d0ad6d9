import { createContext, type RefObject, useContext, useLayoutEffect, useState } from 'react';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';

/** Shown until the payment is ready. */
export function SettingUp() {
  useSetUpHeight();
  return (
    <p
      role="status"
      className="rounded-lg border border-line bg-surface px-6 py-14 text-center text-ink-soft"
    >
      Setting up payment...
    </p>
  );
}

/** The element around the steps. */
export const StepArea = createContext<RefObject<HTMLElement | null> | null>(null);

/**
 * Keeps the height of the page while the payment is set up. After that other content is under the pointer, so input
 * is paused.
 */
function useSetUpHeight(): void {
  const area = useContext(StepArea);
  // During the first render the page still shows the previous content.
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
