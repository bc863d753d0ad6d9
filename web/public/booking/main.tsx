import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { isReturn } from '#web/kit/ui/browser/tab.ts';
import type { DeepLink } from '#web/public/booking/extras/deep-link.ts';
import type { RepeatResult } from '#web/public/booking/extras/repeat-link.ts';
import { BookingApp } from './BookingApp.tsx';
import { documentCatalog, newestCatalog } from './catalog/catalog-store.ts';
import { resumeScreen } from './draft.ts';
import { FIRST_STEP } from './flow.ts';
import { takeRepeatToken } from './repeat-token.ts';
import { openLink, parseEntry } from './visits.ts';

/** Hydrates the prerendered page, or restores the step that a reload interrupted. */
export async function mountBooking(root: HTMLElement, findPicked: () => string | null): Promise<void> {
  // First, so that nothing else reads the token in the address.
  const token = takeRepeatToken();
  const inDocument = documentCatalog();
  const catalog = newestCatalog(inDocument);
  const link = await takeLink(catalog);
  const picked = findPicked();
  if (!picked) {
    // The link begins another booking, so a reload shows no earlier receipt.
    const isBack = token === null && isReturn();
    const start = openLink(resumeScreen(catalog, parseEntry(window.history.state), isBack), link);
    const isUnpaid = start.flow.step === 'rental' || start.flow.step === 'details';
    const repeated = token !== null && isUnpaid ? loadRepeat(token) : null;
    createRoot(root).render(<BookingApp catalog={catalog} start={start} repeated={repeated} />);
    return;
  }
  showLoadedFonts();
  const start = openLink(
    { ...resumeScreen(catalog, null, false), flow: FIRST_STEP },
    link && { ...link, rentalType: null },
  );
  const app = <BookingApp catalog={catalog} start={start} picked={picked} />;
  // Only the document's own catalog renders what the document shows.
  if (catalog === inDocument) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** What the address chooses; null also if its script does not load. Most customers come without parameters. */
async function takeLink(catalog: PublicCatalog): Promise<DeepLink | null> {
  if (window.location.search === '') return null;
  try {
    const { takeDeepLink } = await import('#web/public/booking/extras/deep-link.ts');
    return takeDeepLink(catalog);
  } catch {
    return null;
  }
}

/** What the link 'Same as last time' fills in; 'failed' also if its script does not load. */
async function loadRepeat(token: string): Promise<RepeatResult> {
  try {
    const { loadRepeated } = await import('#web/public/booking/extras/repeat-link.ts');
    return await loadRepeated(token);
  } catch {
    return { type: 'failed' };
  }
}

/** Fonts that were loaded after the first paint move nothing when the next step replaces the whole screen. */
function showLoadedFonts(): void {
  const { dataset } = document.documentElement;
  if (dataset.fonts === 'ready') delete dataset.fonts;
}
