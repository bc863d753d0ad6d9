import { mountBookingFrames } from './booking-frames.ts';

// The script is a classic one: only while it first runs does the document name it.
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) {
  const { origin } = new URL(currentScript.src);
  mountBookingFrames(origin);
  // It may have run before the rest of the page was there.
  addEventListener('DOMContentLoaded', () => mountBookingFrames(origin));
}
