/** What the booking page posts to its parent (docs/embedding.md); heights in px, steps 1 to 4. */
type Message =
  | { type: 'booking-app-height'; height: number }
  | { type: 'booking-form-height'; height: number; step: number };

/** Reserved until the page inside reports its height, so that the host page moves little. */
const FIRST_HEIGHT_PX = 900;

/**
 * Puts a booking frame into every `<div data-dumpster-booking>` that has none yet. `origin` is the booking
 * site's; the content of the div, a link for visitors without scripts, is replaced.
 */
export function mountBookingFrames(origin: string): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-dumpster-booking]')) {
    if (place.querySelector('iframe')) continue;
    const frame = makeFrame(origin);
    place.replaceChildren(frame);
    followFrame(frame, origin);
  }
}

function makeFrame(origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = `${origin}/`;
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

/** Gives the frame the height of its content, and shows its top when the customer has gone to another step. */
function followFrame(frame: HTMLIFrameElement, origin: string): void {
  let step = 0;
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<Message | null>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.type === 'booking-app-height') frame.style.height = `${data.height}px`;
    if (data?.type !== 'booking-form-height' || data.step === step) return;
    // The first report is the step that the page opened with: nothing that the customer did.
    if (step > 0) showTop(frame);
    step = data.step;
  });
}

function showTop(frame: HTMLIFrameElement): void {
  const { top } = frame.getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 2) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // The div carries the host's scroll-margin, so the place to scroll to is the div.
  frame.parentElement?.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
}
