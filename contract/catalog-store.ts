import { type PublicCatalog, publicCatalog } from './public-catalog.ts';

/**
 * The copy of GET /api/catalog in the KV namespace CATALOG. The Worker writes it after every change that customers see;
 * the Pages function reads it (web/edge). Prices never come from it: the server prices from the database.
 */
export const CATALOG_KEY = 'published';
/** A place at the edge keeps its copy this long; KV allows no less than 30 s. */
const CACHE_SECONDS = 60;

type Store = {
  get(key: string, options: { type: 'json'; cacheTtl: number }): Promise<unknown>;
  put(key: string, value: string): Promise<void>;
};

/** Null if nothing is stored, or if the stored catalog is of a release with other fields. */
export async function findStoredCatalog(store: Pick<Store, 'get'>): Promise<PublicCatalog | null> {
  const stored = await store.get(CATALOG_KEY, { type: 'json', cacheTtl: CACHE_SECONDS });
  const parsed = publicCatalog.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

export async function storeCatalog(store: Pick<Store, 'put'>, catalog: PublicCatalog): Promise<void> {
  await store.put(CATALOG_KEY, JSON.stringify(catalog));
}

/** Null if the text is not a catalog of this release. */
export function parseStoredCatalog(text: string): PublicCatalog | null {
  try {
    return publicCatalog.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
