import type { PublicCatalog } from '#contract/public-catalog.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';

const KEY = 'catalog';

/** The catalog that the document's first step was rendered from. Throws when the document has none. */
export function documentCatalog(): PublicCatalog {
  return JSON.parse(document.getElementById('catalog')?.textContent ?? '') as PublicCatalog;
}

/** The given catalog; or the one that this tab has seen, if that is newer: a document can come from a cache. */
export function newestCatalog(inDocument: PublicCatalog): PublicCatalog {
  const seen = seenCatalog();
  if (seen && seen.version > inDocument.version) return seen;
  keepCatalog(inDocument);
  return inDocument;
}

/** Keeps a catalog for the next documents of this tab. */
export function keepCatalog(catalog: PublicCatalog): void {
  tabStorage.set(KEY, JSON.stringify(catalog));
}

/** The catalog that this tab shows; null if the browser stores nothing. */
export function seenCatalog(): PublicCatalog | null {
  try {
    const seen: unknown = JSON.parse(tabStorage.get(KEY) ?? 'null');
    return isCatalog(seen) ? seen : null;
  } catch {
    return null;
  }
}

/** The page itself has stored it, so its parts are not checked. */
function isCatalog(value: unknown): value is PublicCatalog {
  return typeof value === 'object' && value !== null && 'version' in value && 'rates' in value;
}
