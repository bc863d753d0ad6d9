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

/**
 * Keeps an element in view in a frame of its full height, where sticky elements do not stick: the host page reports the top
 * of what is in view, and the element moves there, within its parent. Returns a function that ends it.
 */
export function followView(element: HTMLElement): () => void {
  const follow = ({ source, data }: MessageEvent<{ type?: unknown; top?: unknown } | null>) => {
    if (source !== window.parent || data?.type !== 'booking-view') return;
    const { top } = data;
    if (typeof top !== 'number' || !Number.isFinite(top)) return;
    const parent = element.parentElement;
    if (!parent) return;
    // Offsets leave out how far the element has moved.
    const before = element.offsetTop - parent.offsetTop;
    const { top: parentTop, height } = parent.getBoundingClientRect();
    const wanted = top - parentTop - before;
    const shift = Math.round(Math.max(0, Math.min(wanted, height - before - element.offsetHeight)));
    element.style.translate = `0 ${shift}px`;
  };
  if (window.parent !== window) window.addEventListener('message', follow);
  return () => window.removeEventListener('message', follow);
}
