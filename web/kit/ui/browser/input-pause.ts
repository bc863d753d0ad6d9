/** How long a tap may still be meant for the previous content. */
const PAUSE_MS = 500;

let endsAtMs = Number.NEGATIVE_INFINITY;
let pressedAtMs = Number.NEGATIVE_INFINITY;
let isListening = false;

/**
 * Ignores taps and clicks until the content under the pointer, which has just changed, was visible for half a second:
 * the second tap of a double tap must not reach the new content. The start of a tap counts. Keys are not ignored: the
 * focus is on the new heading, where Enter and Space do nothing.
 */
export function pauseInput(): void {
  listen();
  const { dataset } = document.documentElement;
  dataset.inputPaused ??= '';
  endsAtMs = Number.POSITIVE_INFINITY;
  // Slow devices paint the new content late, and a hidden tab paints it when it is shown.
  requestAnimationFrame(() => {
    endsAtMs = performance.now() + PAUSE_MS;
    setTimeout(() => {
      // For style sheets that block the pointer after the frame only.
      if (dataset.inputPaused !== undefined) dataset.inputPaused = 'painted';
    });
    setTimeout(endWhenDue, PAUSE_MS);
  });
}

function endWhenDue(): void {
  const leftMs = endsAtMs - performance.now();
  if (leftMs <= 0) delete document.documentElement.dataset.inputPaused;
  // Content that is not painted yet starts a timer of its own.
  else if (Number.isFinite(leftMs)) setTimeout(endWhenDue, leftMs);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const type of ['pointerdown', 'mousedown', 'click']) window.addEventListener(type, blockEvent, true);
}

/** The style sheet blocks the pointer everywhere, card fields included. This blocks taps that started before. */
function blockEvent(event: Event): void {
  if (!(event instanceof MouseEvent) || !event.isTrusted) return;
  if (event.type === 'pointerdown') pressedAtMs = event.timeStamp;
  // A click without a press comes from the keyboard or a screen reader.
  if (event.type === 'click' && event.detail === 0) return;
  if (pressedAtMs >= endsAtMs) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
