import { createRoot, hydrateRoot } from 'react-dom/client';
import type { RentalType } from '#domain/rental.ts';
import { BookingApp } from './BookingApp.tsx';
import { resumeFlow } from './draft.ts';
import { FIRST_STEP } from './flow.ts';

/** Takes the prerendered page over, or brings back the step that a reload interrupted. */
export function mountBooking(root: HTMLElement, picked: RentalType | null): void {
  if (picked) {
    hydrateRoot(root, <BookingApp start={FIRST_STEP} picked={picked} />);
    return;
  }
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const start = resumeFlow(navigation?.type === 'reload');
  createRoot(root).render(<BookingApp start={start} picked={null} />);
}
