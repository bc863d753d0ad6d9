import { useEffect, useRef } from 'react';
import { StepHistory } from './step-history.ts';
import { parseEntry, type Screen, type StepEntry } from './visits.ts';

type Options = {
  onTraverse: (entry: StepEntry | null) => void;
  /** The customer went forward to a payment that the present details do not allow. */
  onRefused: () => void;
};

/** The browser's Back and Forward lead from step to step. */
export function useStepHistory(screen: Screen, options: Options): void {
  const steps = useRef<StepHistory>(null);
  const latest = useRef({ screen, ...options });
  latest.current = { screen, ...options };

  useEffect(() => {
    steps.current ??= new StepHistory(window.history);
    if (steps.current.follow(screen)) latest.current.onRefused();
  }, [screen]);

  useEffect(() => {
    const traverse = (event: PopStateEvent) => {
      const entry = steps.current?.traversedTo(event.state);
      if (entry === undefined) steps.current?.follow(latest.current.screen);
      else latest.current.onTraverse(entry);
    };
    const show = ({ persisted }: PageTransitionEvent) => {
      keepScroll('manual');
      if (!persisted) return;
      const { flow } = latest.current.screen;
      // The outcome of a payment that led to another site is not known to a page that was kept in memory.
      if (flow.at === 'payment' && flow.isConfirming) window.location.reload();
      else latest.current.onTraverse(parseEntry(window.history.state));
    };
    const hide = () => keepScroll('auto');
    keepScroll('manual');
    window.addEventListener('popstate', traverse);
    window.addEventListener('pageshow', show);
    window.addEventListener('pagehide', hide);
    return () => {
      hide();
      window.removeEventListener('popstate', traverse);
      window.removeEventListener('pageshow', show);
      window.removeEventListener('pagehide', hide);
    };
  }, []);
}

/** Each step begins at its top; only a new load of the page goes back to where it was scrolled to. */
function keepScroll(mode: ScrollRestoration): void {
  window.history.scrollRestoration = mode;
}
