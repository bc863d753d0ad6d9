/**
 * Lets the faces be asked for once the first screen is painted. Before, they would share a slow line with the list
 * that somebody waits for; the stand-ins of the same measures show it as well.
 */
export function showFacesOnceSeen(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    delete document.documentElement.dataset.faces;
    observer.disconnect();
  });
  observer.observe({ type: 'paint', buffered: true });
}
