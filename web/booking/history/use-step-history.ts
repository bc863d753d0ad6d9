import { useEffect, useRef } from 'react';
import { parseEntry, type Screen, type StepEntry } from '#web/booking/visits.ts';
import { FrameHistory } from './frame-history.ts';
import { StepHistory } from './step-history.ts';

type Options = {
  onTraverse: (entry: StepEntry | null) => void;
  /** The customer went forward to a payment that the present details do not allow. */
  onRefused: () => void;
};

/** The browser's Back and Forward lead from step to step. */
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
      // The outcome of a payment that led to another site is not known to a page that was kept in memory.
      if (flow.step === 'payment' && flow.isConfirming) window.location.reload();
      else latest.current.onTraverse(parseEntry(window.history.state));
    };
    const hide = () => keepScroll('auto');
    const forgetInput = onFirstInput(() => {
      if (steps.current instanceof FrameHistory) steps.current.addEarlierSteps(latest.current.screen);
    });
    keepScroll('manual');
    window.addEventListener('popstate', traverse);
    window.addEventListener('pageshow', show);
    window.addEventListener('pagehide', hide);
    return () => {
      hide();
      forgetInput();
      window.removeEventListener('popstate', traverse);
      window.removeEventListener('pageshow', show);
      window.removeEventListener('pagehide', hide);
    };
  }, []);
}

/** Calls back before the first click or key reaches the page. Returns how to end that. */
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

/** Each step begins at its top; only a new load of the page goes back to where it was scrolled to. */
function keepScroll(mode: ScrollRestoration): void {
  window.history.scrollRestoration = mode;
}
