import { createRoot, hydrateRoot } from 'react-dom/client';
import type { RentalType } from '#domain/rental.ts';
import { isReturn } from '#web/ui/browser/tab.ts';
import { BookingApp } from './BookingApp.tsx';
import { resumeScreen } from './draft.ts';
import { FIRST_STEP } from './flow.ts';
import { parseEntry } from './visits.ts';

/** Hydrates the prerendered page, or restores the step that a reload interrupted. */
export function mountBooking(root: HTMLElement, picked: RentalType | null): void {
  if (picked) {
    showLoadedFonts();
    const start = { ...resumeScreen(null, false), flow: FIRST_STEP };
    hydrateRoot(root, <BookingApp start={start} picked={picked} />);
    return;
  }
  const start = resumeScreen(parseEntry(window.history.state), isReturn());
  createRoot(root).render(<BookingApp start={start} picked={null} />);
}

/** Fonts that were loaded after the first paint move nothing when the next step replaces the whole screen. */
function showLoadedFonts(): void {
  const { dataset } = document.documentElement;
  if (dataset.fonts === 'ready') delete dataset.fonts;
}
