import { createRoot } from 'react-dom/client';
import { showKnownProfile } from '#web/api/business.ts';
import { AdminApp } from './AdminApp.tsx';
import { firstPage } from './routes.tsx';

showKnownProfile();
loadFontsAfterFirstPaint();
const root = document.getElementById('root');
// The page's script loads in parallel. Rendering before it is there would show the page in three steps.
if (root) void firstPage.then(() => createRoot(root).render(<AdminApp />));

/**
 * Loads the fonts after the first screen is painted. Before, they would share a slow connection with the list
 * that the user waits for; fallback fonts with the same metrics show it until then.
 */
function loadFontsAfterFirstPaint(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    delete document.documentElement.dataset.fonts;
    observer.disconnect();
  });
  observer.observe({ type: 'paint', buffered: true });
}
