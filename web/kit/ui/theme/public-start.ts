import { PROBLEM, showProblem } from '#web/kit/ui/browser/start-problem.ts';
import { loadFonts } from './public-fonts.ts';
import './theme-start.ts';

/** Inline in the head of every public document: runs before the first paint. */
const root = document.documentElement;
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
});
const parsed = new Promise<void>((resolve) => {
  document.addEventListener('DOMContentLoaded', () => resolve());
});
loadFonts(painted);

/** What a payment link is about comes from a call, which does not wait for the script of its page (web/api/call.ts). */
const [, page, token] = location.pathname.split('/');
if (page === 'pay' && token) {
  const address = `/api/pay/${token}`;
  const reply = fetch(address, { credentials: 'same-origin' });
  // The caller that uses it handles the error.
  reply.catch(() => undefined);
  window.preloaded = new Map([[address, reply]]);
}

/** The script of a prerendered document, which is not needed for its first paint. */
const { start } = root.dataset;
if (start) {
  // Without a paint it would wait: in a frame that is out of view, and while a resumed booking is hidden.
  const isUnpainted = 'framed' in root.dataset || 'resuming' in root.dataset;
  const load = () => import(/* @vite-ignore */ start);
  // A script from the browser's cache could run before the document is parsed.
  Promise.all([parsed, isUnpainted || painted])
    .then(load)
    .catch(() => {
      // The next pick tries again.
    });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[data-rental]');
    if (!button) return;
    // For web/public/booking/start.ts, if it is not loaded yet.
    root.dataset.picked = button.dataset.rental;
    load().catch(() => showProblem(PROBLEM));
  });
}
