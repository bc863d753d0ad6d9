/** Messages to the parent page. They contain no personal data, so any origin may receive them. */
const STEP_DELAY_MS = 300;
const STEP_MARGIN = 40;

type FrameMessage =
  | { type: 'booking-form-height'; height: number; step: number }
  | { type: 'booking-app-height'; height: number };

function post(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, '*');
}

/** Reports a step's height 300 ms after a change. Returns a function that cancels the report. */
export function reportStep(section: HTMLElement, step: number): () => void {
  const timer = setTimeout(() => {
    const height = Math.ceil(section.getBoundingClientRect().height) + STEP_MARGIN;
    post({ type: 'booking-form-height', height, step });
  }, STEP_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Reports the content's height at once and whenever it changes by more than 1 px. */
export function reportAppHeight(content: HTMLElement): void {
  if (window.parent === window) return;
  let reported = Number.NEGATIVE_INFINITY;
  const report = () => {
    // A cross-origin frame can run scripts before it has a width; the height is then far too large.
    if (window.innerWidth === 0) return;
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (Math.abs(height - reported) <= 1) return;
    reported = height;
    post({ type: 'booking-app-height', height });
  };
  // Browsers do not run observers in cross-origin frames that are out of view.
  report();
  window.addEventListener('load', report);
  new ResizeObserver(report).observe(content);
}
