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

/** Sets the frame to the height of its content and scrolls to its top after a step change. */
function followFrame(frame: HTMLIFrameElement, origin: string): void {
  let step = 0;
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<Message | null>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.type === 'booking-app-height') frame.style.height = `${data.height}px`;
    if (data?.type !== 'booking-form-height' || data.step === step) return;
    // The first report is the opening step, not an action of the customer.
    if (step > 0) showTop(frame);
    step = data.step;
  });
}

function showTop(frame: HTMLIFrameElement): void {
  const { top } = frame.getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 2) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // The div has the host's scroll-margin, so scroll to the div.
  frame.parentElement?.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
}
