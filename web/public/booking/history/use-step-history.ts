import { useEffect, useRef } from 'react';
import { parseEntry, type Screen, type StepEntry } from '#web/public/booking/visits.ts';
import { FrameHistory } from './frame-history.ts';
import { StepHistory } from './step-history.ts';

type Options = {
  onTraverse: (entry: StepEntry | null) => void;
  /** The customer went forward to a payment, but the details are invalid. */
  onRefused: () => void;
};

/** Makes the browser's Back and Forward go from step to step. */
export function useStepHistory(screen: Screen, options: Options): void {
  const steps = useRef<StepHistory | FrameHistory>(null);
  const latest = useRef({ screen, ...options });
  latest.current = { screen, ...options };

  useEffect(() => {
    const isFramed = window.parent !== window;
    steps.current ??= isFramed ? new FrameHistory(window.history) : new StepHistory(window.history);
    if (steps.current.follow(screen)) latest.current.onRefused();
  }, [screen]);

  useEffect(() => {
    const traverse = (event: PopStateEvent) => {
      const entry = steps.current?.traversedTo(event.state, latest.current.screen);
      if (entry === undefined) steps.current?.follow(latest.current.screen);
      else latest.current.onTraverse(entry);
    };
    const show = ({ persisted }: PageTransitionEvent) => {
      keepScroll('manual');
      if (!persisted) return;
      const { flow } = latest.current.screen;
      // A page restored from the back-forward cache does not have the outcome of a payment on another site.
      if (flow.step === 'payment' && flow.isConfirming) window.location.reload();
      else latest.current.onTraverse(parseEntry(window.history.state));
    };
    const hide = () => keepScroll('auto');
    const stopListening = onFirstInput(() => {
      if (steps.current instanceof FrameHistory) steps.current.addEarlierSteps(latest.current.screen);
    });
    keepScroll('manual');
    window.addEventListener('popstate', traverse);
    window.addEventListener('pageshow', show);
    window.addEventListener('pagehide', hide);
    return () => {
      hide();
      stopListening();
      window.removeEventListener('popstate', traverse);
      window.removeEventListener('pageshow', show);
      window.removeEventListener('pagehide', hide);
    };
  }, []);
}

/** Calls back before the first click or key reaches the page. Returns a function that stops listening. */
function onFirstInput(callback: () => void): () => void {
  const waiting = new AbortController();
  const run = () => {
    waiting.abort();
    callback();
  };
  for (const type of ['click', 'keydown']) {
    window.addEventListener(type, run, { capture: true, signal: waiting.signal });
  }
  return () => waiting.abort();
}

/** Each step starts at the top. The browser restores the scroll position only after a reload. */
function keepScroll(mode: ScrollRestoration): void {
  window.history.scrollRestoration = mode;
}
