import { isReturn, tabKey } from '#web/kit/ui/browser/tab.ts';

/**
 * Runs before the first paint of every document. Sets the theme, whether the page is in a frame, and whether a
 * booking is resumed (then the prerendered first step stays hidden).
 */
const root = document.documentElement;

root.dataset.theme = isDark() ? 'dark' : 'light';
if (window.parent !== window) root.dataset.framed = '';
if (location.pathname === '/' && isResuming()) root.dataset.resuming = '';

document.addEventListener('click', (event) => {
  const clicked = event.target instanceof Element && event.target.closest('[data-theme-switch]');
  if (!clicked) return;
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // No access to storage: the choice lasts until the page is left.
  }
});

/** The theme that was chosen here; otherwise that of the device, light if it has no preference. */
function isDark(): boolean {
  const stored = readItem('localStorage', 'theme');
  return stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'dark';
}

function isResuming(): boolean {
  // A link that names the rental, or repeats a booking, opens its details.
  if (/[?&]rental=/.test(location.search) || /[#&]again=/.test(location.hash)) return true;
  if (readItem('sessionStorage', tabKey('booking-draft'))) return true;
  return isReturn() && readItem('sessionStorage', tabKey('booking-receipt')) !== null;
}

function readItem(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}
