import { createRoot } from 'react-dom/client';
import { AdminApp } from './AdminApp.tsx';
import { firstPage } from './routes.tsx';

showFacesOnceSeen();
const root = document.getElementById('root');
// It comes beside this script; drawn without it, the page would be seen in three steps instead of one.
if (root) void firstPage.then(() => createRoot(root).render(<AdminApp />));

/**
 * Lets the faces be asked for once the first screen is painted. Before, they would share a slow line with the list
 * that somebody waits for; the stand-ins of the same measures show it as well.
 */
function showFacesOnceSeen(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    delete document.documentElement.dataset.fonts;
    observer.disconnect();
  });
  observer.observe({ type: 'paint', buffered: true });
}
