import { askBookingPage } from '#web/api/booking-parts.ts';
import { bookingOfPage, type FilePage, filePageAt } from '#web/paths.ts';
import { CURRENT_USER_URL, FRAME_CALLS, listFirstCalls } from './first-calls.ts';

/**
 * Runs in the head of the back office, while its script downloads. Sends the calls of the first screen ahead, so
 * that the screen does not have to wait for the replies (web/api/call.ts), and requests the files of its page.
 */
// The files of the page would be asked for when those of the start have run.
const { pages } = document.currentScript?.dataset ?? {};
const page = filePageAt(location.pathname);
const files: Partial<Record<FilePage, string[]>> = JSON.parse(pages ?? '{}');
for (const file of (page && files[page]) ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

const booking = bookingOfPage(location.pathname);
const asked = booking === undefined ? new Map() : askBookingPage(booking);
window.preloaded = asked;

if (!isKnown()) start(CURRENT_USER_URL);
const first = location.search === '' ? listFirstCalls(location.pathname) : [];
if (first.length > 0 || booking !== undefined)
  for (const address of [...first, ...FRAME_CALLS]) start(address);

function start(address: string): void {
  const answer = fetch(address, { credentials: 'same-origin' });
  // The caller that uses it handles the error.
  answer.catch(() => undefined);
  asked.set(address, answer);
}

/** The tab's own sessionState (web/api/session.ts). */
function isKnown(): boolean {
  try {
    return sessionStorage.getItem('admin-logged-in') === 'true';
  } catch {
    return false;
  }
}
