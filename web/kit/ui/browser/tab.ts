/** /embed.js adds this to the frame's URL, because a frame cannot detect how its host page was loaded. */
const RETURN_HASH = '#return';

/**
 * The sessionStorage key of a value. All frames of this site in one tab share one sessionStorage, so a named frame
 * puts its name before each key. /embed.js gives every booking frame its own name.
 */
export function tabKey(key: string): string {
  return window.parent !== window && window.name ? `${window.name}:${key}` : key;
}

/** True if the page was reloaded, or reached by Back or Forward. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate') return true;
  return window.parent !== window && location.hash === RETURN_HASH;
}
