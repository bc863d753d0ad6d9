import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { pauseInput } from '#web/ui/browser/input-pause.ts';
import { reportStep } from './frame.ts';

/** On each step change: ignores taps for a moment, scrolls to the top and reports to a parent frame. */
export function useStepChange(step: number): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current !== step) pauseInput();
  }, [step]);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    if (shown.current !== step) {
      shown.current = step;
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    }
    return reportStep(element, step);
  }, [step]);
  return section;
}
