import { getCatalog, type PublicCatalog } from '#contract/public-catalog.ts';
import { call } from '#web/api/call.ts';

/** Loads the published catalog, bypassing the browser's cache. Loaded on demand: documents contain the catalog. */
export function loadCatalog(): Promise<PublicCatalog> {
  return call(getCatalog, { cache: 'reload' });
}
