/** What the page tells the page that frames it. Nothing personal, so any parent may hear it. */
const STEP_DELAY_MS = 300;
const STEP_MARGIN = 40;

type FrameMessage =
  | { type: 'booking-form-height'; height: number; step: number }
  | { type: 'booking-app-height'; height: number };

function post(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, '*');
}

/** Reports a step's height once it has settled. Returns how to take that back. */
export function reportStep(section: HTMLElement, step: number): () => void {
  const timer = setTimeout(() => {
    const height = Math.ceil(section.getBoundingClientRect().height) + STEP_MARGIN;
    post({ type: 'booking-form-height', height, step });
  }, STEP_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Reports the content's height at once, and whenever it changes by more than a pixel. */
export function reportAppHeight(content: HTMLElement): void {
  if (window.parent === window) return;
  let reported = Number.NEGATIVE_INFINITY;
  const report = () => {
    // A frame of another site may run its script before it has a width: every word then takes a line.
    if (window.innerWidth === 0) return;
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (Math.abs(height - reported) <= 1) return;
    reported = height;
    post({ type: 'booking-app-height', height });
  };
  // Browsers run no observers in a frame of another site that is out of view.
  report();
  window.addEventListener('load', report);
  new ResizeObserver(report).observe(content);
}
