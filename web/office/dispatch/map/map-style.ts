/** The style of the map in the current theme; '' if the system has no map (MAP_STYLE_URL in wrangler.toml). */
export function mapStyleUrl(): string {
  const isDark = document.documentElement.dataset.theme === 'dark';
  const [light, dark] = ['map-style', 'map-style-dark'].map(readMeta);
  return (isDark && dark) || light || '';
}

function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** MapLibre draws with WebGL 2 only. */
export function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/**
 * Whether the document was loaded as the board: only its policy allows the hosts of the map. A page that was reached from
 * another page of the office has the policy of that page's document.
 */
export function isOwnDocument(path: string): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  if (!entry) return true;
  const loaded = new URL(entry.name, location.href).pathname;
  return loaded.replace(/\/$/, '') === path;
}
