import { mountBookingFrames } from './booking-frames.ts';

// A classic script: document.currentScript is set only while it first runs.
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) {
  const { origin } = new URL(currentScript.src);
  mountBookingFrames(origin);
  // The script may run before the rest of the page is parsed.
  addEventListener('DOMContentLoaded', () => mountBookingFrames(origin));
}
