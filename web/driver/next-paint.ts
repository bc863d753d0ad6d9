/** A page in the background paints no frames. */
const MAX_WAIT_MS = 100;

/** Resolves when the next frame is on the screen, and after a tenth of a second at the latest. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
