/** What the booking page posts to its parent (docs/embedding.md); heights in px, steps 1 to 4. */
type Message =
  | { type: 'booking-app-height'; height: number }
  | { type: 'booking-form-height'; height: number; step: number };

/** Reserved until the page in the frame reports its height, so that the host page shifts little. */
const FIRST_HEIGHT_PX = 900;

/**
 * Puts a booking frame into every `<div data-dumpster-booking>` that has none yet. `origin` is the booking
 * site's; the content of the div, a link for visitors without scripts, is replaced.
 */
export function mountBookingFrames(origin: string): void {
  const address = `${origin}/${isHostReturn() ? '#return' : ''}`;
  document.querySelectorAll<HTMLElement>('[data-dumpster-booking]').forEach((place, index) => {
    if (place.querySelector('iframe')) return;
    const frame = makeFrame(address, findFreeName(index + 1));
    place.replaceChildren(frame);
    followFrame(frame, origin);
  });
}

/** True if the host page was reloaded, or reached by Back or Forward. Its frames cannot detect that. */
function isHostReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}

/**
 * The booking page stores an unfinished booking under the frame's name. The name follows from the position in the
 * page, so that it is the same after a reload. An existing frame keeps its name.
 */
function findFreeName(position: number): string {
  const name = `dumpster-booking-${position}`;
  return document.querySelector(`iframe[name="${name}"]`) ? findFreeName(position + 1) : name;
}

function makeFrame(address: string, name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // Before `src`: the page reads its frame name as soon as it loads.
  frame.name = name;
  frame.src = address;
  frame.title = 'Book a dumpster';
  frame.allow = 'payment';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `${FIRST_HEIGHT_PX}px`,
    border: '0',
  });
  return frame;
}

/**
 * Sets the frame to the height of its content, scrolls to its top after a step change, and reports which part of it is in
 * view: a page in a frame of its full height cannot keep anything in view itself.
 */
function followFrame(frame: HTMLIFrameElement, origin: string): void {
  let step = 0;
  const reportView = () => {
    const { top, bottom } = frame.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) return;
    const message = { type: 'booking-view', top: Math.max(0, coveredTop(frame) - top) };
    frame.contentWindow?.postMessage(message, origin);
  };
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<Message | null>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.type === 'booking-app-height') frame.style.height = `${data.height}px`;
    reportView();
    if (data?.type !== 'booking-form-height' || data.step === step) return;
    // The first report is the opening step, not an action of the customer.
    if (step > 0) showTop(frame);
    step = data.step;
  });
  // Also of an element of the host page that scrolls.
  addEventListener('scroll', () => requestAnimationFrame(reportView), { capture: true, passive: true });
  addEventListener('resize', reportView);
}

function showTop(frame: HTMLIFrameElement): void {
  const { top } = frame.getBoundingClientRect();
  const covered = coveredTop(frame);
  if (top >= covered && top < innerHeight / 2) return;
  const place = frame.parentElement;
  if (!place) return;
  // The host's own margin stays where it is larger.
  const margin = Number.parseFloat(getComputedStyle(place).scrollMarginTop) || 0;
  if (covered > margin) place.style.scrollMarginTop = `${covered}px`;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
}

/**
 * Pixels at the top of the window that the host page covers: `data-offset` of the div, else the height of the headers that
 * are fixed or sticky above the middle of the frame.
 */
function coveredTop(frame: HTMLIFrameElement): number {
  const stated = Number(frame.parentElement?.dataset.offset || Number.NaN);
  if (stated >= 0) return stated;
  const { left, width } = frame.getBoundingClientRect();
  let covered = 0;
  // Headers can be stacked.
  for (let count = 0; count < MAX_HEADERS; count += 1) {
    const header = fixedAncestor(document.elementFromPoint(left + width / 2, covered + 1));
    const bottom = header?.getBoundingClientRect().bottom ?? 0;
    // What covers half of the window is a dialog.
    if (bottom <= covered || bottom > innerHeight / 2) break;
    covered = bottom;
  }
  return Math.round(covered);
}

const MAX_HEADERS = 3;

function fixedAncestor(element: Element | null): Element | null {
  if (!element) return null;
  const { position } = getComputedStyle(element);
  if (position === 'fixed' || position === 'sticky') return element;
  return fixedAncestor(element.parentElement);
}
