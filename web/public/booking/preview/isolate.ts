import { makePreviewFetch } from './preview-fetch.ts';

/** Storage belongs to the public page, which has the same origin. Without it values stay in memory (web/kit/ui/browser/storage.ts). */
export function denyStorage(page: Window): void {
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(page, name, {
      configurable: true,
      get: () => {
        throw new DOMException('The preview stores nothing.', 'SecurityError');
      },
    });
  }
}

/** The browser has one history for a page and its frames: steps would be left in that of the settings. */
function keepOutOfHistory({ history }: Window): void {
  history.pushState = history.replaceState.bind(history);
}

denyStorage(window);
if (window.parent !== window) keepOutOfHistory(window);
const preview = makePreviewFetch(window.fetch.bind(window));
window.fetch = preview.fetch;

/** From now on the page's questions are answered from this draft. */
export const answerFrom = preview.answerFrom;
