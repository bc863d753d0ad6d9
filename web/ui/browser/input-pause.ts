/** As long as a tap may still be meant for what stood in its place before. */
const PAUSE_MS = 500;

let endsAtMs = Number.NEGATIVE_INFINITY;
let pressedAtMs = Number.NEGATIVE_INFINITY;
let isListening = false;

/**
 * Ignores taps and clicks for half a second, after what lies under the finger has changed: the second tap of a
 * double tap must not reach the new content. A tap counts from when the finger goes down. Keys and typed text
 * pass: the focus is on the new heading, where Enter and Space activate nothing.
 */
export function pauseInput(): void {
  listen();
  document.documentElement.dataset.inputPaused = '';
  extend();
  // The new content is seen only once it is painted, which takes slow devices a while.
  requestAnimationFrame(extend);
}

function extend(): void {
  endsAtMs = performance.now() + PAUSE_MS;
  setTimeout(endWhenDue, PAUSE_MS);
}

function endWhenDue(): void {
  const leftMs = endsAtMs - performance.now();
  if (leftMs > 0) setTimeout(endWhenDue, leftMs);
  else delete document.documentElement.dataset.inputPaused;
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const type of ['pointerdown', 'mousedown', 'click']) window.addEventListener(type, refuse, true);
}

/** The stylesheet keeps the pointer from everything, card fields included. This refuses what was aimed before. */
function refuse(event: Event): void {
  if (!(event instanceof MouseEvent) || !event.isTrusted) return;
  if (event.type === 'pointerdown') pressedAtMs = event.timeStamp;
  // A click without a press comes from a key or from a screen reader.
  if (event.type === 'click' && event.detail === 0) return;
  if (pressedAtMs >= endsAtMs) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
