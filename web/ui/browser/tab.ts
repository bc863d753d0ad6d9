/** What /embed.js adds to the frame's address: a frame does not know how the page around it was loaded. */
const RETURN_HASH = '#return';

/**
 * The key of a value in sessionStorage. All frames of one tab that show this site share one sessionStorage, so
 * a named frame puts its name before each key: /embed.js gives every booking frame a name of its own.
 */
export function tabKey(key: string): string {
  return window.parent !== window && window.name ? `${window.name}:${key}` : key;
}

/** Whether the page was reloaded, or reached by Back or Forward, rather than opened. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate') return true;
  return window.parent !== window && location.hash === RETURN_HASH;
}
